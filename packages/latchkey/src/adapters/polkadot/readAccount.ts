import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { accountError } from '../../protocol/accountErrors.js'
import { type Ask, hex } from './node.js'
import { readSs58 } from './ss58.js'

/** What a chain keeps of an account, in base units. */
export type ChainAccount = {
  readonly nonce: number
  /** All that the account can use or has locked, without what is reserved. */
  readonly free: bigint
  /** The part of `free` that cannot be sent: staked, vesting, voted with. */
  readonly locked: bigint
}

/** `System.Account`: the hashes of the pallet's and the map's names begin the keys of its entries. */
const map = '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'
/** Marks accounts for which locked and reserved amounts overlap. */
const newLogic = 1n << 127n

/** Reads an account's balance, in the newest block or in a given one. Needs no metadata: all chains keep it alike. */
export async function readAccount(ask: Ask, address: string, block?: string): Promise<ChainAccount> {
  const key = storageKeyOf(address)
  const entry = await ask(v.nullable(hex), 'state_getStorage', key, ...(block === undefined ? [] : [block]))
  // An account without an entry has nothing.
  if (entry === null) return { nonce: 0, free: 0n, locked: 0n }
  const bytes = hexToBytes(entry.slice(2))
  // nonce, consumers, providers, sufficients: 4 bytes each; then free, reserved, frozen, flags: 16 bytes each.
  if (bytes.length !== 80) throw accountError('TOKEN_BALANCE_UNAVAILABLE', { details: 'System.Account' })
  const [free = 0n, reserved = 0n, frozen = 0n, flags = 0n] = [16, 32, 48, 64].map((at) =>
    amountAt(bytes, at),
  )
  return { nonce: Number(intAt(bytes, 0, 4)), free, locked: lockedOf(free, reserved, frozen, flags) }
}

/**
 * On older chains the last two amounts are what is locked for sending and for fees. The larger one counts; what is
 * reserved is not taken off there.
 */
function lockedOf(free: bigint, reserved: bigint, frozen: bigint, flags: bigint): bigint {
  const isNew = (flags & newLogic) !== 0n
  const locked = isNew ? frozen - reserved : frozen > flags ? frozen : flags
  if (locked <= 0n) return 0n
  return locked > free ? free : locked
}

function storageKeyOf(address: string): string {
  const read = readSs58(address)
  if (read === undefined) throw accountError('ADDRESS_NOT_FOUND')
  const { accountId } = read
  return `0x${map}${bytesToHex(blake2b(accountId, { dkLen: 16 }))}${bytesToHex(accountId)}`
}

const amountAt = (bytes: Uint8Array, at: number) => intAt(bytes, at, 16)

function intAt(bytes: Uint8Array, at: number, length: number): bigint {
  return bytes.subarray(at, at + length).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
}
