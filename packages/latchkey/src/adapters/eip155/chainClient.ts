import { type Client, createClient, custom, RpcRequestError } from 'viem'
import { systemClock } from '../../core/clock.js'
import { jsonRpc, RpcError } from '../../core/jsonRpc.js'
import type { Network } from '../../protocol/entities/Network.js'
import { KitError } from '../../protocol/errors.js'

const quantity = /^0x[0-9a-f]{1,64}$/i
const data = /^0x([0-9a-f]{2})*$/i
/** The shape of each method's answer. viem accepts a number, or no value, as an amount without checking. */
const shapes: { readonly [method: string]: RegExp | undefined } = {
  eth_call: data,
  eth_estimateGas: quantity,
  eth_gasPrice: quantity,
  eth_getBalance: quantity,
  eth_getCode: data,
  eth_getTransactionCount: quantity,
  eth_maxPriorityFeePerGas: quantity,
}

type Ask = (question: { readonly method: string; readonly params?: unknown }) => Promise<unknown>

/**
 * A viem client for a network's RPC addresses, tried in order. Creating it makes no request.
 *
 * It sends requests through the kit's own transport: viem's waits as long as a node asks it to and retries so often
 * that a visitor would wait for half a minute.
 */
export function chainClient(network: Network): Client {
  return clientOf(network, (question) => jsonRpc({ clock: systemClock, network }, question))
}

/**
 * A viem client that sends requests with `ask`, rejects answers of another shape, and passes a node's errors on to
 * viem.
 */
export function clientOf(network: Network, ask: Ask): Client {
  async function request({ method, params }: { readonly method: string; readonly params?: unknown }) {
    try {
      const result = await ask({ method, params })
      if (shapes[method]?.test(typeof result === 'string' ? result : '') === false) {
        throw new KitError('SERVICE_ANSWER_INVALID', { slots: { service: network.name }, details: method })
      }
      return result
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      const { code, data, message } = error
      // viem reads failure reasons from this error class.
      throw new RpcRequestError({ body: { method }, error: { code, data, message }, url: network.name })
    }
  }
  return createClient({ transport: custom({ request }, { retryCount: 0 }) })
}
