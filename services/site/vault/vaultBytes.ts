import type { SlotType } from 'latchkey/protocol'
import { asBytes, type Bytes, fromText, toText } from './bytes.js'
import { VaultError } from './VaultError.js'

/** A slot as the vault names it, so that the server cannot add one. */
export type ListedSlot = { readonly id: string; readonly type: SlotType; readonly publicKey: string }

/** What a vault holds. */
export type VaultContents = {
  /** The 16 bytes that the accounts come of. */
  readonly entropy: Bytes
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly slots: readonly ListedSlot[]
}

/** The types by the numbers that vaults have for them; a number is never given to another type. */
const types: readonly SlotType[] = ['device', 'passkey', 'password', 'kit', 'operator']
const format = 1
const headLength = 1 + 16 + 8 + 1
const slotLength = 16 + 1 + 65

/**
 * Writes what a vault holds: a format number, the entropy, the time, and the slots (id, type, public key). No text is made of the entropy.
 * The caller wipes the bytes.
 */
export function writeVault({ entropy, createdAt, slots }: VaultContents): Bytes {
  const bytes = new Uint8Array(headLength + slots.length * slotLength)
  bytes[0] = format
  bytes.set(entropy, 1)
  new DataView(bytes.buffer).setBigUint64(17, BigInt(createdAt))
  bytes[25] = slots.length
  for (const [index, { id, type, publicKey }] of slots.entries()) {
    const at = headLength + index * slotLength
    bytes.set(fromText(id, 16), at)
    bytes[at + 16] = types.indexOf(type)
    bytes.set(fromText(publicKey, 65), at + 17)
  }
  return bytes
}

/** Reads what a vault holds. Throws `damaged`. The caller wipes the entropy. */
export function readVault(bytes: Bytes): VaultContents {
  const count = bytes[25] ?? 0
  if (bytes[0] !== format || bytes.length !== headLength + count * slotLength)
    throw new VaultError('damaged', 'the vault has no known form')
  const slots = Array.from({ length: count }, (_, index) => {
    const slot = bytes.subarray(headLength + index * slotLength, headLength + (index + 1) * slotLength)
    const type = types[slot[16] ?? types.length]
    if (type === undefined) throw new VaultError('damaged', 'the vault names a slot of no known type')
    return { id: toText(slot.subarray(0, 16)), type, publicKey: toText(slot.subarray(17)) }
  })
  const createdAt = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(17))
  return { entropy: asBytes(bytes.slice(1, 17)), createdAt, slots }
}
