import { type Client, type ClientConfig, createClient, custom } from 'viem'
import { NodeError, type RpcCall, type RpcReply } from './post.js'

/**
 * Creates a viem client that calls `ask` once per request; viem itself opens no connection.
 *
 * @param config `ccipRead` defaults to `false`: viem would otherwise fetch any address that a contract names
 *   (EIP-3668).
 */
export function createAskingClient(
  ask: (calls: readonly RpcCall[]) => Promise<readonly RpcReply[]>,
  config: Pick<ClientConfig, 'ccipRead'> = {},
): Client {
  const request = async ({ method, params }: RpcCall) => {
    const [reply] = await ask([{ method, params }])
    if (reply === undefined) throw new NodeError('no reply')
    if ('result' in reply) return reply.result
    const { code, message, data } = reply.error
    throw Object.assign(new Error(message), { code, data })
  }
  return createClient({ ccipRead: false, ...config, transport: custom({ request }, { retryCount: 0 }) })
}
