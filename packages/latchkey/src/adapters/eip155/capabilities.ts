import type { Adapter, Capabilities } from '../../core/adapter.js'
import { isRecord } from '../../protocol/checks.js'
import { isEip1193Provider } from '../../protocol/Eip1193Provider.js'
import { toHexChainId } from '../../protocol/toHexChainId.js'

const none: Capabilities = { isAtomic: false, hasAssets: false }

/** Asks the wallet for its capabilities with `wallet_getCapabilities` (EIP-5792). */
export const capabilities: NonNullable<Adapter['capabilities']> = async ({
  provider,
  address,
  networkId,
}) => {
  if (!isEip1193Provider(provider)) return none
  const chainId = toHexChainId(networkId)
  const answer = await provider.request({ method: 'wallet_getCapabilities', params: [address, [chainId]] })
  return readCapabilities(answer, chainId)
}

/** Parses the answer of `wallet_getCapabilities`: by chain id in hex, with `0x0` for capabilities on all chains. */
export function readCapabilities(answer: unknown, chainId: string): Capabilities {
  if (!isRecord(answer)) return none
  const wanted = Number(chainId)
  const entries = Object.entries(answer).filter(([id]) => Number(id) === wanted || Number(id) === 0)
  const capabilities = entries.map(([, value]) => value).filter(isRecord)
  return {
    isAtomic: capabilities.some(
      ({ atomic, atomicBatch }) =>
        (isRecord(atomic) && atomic.status === 'supported') ||
        (isRecord(atomicBatch) && atomicBatch.supported === true),
    ),
    hasAssets: capabilities.some(
      ({ assetDiscovery }) => isRecord(assetDiscovery) && assetDiscovery.supported === true,
    ),
  }
}
