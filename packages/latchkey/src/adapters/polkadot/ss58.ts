import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { prefixLengthOf } from './ss58Parts.js'

/** An SS58 address, read: the prefix of the network that it is written for, and the account's 32 bytes. */
export type Ss58 = { readonly prefix: number; readonly accountId: Uint8Array }

const accountIdLength = 32
const checksumLength = 2
/** Prefixes that the registry reserves; no network has them. */
const reserved = new Set([46, 47])
/** Prefixes have 14 bits. */
const mostPrefix = 16_383

/** Reads an SS58 address of an account of 32 bytes; `undefined` for anything else, and for a wrong checksum. */
export function readSs58(value: unknown): Ss58 | undefined {
  // The longest address has 50 characters.
  if (typeof value !== 'string' || value.length > 50) return undefined
  const bytes = bytesOf(value)
  const length = bytes && prefixLengthOf(bytes)
  if (bytes === undefined || length === undefined) return undefined
  if (bytes.length !== length + accountIdLength + checksumLength) return undefined
  const body = bytes.subarray(0, -checksumLength)
  const checksum = checksumOf(body)
  if (bytes.at(-2) !== checksum[0] || bytes.at(-1) !== checksum[1]) return undefined
  const prefix = prefixOf(body)
  // A small prefix in the long form would be a second way to write one address.
  if (reserved.has(prefix) || (length === 2 && prefix < 64)) return undefined
  return { prefix, accountId: body.slice(length) }
}

/** Writes an account as an address of the network with this prefix. */
export function toSs58(accountId: Uint8Array, prefix: number): string {
  if (accountId.length !== accountIdLength || !isPrefix(prefix)) throw new RangeError(`ss58 prefix ${prefix}`)
  const body = concatBytes(prefixBytesOf(prefix), accountId)
  return base58.encode(concatBytes(body, checksumOf(body)))
}

function isPrefix(value: unknown): value is number {
  return (
    Number.isInteger(value) &&
    Number(value) >= 0 &&
    Number(value) <= mostPrefix &&
    !reserved.has(Number(value))
  )
}

function bytesOf(value: string): Uint8Array | undefined {
  try {
    return base58.decode(value)
  } catch {
    return undefined
  }
}

const checksumOf = (body: Uint8Array) =>
  blake2b(concatBytes(utf8ToBytes('SS58PRE'), body)).subarray(0, checksumLength)

/** The two bytes of a long prefix have its bits in an order of their own. */
function prefixOf([first = 0, second = 0]: Uint8Array): number {
  if (first < 64) return first
  return ((first & 0b0011_1111) << 2) | (second >> 6) | ((second & 0b0011_1111) << 8)
}

function prefixBytesOf(prefix: number): Uint8Array {
  if (prefix < 64) return Uint8Array.of(prefix)
  return Uint8Array.of(
    ((prefix & 0b0000_0000_1111_1100) >> 2) | 0b0100_0000,
    (prefix >> 8) | ((prefix & 0b0000_0000_0000_0011) << 6),
  )
}
