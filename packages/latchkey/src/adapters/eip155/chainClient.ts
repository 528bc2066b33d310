import { type Client, createClient, custom, RpcRequestError } from 'viem'
import { systemClock } from '../../core/clock.js'
import { jsonRpc, RpcError } from '../../core/jsonRpc.js'
import type { Network } from '../../protocol/entities/Network.js'
import { KitError } from '../../protocol/errors.js'

const quantity = /^0x[0-9a-f]{1,64}$/i
const data = /^0x([0-9a-f]{2})*$/i
/** What these answer with. viem reads a number, or nothing, as an amount all the same. */
const shapes: { readonly [method: string]: RegExp | undefined } = {
  eth_call: data,
  eth_estimateGas: quantity,
  eth_gasPrice: quantity,
  eth_getBalance: quantity,
  eth_getCode: data,
  eth_getTransactionCount: quantity,
  eth_maxPriorityFeePerGas: quantity,
}

/**
 * A viem client for a network's RPC addresses, tried in order. It makes no request by itself.
 *
 * Its requests are the kit's own: viem's transport waits for as long as a node asks it to, and tries so often that a
 * visitor would wait for half a minute.
 */
export function chainClient(network: Network): Client {
  async function request({ method, params }: { readonly method: string; readonly params?: unknown }) {
    try {
      const result = await jsonRpc({ clock: systemClock, network }, { method, params })
      if (shapes[method]?.test(typeof result === 'string' ? result : '') === false) {
        throw new KitError('SERVICE_ANSWER_INVALID', { slots: { service: network.name }, details: method })
      }
      return result
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      const { code, data, message } = error
      // What viem reads reasons of failure from.
      throw new RpcRequestError({ body: { method }, error: { code, data, message }, url: network.name })
    }
  }
  return createClient({ transport: custom({ request }, { retryCount: 0 }) })
}
