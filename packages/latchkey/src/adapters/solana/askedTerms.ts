import * as v from 'valibot'
import type { Asked } from '../../core/transfers.js'
import { count } from './nodes.js'

const termsSchema = v.object({
  blockhash: v.pipe(v.string(), v.maxLength(44)),
  /** No block above this height can contain the transaction. */
  lastValid: v.pipe(v.string(), v.transform(Number), count),
  /** The account's newest transaction before. */
  newest: v.optional(v.string()),
})

export type AskedTerms = v.InferOutput<typeof termsSchema>

/** What was noted of the chain before the wallet was asked; `undefined` for anything else. */
export function readAskedTerms(asked: Asked | undefined): AskedTerms | undefined {
  const read = v.safeParse(termsSchema, asked?.terms)
  return read.success ? read.output : undefined
}
