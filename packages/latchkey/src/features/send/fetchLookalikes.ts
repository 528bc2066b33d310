import { callEndpoint } from '../../core/callEndpoint.js'
import { sleep } from '../../core/sleep.js'
import { getLookalikes } from '../../protocol/http/blockchain.js'
import { isServed } from '../account/isServed.js'
import type { Account } from '../account/state.js'
import type { Kit } from '../Kit.js'

/** How long the service is waited for; without it the address is compared with fewer others. */
const patience = 3_000
/** How many characters of each end the service gets. */
const endLength = 7

/** Addresses to compare with. `isPartial`: the service reads on, or is slow, and may name more later. */
export type Lookalikes = { readonly addresses: readonly string[]; readonly isPartial: boolean }

const nobody: Lookalikes = { addresses: [], isPartial: false }

/**
 * Asks the service whom the account has sent to, in its whole history, that looks like an address. The answer is only
 * more to compare with: it makes no address a known one, because a service may lie. Never throws.
 *
 * @param body The address without the prefix that all of its kind share.
 */
export function fetchLookalikes(kit: Kit, account: Account, body: string): Promise<Lookalikes> {
  const { address, namespace, networkId } = account
  const ask = async (): Promise<Lookalikes> => {
    if (!(await isServed(kit, networkId, 'history'))) return nobody
    // On all chains: who was paid on another one is known here, too.
    const query = { start: body.slice(0, endLength), end: body.slice(-endLength) }
    const { addresses, isPartial = false } = await callEndpoint(kit, getLookalikes, {
      params: { address },
      query,
    })
    const adapter = kit.adapters.get(namespace)
    const read = await Promise.all(addresses.map((one) => adapter?.toAddress(one)))
    // What is no address of the family would be shown as one that the visitor knows.
    return { addresses: read.filter((one) => one !== undefined), isPartial }
  }
  const late = sleep(kit.clock, patience).then(() => ({ ...nobody, isPartial: true }))
  return Promise.race([ask().catch(() => nobody), late])
}
