import { accountError } from '../../protocol/accountErrors.js'
import { type Kit, update } from '../Kit.js'
import { isAddressText, type Label, labelsItem, loadLabels, withLabel } from './labels.js'

/**
 * Gives an address the name that the visitor typed for it, or with an empty one takes its name away.
 *
 * - Kept in this browser only, for all its tabs; the newest 200. They are in `state.account.labels`.
 * - Control and direction characters go; the rest is cut at 32 characters.
 * - A name says nothing of who has the address: show it beside the address, never in its place.
 *
 * @throws `ADDRESS_NOT_FOUND` where the text is no address.
 */
export function setLabel(kit: Kit, { address, namespace, label }: Label): void {
  if (!isAddressText(address)) throw accountError('ADDRESS_NOT_FOUND')
  const known = loadLabels(kit)
  // Another tab may have named others meanwhile.
  const labels = withLabel(kit, kit.storage.read(labelsItem) ?? known, { address, namespace, label })
  update(kit, 'account', (state) => ({ ...state, labels }))
  kit.storage.write(labelsItem, labels)
}
