import { type Client, type ClientConfig, createClient, custom } from 'viem'
import type { Nodes } from './nodes.js'
import { NodeError } from './post.js'

/** A viem client that asks the nodes of a chain; their own errors reach viem as it reads them. */
export function createNodeClient(nodes: Nodes, config: Pick<ClientConfig, 'ccipRead'>): Client {
  const request = async ({ method, params }: { readonly method: string; readonly params?: unknown }) => {
    const [reply] = await nodes.ask([{ method, params }])
    if (reply === undefined) throw new NodeError('no reply')
    if ('result' in reply) return reply.result
    const { code, message, data } = reply.error
    throw Object.assign(new Error(message), { code, data })
  }
  return createClient({ ...config, transport: custom({ request }, { retryCount: 0 }) })
}
