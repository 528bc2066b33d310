import * as v from 'valibot'
import type { FeeQuote } from '../../core/transfers.js'
import { digits } from './askedTerms.js'
import type { Budget, SentMint } from './instructions.js'

const termsSchema = v.object({
  units: digits,
  price: digits,
  mint: v.optional(v.string()),
  program: v.optional(v.string()),
  decimals: v.optional(v.pipe(digits, v.transform(Number))),
  basisPoints: v.optional(digits),
  mostWithheld: v.optional(digits),
  rent: v.optional(digits),
})

/** Facts in the JSON form of {@link FeeQuote.terms}; those that are absent are left out. */
export const textsOf = (facts: { readonly [name: string]: unknown }): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) => (fact === undefined ? [] : [[name, String(fact)]])),
  )

/** What a quote was made of. */
export function toTerms(budget: Budget, mint: SentMint | undefined): NonNullable<FeeQuote['terms']> {
  const { address, transferFee, program, decimals, rent } = mint ?? {}
  const { basisPoints, most: mostWithheld } = transferFee ?? {}
  return textsOf({ ...budget, mint: address, program, decimals, basisPoints, mostWithheld, rent })
}

/** Reads what {@link toTerms} wrote; `undefined` for anything else. */
export function fromTerms(
  terms: FeeQuote['terms'],
): { readonly budget: Budget; readonly mint: SentMint | undefined } | undefined {
  const read = v.safeParse(termsSchema, terms)
  if (!read.success) return undefined
  const { units, price, mint, program, decimals, basisPoints, mostWithheld: most, rent } = read.output
  const budget = { units, price }
  if (mint === undefined) return { budget, mint: undefined }
  if (program === undefined || decimals === undefined) return undefined
  const transferFee = basisPoints !== undefined && most !== undefined ? { basisPoints, most } : undefined
  return { budget, mint: { address: mint, program, decimals, transferFee, rent } }
}
