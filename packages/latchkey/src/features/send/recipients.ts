import { isSameAddress } from '../../core/addresses.js'
import type { Namespace } from '../../protocol/caip.js'
import type { StorageItem } from '../../protocol/storageItems.js'
import { isAddressText } from '../account/labels.js'
import type { Kit } from '../Kit.js'

/** How many of a chain family are kept, the newest of them, and how many characters they may have together. */
export const recipientLimit = 1_000
const sizeLimit = 60_000

/**
 * The addresses that this visitor has sent to in a chain family, newest first. A typed address is compared with them.
 * The list of sent transfers keeps 30, and a history lasts as long as its page is loaded; this list outlives both.
 */
export function recipientsItem(namespace: Namespace): StorageItem<readonly string[]> {
  return {
    name: `latchkey.recipients.${namespace}`,
    version: 1,
    read: (value) => (Array.isArray(value) ? bounded(value.filter(isAddressText)) : undefined),
  }
}

/**
 * Adds recipients to those known of a chain family, and returns all of them: first those that were sent to from here,
 * newest first. Those of a history only fill the room that is left, so a service that lies pushes out none of them.
 */
export function rememberRecipients(
  kit: Kit,
  {
    namespace,
    addresses,
    // Stryker disable next-line ArrayDeclaration: the text that Stryker inserts is no address, so it is left out.
    fromHistory = [],
  }: {
    readonly namespace: Namespace
    readonly addresses: readonly string[]
    /** Absent recipients and texts that are no address are left out. */
    readonly fromHistory?: readonly (string | undefined)[]
  },
): readonly string[] {
  const item = recipientsItem(namespace)
  // Read each time: another tab may have added to it.
  const known = kit.storage.read(item) ?? []
  const isSame = (address: string) => (other: string) =>
    isSameAddress(kit, { address, namespace }, { address: other, namespace })
  const firstOf = (list: readonly (string | undefined)[], others: readonly string[]) =>
    list
      .filter(isAddressText)
      .filter((one, index, all) => all.findIndex(isSame(one)) === index && !others.some(isSame(one)))
  const added = firstOf(addresses, known)
  const ours = bounded([...added, ...known])
  const all = [...ours, ...firstOf(fromHistory, ours)]
  const kept = bounded(all)
  if (kept.length > known.length || added.length > 0) kit.storage.write(item, kept)
  // What has no room to be kept still counts while its history shows.
  return all
}

function bounded(addresses: readonly string[]): readonly string[] {
  let size = 0
  return addresses.slice(0, recipientLimit).filter(({ length }) => {
    size += length + 3
    return size <= sizeLimit
  })
}
