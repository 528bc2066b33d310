import { base58 } from '@scure/base'

/** The most bytes of a transaction that the network takes. */
export const mostWire = 1_232

type SolanaInstruction = {
  readonly programIndex: number
  readonly accountIndexes: readonly number[]
  readonly data: Uint8Array
}

/** Accounts that a message takes from a table on the chain, by their places in it. */
export type Lookup = {
  readonly table: string
  readonly writable: readonly number[]
  readonly readonly: readonly number[]
}

export type SolanaMessage = {
  readonly version: 'legacy' | 0
  readonly required: number
  readonly readonlySigned: number
  readonly readonlyUnsigned: number
  /** Base58, the account that pays the fee first. */
  readonly accounts: readonly string[]
  readonly blockhash: string
  readonly instructions: readonly SolanaInstruction[]
  readonly lookups: readonly Lookup[]
}

export type SolanaTransaction = {
  /** 64 bytes each, zeros where one is missing; in the order of the accounts. */
  readonly signatures: readonly Uint8Array[]
  readonly message: SolanaMessage
  /** What is signed. */
  readonly messageBytes: Uint8Array
}

/**
 * Reads a transaction, legacy or version 0. Strict: every byte is read, and what the network would not take is refused.
 *
 * @throws `TypeError` for anything else
 */
export function readTransactionWire(wire: Uint8Array): SolanaTransaction {
  const reader = createReader(wire)
  const signatures = reader.list(() => reader.bytes(64))
  const messageBytes = wire.slice(reader.position())
  const message = readMessageWire(messageBytes)
  if (signatures.length !== message.required) throw new TypeError('signatures')
  return { signatures, message, messageBytes }
}

/** Reads the message of a transaction. @throws `TypeError` for anything else */
export function readMessageWire(bytes: Uint8Array): SolanaMessage {
  const reader = createReader(bytes)
  const first = reader.byte()
  const isVersioned = first >= 0x80
  if (isVersioned && first !== 0x80) throw new TypeError('version')
  const required = isVersioned ? reader.byte() : first
  const [readonlySigned, readonlyUnsigned] = [reader.byte(), reader.byte()]
  const accounts = reader.list(() => base58.encode(reader.bytes(32)))
  const blockhash = base58.encode(reader.bytes(32))
  const instructions = reader.list(() => ({
    programIndex: reader.byte(),
    accountIndexes: reader.list(reader.byte),
    data: reader.bytes(reader.length()),
  }))
  const lookups = isVersioned
    ? reader.list(() => ({
        table: base58.encode(reader.bytes(32)),
        writable: reader.list(reader.byte),
        readonly: reader.list(reader.byte),
      }))
    : []
  if (reader.position() !== bytes.length) throw new TypeError('trailing bytes')
  const message: SolanaMessage = {
    version: isVersioned ? 0 : 'legacy',
    ...{ required, readonlySigned, readonlyUnsigned, accounts, blockhash, instructions, lookups },
  }
  requireSound(message)
  return message
}

/** What the network checks before it looks at signatures. */
function requireSound({
  required,
  readonlySigned,
  readonlyUnsigned,
  accounts,
  instructions,
  lookups,
}: SolanaMessage) {
  const looked = lookups.reduce((sum, { writable, readonly }) => sum + writable.length + readonly.length, 0)
  const isSound =
    required > 0 &&
    readonlySigned < required &&
    required + readonlyUnsigned <= accounts.length &&
    accounts.length + looked <= 256 &&
    new Set(accounts).size === accounts.length &&
    lookups.every(({ writable, readonly }) => writable.length + readonly.length > 0) &&
    instructions.every(
      ({ programIndex, accountIndexes }) =>
        programIndex > 0 &&
        programIndex < accounts.length &&
        accountIndexes.every((index) => index < accounts.length + looked),
    )
  if (!isSound) throw new TypeError('indexes')
}

/** Whether the transaction may change an account, by its place among all of them. */
export function isWritable(
  { required, readonlySigned, readonlyUnsigned, accounts, lookups }: SolanaMessage,
  index: number,
): boolean {
  if (index < required) return index < required - readonlySigned
  if (index < accounts.length) return index < accounts.length - readonlyUnsigned
  const writable = lookups.reduce((sum, lookup) => sum + lookup.writable.length, 0)
  return index - accounts.length < writable
}

function createReader(bytes: Uint8Array) {
  let at = 0
  function byte(): number {
    const value = bytes[at]
    if (value === undefined) throw new TypeError('too short')
    at += 1
    return value
  }
  function take(length: number): Uint8Array {
    if (at + length > bytes.length) throw new TypeError('too short')
    at += length
    return bytes.slice(at - length, at)
  }
  /** A length in one to three bytes of seven bits; the shortest form only. */
  function length(): number {
    let value = 0
    for (let place = 0; place < 3; place += 1) {
      const part = byte()
      value |= (part & 0x7f) << (place * 7)
      if (part < 0x80) {
        if ((place > 0 && part === 0) || value > 0xffff) break
        return value
      }
    }
    throw new TypeError('length')
  }
  function list<item>(read: () => item): readonly item[] {
    const items: item[] = []
    for (let left = length(); left > 0; left -= 1) items.push(read())
    return items
  }
  return { byte, bytes: take, length, list, position: () => at }
}
