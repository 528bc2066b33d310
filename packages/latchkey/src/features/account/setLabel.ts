import { accountError } from '../../protocol/accountErrors.js'
import { type Kit, update } from '../Kit.js'
import { isAddressText, type Label, labelsItem, loadLabels, withLabel } from './labels.js'

/**
 * Sets the visitor's label for an address; an empty label removes it.
 *
 * - Labels are kept in this browser only, for all its tabs, the newest 200; `state.account.labels` lists them.
 * - Control and direction characters are removed; the rest is cut at 32 characters.
 * - A label does not prove who owns the address: show it beside the address, never in its place.
 *
 * @throws `ADDRESS_NOT_FOUND` if the text is not an address.
 */
export function setLabel(kit: Kit, { address, namespace, label }: Label): void {
  if (!isAddressText(address)) throw accountError('ADDRESS_NOT_FOUND')
  const known = loadLabels(kit)
  // Another tab may have set other labels in the meantime.
  const labels = withLabel(kit, kit.storage.read(labelsItem) ?? known, { address, namespace, label })
  update(kit, 'account', (state) => ({ ...state, labels }))
  kit.storage.write(labelsItem, labels)
}
