import type { SlotType, WalletSlot, WalletVersion } from 'latchkey/protocol'

/** A slot as the server knows it. */
export type KnownSlot = {
  readonly type: SlotType
  /** Whether a session with the asking key may use it: a committed version has it, or the session has just made it. */
  readonly isUsable: boolean
  /** The passkey's credential. */
  readonly credentialId?: string | undefined
}

/**
 * Says what is wrong with a wallet's next version, or nothing. The server cannot read a vault, but a version that it accepts has only ways in
 * whose halves it holds, and keeps what a change must not touch.
 */
export function checkNext(
  before: WalletVersion | undefined,
  next: WalletVersion,
  {
    slotOf,
    isOperatorAllowed,
  }: { readonly slotOf: (id: string) => KnownSlot | undefined; readonly isOperatorAllowed: boolean },
): string | undefined {
  if (next.version !== (before?.version ?? 0) + 1) return 'version: must be the next one'
  const isSameEpoch = next.epoch === before?.epoch
  if (!isSameEpoch && next.epoch !== (before?.epoch ?? 0) + 1)
    return 'epoch: must be the same or the next one'
  if (before !== undefined) {
    const { eip155, solana } = before.addresses
    if (next.addresses.eip155 !== eip155 || next.addresses.solana !== solana)
      return 'addresses: a wallet keeps its addresses'
    if (isSameEpoch !== (next.changeKey === before.changeKey))
      return 'changeKey: a new epoch has a new one, and only that'
  }
  if (!hasLength(next.changeKey, 32) || !hasLength(next.vault.iv, 12)) return 'vault: wrong length'
  const ids = new Set(next.slots.map(({ id }) => id))
  if (ids.size !== next.slots.length) return 'slots: one id twice'
  if (isSameEpoch && before.slots.some(({ id }) => !ids.has(id)))
    return 'epoch: removing a slot begins a new one'
  for (const [index, slot] of next.slots.entries()) {
    const old = before?.slots.find(({ id }) => id === slot.id)
    const problem = old === undefined ? newProblem(slot) : (shapeProblem(slot) ?? changeProblem(old, slot))
    if (problem !== undefined) return `slots.${index}.${problem}`
  }
  return undefined

  function newProblem(slot: WalletSlot): string | undefined {
    const known = slotOf(slot.id)
    if (known?.isUsable !== true || known.type !== slot.type) return 'id: has no half'
    if (slot.type === 'operator' && !isOperatorAllowed) return 'type: the operator offers no such slot'
    if (known.credentialId !== slot.credentialId) return 'credentialId: is not the registered one'
    return shapeProblem(slot)
  }
}

/** What a slot keeps for as long as it is there. */
const lasting = ['type', 'publicKey', 'point', 'credentialId', 'salt'] as const

function changeProblem(old: WalletSlot, slot: WalletSlot): string | undefined {
  const changed = lasting.find((name) => old[name] !== slot[name])
  return changed === undefined ? undefined : `${changed}: a slot keeps it`
}

function shapeProblem({ type, publicKey, locked, sealed, point, credentialId, salt }: WalletSlot) {
  if (!isPoint(publicKey)) return 'publicKey: is no point'
  // A P-256 key, and its tag.
  if (!hasLength(locked.iv, 12) || !hasLength(locked.text, 48)) return 'locked: wrong length'
  // The vault key, and its tag.
  if (!isPoint(sealed.enc) || !hasLength(sealed.text, 48)) return 'sealed: wrong length'
  if ((type === 'device') !== (point !== undefined) || (point !== undefined && !isPoint(point)))
    return 'point: only a device has one'
  if ((type === 'passkey') !== (credentialId !== undefined)) return 'credentialId: only a passkey has one'
  if ((type === 'passkey') !== (salt !== undefined) || (salt !== undefined && !hasLength(salt, 32)))
    return 'salt: only a passkey has one'
  return undefined
}

/** Whether a text is base64url of this many bytes. */
function hasLength(text: string, length: number): boolean {
  return text.length === Math.ceil((length * 4) / 3) && Buffer.from(text, 'base64url').length === length
}

/** Whether a text has the form of an uncompressed point; whoever uses it checks that it is on the curve. */
function isPoint(text: string): boolean {
  return hasLength(text, 65) && Buffer.from(text, 'base64url')[0] === 4
}
