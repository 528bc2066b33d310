import {
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit'
import { fromEncoded, toBase58 } from './codecs.js'
import { computeBudgetProgram } from './programs.js'

export type Message = CompiledTransactionMessage & CompiledTransactionMessageWithLifetime

export type ReadTransaction = {
  readonly bytes: Uint8Array
  readonly transaction: Transaction
  readonly message: Message
  /** All signatures in base58; the first is the transaction's id. */
  readonly signatures: readonly string[]
}

/** Decodes a transaction from a request. Throws if it is none. */
export function readTransaction(text: string, encoding: string): ReadTransaction {
  const bytes = fromEncoded(text, encoding)
  const transaction = getTransactionDecoder().decode(bytes)
  const signatures = Object.values(transaction.signatures).map((one) => toBase58(one ?? new Uint8Array(64)))
  return { bytes, transaction, message: readMessage(transaction.messageBytes as never), signatures }
}

export function readMessage(bytes: Uint8Array): Message {
  return getCompiledTransactionMessageDecoder().decode(bytes) as Message
}

type Instruction = {
  readonly programAddressIndex: number
  readonly accountIndices?: readonly number[]
  readonly data?: Uint8Array
}

export function instructionsOf(message: Message): readonly Instruction[] {
  if (!('instructions' in message)) throw new Error('unsupported transaction version')
  return message.instructions as unknown as readonly Instruction[]
}

const signatureFee = 5_000n
const defaultUnits = 200_000n

/** The fee of a transaction in lamports: per signature, and the price of its compute units. */
export function feeOf(message: Message): bigint {
  const instructions = instructionsOf(message)
  let price = 0n
  let limit: bigint | undefined
  for (const { programAddressIndex, data = new Uint8Array() } of instructions) {
    if (message.staticAccounts[programAddressIndex] !== computeBudgetProgram) continue
    const bytes = Buffer.from(data)
    if (bytes[0] === 2) limit = BigInt(bytes.readUInt32LE(1))
    if (bytes[0] === 3) price = bytes.readBigUInt64LE(1)
  }
  const units = limit ?? defaultUnits * BigInt(instructions.length)
  return signatureFee * BigInt(message.header.numSignerAccounts) + (price * units + 999_999n) / 1_000_000n
}
