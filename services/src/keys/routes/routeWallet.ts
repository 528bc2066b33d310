import {
  changeText,
  commitWallet,
  commitWalletBody,
  emptyBody,
  getWallet,
  type HeldWallet,
  prepareWallet,
  prepareWalletBody,
  type WalletVersion,
} from 'latchkey/protocol'
import type { App } from '../../shared/app.js'
import { HttpError } from '../../shared/HttpError.js'
import { checkNext } from '../checkNext.js'
import type { KeysParts } from '../Parts.js'
import type { SlotRow } from '../store/slots.js'
import { digestOf, type WalletRow } from '../store/wallets.js'
import { custodyOf, heldWallet } from './heldWallet.js'
import { isSigned } from './isSigned.js'
import { charge, keysRoute, noteRefusal, walletOf } from './keysRoute.js'

/** Most bytes of a version: 32 slots with the longest ids of passkeys. */
const size = 256 * 1_024

/** Serves reading a wallet, and changing it in two phases. */
export function routeWallet(app: App, parts: KeysParts): void {
  const { context, wallets, slots, deletions, endSessions } = parts

  async function holdingOf(row: WalletRow, key: string): Promise<HeldWallet | undefined> {
    const current = await wallets.read(row)
    return current && heldWallet(row.wallet, current.version, { rows: await slots.list(row), key })
  }

  keysRoute(app, parts, { endpoint: getWallet, body: emptyBody }, async ({ owner, login }) => {
    const row = await wallets.find(owner)
    if (row?.isDeleting) await deletions.finish(row)
    const wallet = row === undefined || row.isDeleting ? undefined : await holdingOf(row, login.key)
    return { project: owner.project, ...(wallet === undefined ? {} : { wallet }) }
  })

  keysRoute(
    app,
    parts,
    { endpoint: prepareWallet, body: prepareWalletBody, size },
    async ({ owner, login, body: { wallet, over, next, proof } }) => {
      const row = await walletOf(parts, owner)
      if (wallet !== row.wallet) throw new HttpError('NOT_FOUND', { details: 'no such wallet' })
      if (over !== row.version) throw new HttpError('CONFLICT')
      const before = (await wallets.read(row))?.version
      // Another device has committed just now: it may have another key, with which this change is not signed.
      if ((before?.version ?? 0) !== over) throw new HttpError('CONFLICT')
      const text = changeText({ project: row.project, wallet, over, digest: digestOf(next) })
      if (before !== undefined && !isSigned(text, before.changeKey, proof)) {
        await noteRefusal(parts, row, { event: 'refused' })
        throw new HttpError('FORBIDDEN', { message: 'The change is not signed with the wallet’s key' })
      }
      const problem = checkNext(before, next, {
        slotOf: await knownSlots(row, login.key),
        isOperatorAllowed: context.settings.keysConvenience === '1',
      })
      if (problem !== undefined) throw new HttpError('INVALID_BODY', { details: problem })
      await wallets.prepare(row, login.key, next)
      return {}
    },
  )

  keysRoute(
    app,
    parts,
    { endpoint: commitWallet, body: commitWalletBody },
    async ({ owner, login, body: { wallet, over, version, digest } }) => {
      const row = await walletOf(parts, owner)
      if (wallet !== row.wallet) throw new HttpError('NOT_FOUND', { details: 'no such wallet' })
      const pending = await wallets.pending(row, login.key, digest)
      if (row.version === over && pending?.version === version && (await isUsable(row, login.key, pending))) {
        const before = (await wallets.read(row))?.version
        const rows = await slots.list(row)
        await chargeDevices(parts, row, { before, next: pending })
        if (await wallets.commit(row, pending)) {
          const { gone, staying } = keysOf(rows, pending, login.key)
          for (const key of gone) await endSessions(owner, key, staying)
          await tellChanges(parts, row, { before, next: pending })
          return { isCommitted: true }
        }
      }
      const now = await walletOf(parts, owner)
      const current = await wallets.read(now)
      // The answer to this commit was lost, and it is asked for again.
      if (current !== undefined && current.digest === digest && current.version.version === version)
        return { isCommitted: true }
      const winner = await holdingOf(now, login.key)
      return { isCommitted: false, ...(winner === undefined ? {} : { winner }) }
    },
  )

  /** The slots that the session with this key may put into a version. */
  async function knownSlots(row: WalletRow, key: string) {
    const rows = await slots.list(row)
    const known = await Promise.all(
      rows.map(async ({ slot, type, isKept, ownerKey }) => {
        const credential = type === 'passkey' ? await slots.openCredential(row, slot) : undefined
        const isUsable = isKept || ownerKey === key
        return [slot, { type, isUsable, credentialId: credential?.credentialId }] as const
      }),
    )
    const byId = new Map(known)
    return (id: string) => byId.get(id)
  }

  /** Whether all halves of a pending version are still there. */
  async function isUsable(row: WalletRow, key: string, version: WalletVersion): Promise<boolean> {
    const slotOf = await knownSlots(row, key)
    return version.slots.every(({ id }) => slotOf(id)?.isUsable === true)
  }
}

/**
 * The session keys of the devices that a version leaves out: the visitor has removed them, so they are logged out too. Those of the other
 * devices stay, and the one that makes the change.
 */
function keysOf(
  rows: readonly SlotRow[],
  next: WalletVersion,
  own: string,
): { readonly gone: ReadonlySet<string>; readonly staying: readonly string[] } {
  const devices = rows.filter(({ type, isKept }) => type === 'device' && isKept)
  const isLeft = ({ slot }: SlotRow) => next.slots.some(({ id }) => id === slot)
  // A device that has lost its own key gets a new slot in the place of the old one, with the same session.
  const left = rows.filter((row) => row.type === 'device' && isLeft(row)).map(({ ownerKey }) => ownerKey)
  const staying = [...new Set([...left, own])]
  const gone = devices.map(({ ownerKey }) => ownerKey).filter((key) => !staying.includes(key))
  return { gone: new Set(gone), staying }
}

/**
 * Counts the devices that a version adds to a wallet. They count at the commit, not when a session asks for a slot: any session can ask, but the
 * wallet's key signs the commit. Throws 429.
 */
async function chargeDevices(
  parts: KeysParts,
  { wallet }: WalletRow,
  { before, next }: { readonly before: WalletVersion | undefined; readonly next: WalletVersion },
): Promise<void> {
  // Those of the first version are its maker's own.
  if (before === undefined) return
  for (const { id, type } of next.slots) {
    const isNew = type === 'device' && before.slots.every((slot) => slot.id !== id)
    if (isNew) await charge(parts, wallet, 'device')
  }
}

/** Tells the owner which ways in came and went. The first ones they have just made themselves. */
async function tellChanges(
  { tell }: KeysParts,
  { project, user }: WalletRow,
  { before, next }: { readonly before: WalletVersion | undefined; readonly next: WalletVersion },
): Promise<void> {
  if (before === undefined) return
  for (const { id, type, label } of next.slots) {
    if (before.slots.some((slot) => slot.id === id)) continue
    await tell({ project, user }, { type: type === 'device' ? 'device-added' : 'way-added', label })
  }
  for (const { id, label } of before.slots) {
    if (!next.slots.some((slot) => slot.id === id))
      await tell({ project, user }, { type: 'way-removed', label })
  }
  if (custodyOf(before) !== custodyOf(next)) await tell({ project, user }, { type: 'custody-changed' })
}
