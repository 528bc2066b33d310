import { isSameAddress } from '../../core/addresses.js'
import { accountAddressPattern, isNamespace } from '../../protocol/caip.js'
import { isRecord } from '../../protocol/checks.js'
import { cleanText } from '../../protocol/schema/text.js'
import type { StorageItem } from '../../protocol/storageItems.js'
import { followItem } from '../followItem.js'
import { type Kit, type State, update } from '../Kit.js'
import type { Label, LabelledAddress } from './state.js'

export type { Label, LabelledAddress } from './state.js'

/** The most characters of a label: a longer one would push the address beside it out of sight. */
export const labelLength = 32
/** How many labels are kept, the newest ones. */
const labelLimit = 200

/** The labels, newest first. */
export const labelsItem: StorageItem<readonly Label[]> = {
  name: 'latchkey.labels',
  version: 1,
  read: (value) => (Array.isArray(value) ? value.flatMap(readLabel).slice(0, labelLimit) : undefined),
}

/** The visitor's label for an address; `undefined` if there is none, or the labels have not been read yet. */
export function labelOf(
  kit: Pick<Kit, 'adapters'>,
  { account }: { readonly account: Pick<State['account'], 'labels'> },
  of: LabelledAddress,
): string | undefined {
  return account.labels?.find((one) => isSameAddress(kit, one, of))?.label
}

/** Reads the labels from storage on the first call, and follows the changes that other tabs make. */
export function loadLabels(kit: Kit): readonly Label[] {
  const read = () => {
    const labels = kit.storage.read(labelsItem) ?? []
    update(kit, 'account', (state) => ({ ...state, labels }))
    return labels
  }
  followItem(kit, labelsItem, read)
  return kit.store.getState().account.labels ?? read()
}

/** Puts a label first in the list and removes the address's old one; an empty label only removes the old one. */
export function withLabel(
  kit: Pick<Kit, 'adapters'>,
  labels: readonly Label[],
  label: Label,
): readonly Label[] {
  const others = labels.filter((one) => !isSameAddress(kit, one, label))
  return [...readLabel(label), ...others].slice(0, labelLimit)
}

export function isAddressText(value: unknown): value is string {
  return typeof value === 'string' && accountAddressPattern.test(value)
}

function readLabel(value: unknown): readonly Label[] {
  if (!isRecord(value)) return []
  const { address, namespace, label } = value
  if (!isNamespace(namespace) || !isAddressText(address) || typeof label !== 'string') return []
  const text = cleanText(label, labelLength)
  return text === '' ? [] : [{ address, namespace, label: text }]
}
