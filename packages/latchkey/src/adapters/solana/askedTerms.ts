import { isBlockhash, isSignature } from '@solana/kit'
import * as v from 'valibot'
import type { Asked } from '../../core/transfers.js'
import { count } from './nodes.js'

export const signatureSchema = v.pipe(v.string(), v.check(isSignature))
export const blockhashSchema = v.pipe(v.string(), v.check(isBlockhash))

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
