import * as v from 'valibot'
import type { Asked } from '../../core/transfers.js'
import { count } from './nodes.js'
import { fromBase58 } from './SolanaWallet.js'

/** The length of bytes in base58; a text that is none has no length. */
function lengthOf(text: string): number {
  try {
    return fromBase58(text).length
  } catch {
    return -1
  }
}
const base58 = (length: number) =>
  v.pipe(
    v.string(),
    v.maxLength(90),
    v.check((text) => lengthOf(text) === length),
  )
export const signatureSchema = base58(64)
export const blockhashSchema = base58(32)

export const digits = v.pipe(
  v.string(),
  v.regex(/^\d{1,20}$/),
  v.transform((text) => BigInt(text)),
)

const termsSchema = v.object({
  blockhash: blockhashSchema,
  /** No block above this height can contain the transaction. */
  lastValid: v.pipe(v.string(), v.transform(Number), count),
  /** The account's newest transaction before. */
  newest: v.optional(signatureSchema),
  /** No block up to this slot contains the transaction. */
  slot: v.optional(v.pipe(v.string(), v.transform(Number), count)),
  /** The budget of the transaction, if it is not the quote's. */
  units: v.optional(digits),
  price: v.optional(digits),
})

export type AskedTerms = v.InferOutput<typeof termsSchema>

/** What was noted of the chain before the wallet was asked; `undefined` for anything else. */
export function readAskedTerms(asked: Asked | undefined): AskedTerms | undefined {
  const read = v.safeParse(termsSchema, asked?.terms)
  return read.success ? read.output : undefined
}
