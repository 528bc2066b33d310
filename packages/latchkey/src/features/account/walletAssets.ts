import { sleep } from '../../core/sleep.js'
import type { CaipAddress } from '../../protocol/caip.js'
import type { Balance } from '../../protocol/entities/Balance.js'
import { parseCaipAddress } from '../../protocol/parseCaipAddress.js'
import { walletProvider } from '../connection/walletProvider.js'
import type { Kit } from '../Kit.js'
import { capabilitiesOf } from './capabilitiesOf.js'
import type { Account } from './state.js'

/** How long a wallet may take to list an account's assets before the service is asked, in milliseconds. */
const patience = 4_000

/**
 * The account's assets as the wallet itself lists them, asked in its chain family's way (`Adapter.assets`). `undefined`
 * if the wallet does not offer that, fails, takes longer than 4 s or answers unsoundly: then the service is asked.
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
    // The wallet offers the method and still fails; the service is asked instead.
    return undefined
  }
}

/**
 * Whether a token is what its name says: the network's own coin, or a contract on a list. A token on no list shows no
 * picture and counts in no total, because its maker chose its name, symbol and price.
 */
export function isListed(token: Pick<Balance, 'address' | 'isVerified'>): boolean {
  return contractOf(token) === undefined || token.isVerified === true
}

/** The contract of a token in a balance list; `undefined` for the network's own coin. */
export function contractOf(token: { readonly address?: CaipAddress | undefined }): string | undefined {
  const address = token.address === undefined ? undefined : parseCaipAddress(token.address)?.address
  return address === undefined || /^0xe{40}$/i.test(address) ? undefined : address
}
