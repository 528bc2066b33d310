import type { Kit } from '../Kit.js'
import type { Account } from './state.js'

/** What an account's receive code contains: a link of its chain family, else the address, which wallets read too. */
export async function receiveLink(kit: Kit, { account }: { readonly account: Account }): Promise<string> {
  const { address, namespace, networkId } = account
  try {
    const links = await kit.adapters.get(namespace)?.paymentLinks?.()
    return links?.make({ networkId, address }) ?? address
  } catch {
    // The code that makes links could not be loaded: an address without its chain is better than no code.
    return address
  }
}
