import * as v from 'valibot'
import type { FeeQuote } from '../../core/transfers.js'
import type { Budget, SentMint } from './instructions.js'

const digits = v.pipe(v.string(), v.regex(/^\d{1,20}$/))
const termsSchema = v.object({
  units: digits,
  price: digits,
  mint: v.optional(v.string()),
  program: v.optional(v.string()),
  decimals: v.optional(v.pipe(digits, v.transform(Number))),
  basisPoints: v.optional(digits),
  mostWithheld: v.optional(digits),
})

/** What a quote was made of, in the JSON form of {@link FeeQuote.terms}. */
export function toTerms(
  { units, price }: Budget,
  mint: SentMint | undefined,
): NonNullable<FeeQuote['terms']> {
  const budget = { units: String(units), price: String(price) }
  if (mint === undefined) return budget
  const { address, program, decimals, transferFee } = mint
  const fee = transferFee && {
    basisPoints: String(transferFee.basisPoints),
    mostWithheld: String(transferFee.most),
  }
  return { ...budget, mint: address, program, decimals: String(decimals), ...fee }
}

/** Reads what {@link toTerms} wrote; `undefined` for anything else. */
export function fromTerms(
  terms: FeeQuote['terms'],
): { readonly budget: Budget; readonly mint: SentMint | undefined } | undefined {
  const read = v.safeParse(termsSchema, terms)
  if (!read.success) return undefined
  const { units, price, mint, program, decimals, basisPoints, mostWithheld } = read.output
  const budget = { units: BigInt(units), price: BigInt(price) }
  if (mint === undefined) return { budget, mint: undefined }
  if (program === undefined || decimals === undefined) return undefined
  const isCharged = basisPoints !== undefined && mostWithheld !== undefined
  const transferFee = isCharged ? { basisPoints: BigInt(basisPoints), most: BigInt(mostWithheld) } : undefined
  return { budget, mint: { address: mint, program, decimals, transferFee } }
}
