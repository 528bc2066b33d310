import type { Capabilities } from '../../core/adapter.js'
import { sleep } from '../../core/sleep.js'
import { identityMaxAge } from '../../protocol/constants.js'
import { walletProvider } from '../connection/walletProvider.js'
import type { Kit } from '../Kit.js'
import type { Account } from './state.js'

const none: Capabilities = { isAtomic: false, hasAssets: false }
/** How long a wallet may take to answer, in milliseconds. */
const patience = 2_000

/**
 * Asks the wallet for its capabilities; none if it does not know the method or takes longer than 2 s. Cached 5 min.
 *
 * A wallet behind the connection protocol is not asked: the question alone would bring its app to the front.
 */
export async function capabilitiesOf(kit: Kit, account: Account): Promise<Capabilities> {
  const { caipAddress, connectorId, namespace } = account
  const type = kit.connectors.get(connectorId)?.info.type
  const isAsked = kit.adapters.get(namespace)?.capabilities !== undefined
  if (!isAsked || type === undefined || type === 'WALLET_CONNECT') return none
  return kit.cache.get(`capabilities ${connectorId} ${caipAddress}`, {
    maxAge: identityMaxAge,
    load: () => Promise.race([ask(kit, account), sleep(kit.clock, patience).then(() => none)]),
  })
}

async function ask(kit: Kit, { address, namespace, networkId }: Account): Promise<Capabilities> {
  try {
    const provider = await walletProvider(kit, { namespace })
    const answer = await kit.adapters.get(namespace)?.capabilities?.({ provider, address, networkId })
    return answer ?? none
  } catch {
    // The wallet does not know the method, so it has no capabilities.
    return none
  }
}
