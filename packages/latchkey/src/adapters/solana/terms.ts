import { isBlockhash, isSignature } from '@solana/kit'
import * as v from 'valibot'
import type { Asked, FeeQuote } from '../../core/transfers.js'
import type { Budget, SentToken } from './instructions.js'
import { count } from './nodes.js'

export const signatureSchema = v.pipe(v.string(), v.check(isSignature))
export const blockhashSchema = v.pipe(v.string(), v.check(isBlockhash))

const digits = v.pipe(
  v.string(),
  v.regex(/^\d{1,20}$/),
  v.transform((text) => BigInt(text)),
)
const number = v.pipe(v.string(), v.transform(Number), count)

const askedSchema = v.object({
  blockhash: blockhashSchema,
  /** No block above this height can contain the transaction. */
  lastValid: number,
  /** The account's newest transaction before. */
  newest: v.optional(signatureSchema),
  /** No block up to this slot contains the transaction. */
  slot: v.optional(number),
  /** The budget of the transaction, if it is not the quote's. */
  units: v.optional(digits),
  price: v.optional(digits),
})

const quoteSchema = v.object({
  units: digits,
  price: digits,
  mint: v.optional(v.string()),
  program: v.optional(v.string()),
  decimals: v.optional(number),
  basisPoints: v.optional(digits),
  mostWithheld: v.optional(digits),
  rent: v.optional(digits),
})

export type AskedTerms = v.InferOutput<typeof askedSchema>
export type Quote = { readonly budget: Budget; readonly token: SentToken | undefined }

/** What was noted of the chain before the wallet was asked; `undefined` for anything else. */
export function readAskedTerms(asked: Asked | undefined): AskedTerms | undefined {
  const read = v.safeParse(askedSchema, asked?.terms)
  return read.success ? read.output : undefined
}

/** Facts in the JSON form of {@link FeeQuote.terms}; those that are absent are left out. */
export const textsOf = (facts: { readonly [name: string]: unknown }): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) => (fact === undefined ? [] : [[name, String(fact)]])),
  )

/** What a quote was made of. */
export const toTerms = ({ budget, token }: Quote): NonNullable<FeeQuote['terms']> =>
  textsOf({ ...budget, ...token })

/** Reads what {@link toTerms} wrote; `undefined` for anything else. */
export function readQuote(fee: FeeQuote | undefined): Quote | undefined {
  const read = v.safeParse(quoteSchema, fee?.terms)
  if (!read.success) return undefined
  const { units, price, mint, program, decimals, ...others } = read.output
  const budget = { units, price }
  if (mint === undefined) return { budget, token: undefined }
  if (program === undefined || decimals === undefined) return undefined
  return { budget, token: { mint, program, decimals, ...others } }
}
