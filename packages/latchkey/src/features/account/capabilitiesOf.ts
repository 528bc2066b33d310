import { sleep } from '../../core/clock.js'
import { isRecord } from '../../protocol/checks.js'
import { identityMaxAge } from '../../protocol/constants.js'
import { isEip1193Provider } from '../../protocol/Eip1193Provider.js'
import { toHexChainId } from '../../protocol/toHexChainId.js'
import { getProvider } from '../connection/getProvider.js'
import type { Kit } from '../Kit.js'
import type { Account } from './state.js'

/** What a wallet can do for an account on its network (EIP-5792 `wallet_getCapabilities`). */
export type Capabilities = {
  /** The account is a contract, or acts as one: it takes several calls as one. */
  readonly isAtomic: boolean
  /** The wallet tells what the account holds (ERC-7811). */
  readonly hasAssets: boolean
}

const none: Capabilities = { isAtomic: false, hasAssets: false }
/** How long a wallet may take to say what it can do. */
const patience = 2_000

/**
 * Asks the wallet what it can do; nothing, where it does not know the question or does not answer in 2 s. Cached 5 min.
 *
 * A wallet behind the connection protocol is not asked: the question alone would bring its app to the front.
 */
export async function capabilitiesOf(kit: Kit, account: Account): Promise<Capabilities> {
  const { caipAddress, connectorId, namespace } = account
  const type = kit.connectors.get(connectorId)?.info.type
  if (namespace !== 'eip155' || type === undefined || type === 'WALLET_CONNECT') return none
  return kit.cache.get(`capabilities ${connectorId} ${caipAddress}`, {
    maxAge: identityMaxAge,
    load: () => Promise.race([ask(kit, account), sleep(kit.clock, patience).then(() => none)]),
  })
}

async function ask(kit: Kit, { address, namespace, networkId }: Account): Promise<Capabilities> {
  const chainId = toHexChainId(networkId)
  try {
    const provider = await getProvider(kit, { namespace })
    if (!isEip1193Provider(provider)) return none
    const answer = await provider.request({ method: 'wallet_getCapabilities', params: [address, [chainId]] })
    return readCapabilities(answer, chainId)
  } catch {
    // It does not know the method: what it cannot say, it cannot do.
    return none
  }
}

/** Reads the answer of `wallet_getCapabilities`: by chain id in hex, `0x0` for what holds on all chains. */
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
