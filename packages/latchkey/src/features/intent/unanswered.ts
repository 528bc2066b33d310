import type { PlainIntent } from '../../core/intent.js'
import { defineSlot } from '../../core/slots.js'
import { isRecord } from '../../protocol/checks.js'
import { isShortText, type StorageItem } from '../../protocol/storageItems.js'
import type { Kit } from '../Kit.js'

/** A request that a wallet has not answered, without what it is about. */
export type Unanswered = Pick<PlainIntent, 'id' | 'kind' | 'connectorId'> & {
  /** Epoch milliseconds. */
  readonly askedAt: number
}

/** How long a wallet is likely to show a request after its page has gone, in milliseconds. */
const lifetime = 300_000
const limit = 10

/**
 * Signatures and requests of the app that a wallet has not answered. A later page tells the visitor of them, and does
 * nothing else with them (docs/decisions/207).
 */
export const unansweredItem: StorageItem<readonly Unanswered[]> = {
  name: 'latchkey.unanswered',
  version: 1,
  read: (value) => (Array.isArray(value) ? value.slice(-limit).filter(isUnanswered) : undefined),
}

/** The ids of the requests that this page has made. */
const ownSlot = defineSlot<Set<string>>('intent.noted')

/** Notes that a wallet is asked now. */
export function noteUnanswered(kit: Kit, { id, kind, connectorId }: PlainIntent): void {
  kit.slots.ensure(ownSlot, () => new Set()).add(id)
  const all = [...freshOf(kit), { id, kind, connectorId, askedAt: kit.clock.now() }]
  kit.storage.write(unansweredItem, all.slice(-limit))
}

/** Forgets requests that are answered or given up, or that the visitor was told of. */
export function forgetUnanswered(kit: Kit, ids: readonly string[]): void {
  const before = kit.storage.read(unansweredItem) ?? []
  const after = before.filter(({ id }) => !ids.includes(id))
  if (after.length < before.length) kit.storage.write(unansweredItem, after.length > 0 ? after : undefined)
}

/** The requests that earlier pages, or other tabs, have made a short while ago. */
export function leftUnanswered(kit: Kit): readonly Unanswered[] {
  const own = kit.slots.get(ownSlot)
  return freshOf(kit).filter(({ id }) => own?.has(id) !== true)
}

function freshOf({ storage, clock }: Kit): readonly Unanswered[] {
  const now = clock.now()
  const all = storage.read(unansweredItem) ?? []
  // A time in the future means that the clock was set back.
  return all.filter(({ askedAt }) => askedAt <= now && now - askedAt < lifetime)
}

function isUnanswered(value: unknown): value is Unanswered {
  return (
    isRecord(value) &&
    isShortText(value.id) &&
    isShortText(value.connectorId) &&
    ['message', 'signIn', 'request'].includes(value.kind as string) &&
    Number.isSafeInteger(value.askedAt)
  )
}
