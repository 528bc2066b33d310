import { isSameAddress, labelOf } from '../account/labels.js'
import type { Account } from '../account/state.js'
import type { State } from '../Kit.js'

export type Suggestion = {
  readonly address: string
  /** What the visitor calls it. */
  readonly label?: string | undefined
}

/** How many are offered: the form's button stays in sight. */
const limit = 3

/**
 * Whom the visitor may mean: whom they sent to from here, newest first, then the addresses that they have named; those
 * that what is typed is a part of. Nobody who only sent to them is among these: that may be anybody.
 */
export function suggestRecipients(state: State, account: Account, text: string): readonly Suggestion[] {
  const { namespace } = account
  const { sent = [], labels = [] } = state.account
  const recent = sent.filter(
    ({ from, networkId, status }) =>
      networkId.startsWith(`${namespace}:`) && from === account.address && status !== 'failed',
  )
  const named = labels.filter((label) => label.namespace === namespace)
  const addresses = [...recent.map(({ to }) => to), ...named.map(({ address }) => address)]
  const wanted = text.trim().toLowerCase()
  return addresses
    .filter((address, index) => {
      const isSame = (other: string) => isSameAddress({ address, namespace }, { address: other, namespace })
      return !isSame(account.address) && addresses.findIndex(isSame) === index
    })
    .map((address) => ({ address, label: labelOf(state, { address, namespace }) }))
    .filter(({ address, label = '' }) => [address, label].some((word) => word.toLowerCase().includes(wanted)))
    .slice(0, limit)
}
