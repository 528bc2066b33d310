import type { Gate } from '../../core/adapter.js'
import { type PolkadotProvider, readProvider, signMessageMethod, signTransactionMethod } from './provider.js'

/**
 * Makes the provider that apps get: `signer` fits `@polkadot/api` and polkadot-api. Every request goes through the kit's
 * gate, by the method that it has over the connection protocol. A checked copy is passed on, so that an app cannot change
 * the request after the gate has seen it, and cannot have bytes signed that may be a transaction.
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
        const own = (await import('./readAppRequest.js')).readAppPayload(payload)
        const { address, genesisHash } = own
        const params = { address, chainId: genesisHash.slice(2, 34).toLowerCase(), transactionPayload: own }
        return gate({ method: signTransactionMethod, params }, () => wallet.signer.signPayload(own))
      },
      async signRaw(payload) {
        const own = (await import('./readAppRequest.js')).readAppRaw(payload, provider)
        const { askToSign } = await import('./askToSign.js')
        const params = { address: own.address, message: own.data }
        return gate({ method: signMessageMethod, params }, async () => (await askToSign(wallet, own)).answer)
      },
    },
  }
}
