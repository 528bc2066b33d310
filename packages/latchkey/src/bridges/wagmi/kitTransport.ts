import { custom, type Transport } from 'viem'
import { chainClient } from '../../adapters/eip155/chainClient.js'
import type { Network } from '../../protocol/entities/Network.js'

/**
 * Returns a viem transport that reads a chain like the kit itself: from the host's service if it serves the chain, else
 * from the network's RPC addresses in turn.
 *
 * @param networkOf Returns the kit's network; `undefined` until the kit exists.
 * @param otherwise The transport to use until the kit exists.
 */
export function kitTransport(networkOf: () => Network | undefined, otherwise?: Transport): Transport {
  return (parameters) => {
    const before = otherwise?.(parameters)
    async function request({ method, params }: { readonly method: string; readonly params?: unknown }) {
      const network = networkOf()
      const question = { method, params } as never
      return network === undefined ? before?.request(question) : chainClient(network).request(question)
    }
    return custom({ request }, { key: 'latchkey', name: 'Latchkey', retryCount: 0 })(parameters)
  }
}
