import { sleep } from '../../core/sleep.js'
import type { CaipAddress } from '../../protocol/caip.js'
import type { Balance } from '../../protocol/entities/Balance.js'
import { parseCaipAddress } from '../../protocol/parseCaipAddress.js'
import { walletProvider } from '../connection/walletProvider.js'
import type { Kit } from '../Kit.js'
import { capabilitiesOf } from './capabilitiesOf.js'
import type { Account } from './state.js'

/** How long a wallet may take to tell what an account has, before the service is asked. */
const patience = 4_000

/**
 * What the wallet itself says that the account holds, as its chain family asks (`Adapter.assets`); `undefined` where it
 * does not offer that, fails, does not answer in 4 s, or says anything unsound: then the service is asked.
 */
export async function walletAssets(kit: Kit, account: Account): Promise<readonly Balance[] | undefined> {
  const { address, namespace, networkId } = account
  const adapter = kit.adapters.get(namespace)
  if (adapter?.assets === undefined || !(await capabilitiesOf(kit, account)).hasAssets) return undefined
  try {
    const provider = await walletProvider(kit, { namespace })
    const asked = adapter.assets({ provider, address, networkId })
    return await Promise.race([asked, sleep(kit.clock, patience).then(() => undefined)])
  } catch {
    // The wallet offered what it cannot do; the service can.
    return undefined
  }
}

/**
 * Whether a token is the one that its name says: the network's own coin, or a contract that a list has. What no list has
 * wears no picture, and counts in no total: its name, symbol and price are what its maker wrote.
 */
export function isListed(token: Pick<Balance, 'address' | 'isVerified'>): boolean {
  return contractOf(token) === undefined || token.isVerified === true
}

/** The contract of a token in a balance list; `undefined` for the network's own coin. */
export function contractOf(token: { readonly address?: CaipAddress | undefined }): string | undefined {
  const address = token.address === undefined ? undefined : parseCaipAddress(token.address)?.address
  return address === undefined || /^0xe{40}$/i.test(address) ? undefined : address
}
