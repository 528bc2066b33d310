import { isSameAddress } from '../../core/addresses.js'
import { labelOf } from '../account/labels.js'
import type { Account } from '../account/state.js'
import type { Kit, State } from '../Kit.js'

export type Suggestion = {
  readonly address: string
  /** What the visitor calls it. */
  readonly label?: string | undefined
}

/** How many are offered: the form's button stays in sight. */
const limit = 3

/**
 * The recipients that contain the typed text: first those that the visitor has sent to from this browser, newest first,
 * then addresses that they have named. Addresses that only sent to the visitor are never suggested: anybody can send.
 */
export function suggestRecipients(
  kit: Pick<Kit, 'adapters'>,
  state: State,
  account: Account,
  text: string,
): readonly Suggestion[] {
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
      const isSame = (other: string) =>
        isSameAddress(kit, { address, namespace }, { address: other, namespace })
      return !isSame(account.address) && addresses.findIndex(isSame) === index
    })
    .map((address) => ({ address, label: labelOf(kit, state, { address, namespace }) }))
    .filter(({ address, label = '' }) => [address, label].some((word) => word.toLowerCase().includes(wanted)))
    .slice(0, limit)
}
