import type { Gate } from '../../core/adapter.js'
import { type PolkadotProvider, readProvider, signMessageMethod, signTransactionMethod } from './provider.js'

/**
 * Makes the provider that apps get: `signer` fits `@polkadot/api` and polkadot-api. Every request goes through the kit's
 * gate, by the method that it has over the connection protocol. A copy is passed on, so that an app cannot change the
 * request after the gate has seen it.
 */
export function guardProvider({
  provider,
  gate,
}: {
  readonly provider: unknown
  readonly gate: Gate
}): PolkadotProvider {
  const wallet = readProvider(provider)
  return {
    granted: () => wallet.granted(),
    signer: {
      async signPayload(payload) {
        const own = structuredClone(payload)
        const { address, genesisHash } = own
        const params = { address, chainId: String(genesisHash).slice(2, 34), transactionPayload: own }
        return gate({ method: signTransactionMethod, params }, () => wallet.signer.signPayload(own))
      },
      async signRaw(payload) {
        const own = structuredClone(payload)
        const params = { address: own.address, message: own.data }
        return gate({ method: signMessageMethod, params }, () => wallet.signer.signRaw(own))
      },
    },
  }
}
