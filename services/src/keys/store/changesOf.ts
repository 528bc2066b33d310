import type { WalletVersion } from 'latchkey/protocol'
import type { AuditEntry } from './auditLog.js'

/** What a version changes in the one before: the slots that are gone, and the entries of the log. */
export function changesOf(
  before: WalletVersion | undefined,
  next: WalletVersion,
): { readonly removed: readonly string[]; readonly entries: readonly AuditEntry[] } {
  const known = before?.slots ?? []
  const isIn = (slots: WalletVersion['slots'], id: string) => slots.some((slot) => slot.id === id)
  const added = next.slots.filter(({ id }) => !isIn(known, id))
  const removed = known.filter(({ id }) => !isIn(next.slots, id))
  const entryOf =
    (event: AuditEntry['event']) =>
    ({ id, label }: WalletVersion['slots'][number]) => ({ event, slot: id, label })
  return {
    removed: removed.map(({ id }) => id),
    entries: [
      ...(before === undefined ? [{ event: 'wallet-created' as const }] : []),
      ...added.map(entryOf('slot-added')),
      ...removed.map(entryOf('slot-removed')),
      ...(before !== undefined && before.epoch !== next.epoch ? [{ event: 'keys-rotated' as const }] : []),
    ],
  }
}
