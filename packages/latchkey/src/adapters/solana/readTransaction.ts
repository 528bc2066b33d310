import * as v from 'valibot'
import { type Claim, type Likeness, likenessOf } from './likenessOf.js'
import { type Ask, base64, commitment, count } from './nodes.js'
import { fromBase64 } from './SolanaWallet.js'

const transactionSchema = v.nullable(
  v.object({
    slot: count,
    transaction: base64,
    meta: v.nullable(v.object({ err: v.unknown() })),
  }),
)

/**
 * Compares a confirmed transaction with what a wallet was asked for; `undefined` if the node does not have it. One that
 * failed has moved nothing: unless it is the transfer itself, or what a wallet has made of it (`failed`), it does not
 * matter.
 */
export async function readLikeness(
  ask: Ask,
  signature: string,
  claim: Claim,
): Promise<Likeness | 'failed' | undefined> {
  const options = { encoding: 'base64', commitment, maxSupportedTransactionVersion: 0 }
  const answer = await ask('getTransaction', [signature, options], transactionSchema)
  if (answer === null) return undefined
  const likeness = await likenessOf(fromBase64(answer.transaction), claim)
  if (!answer.meta?.err) return likeness
  if (likeness === 'altered') return 'failed'
  return likeness === 'like' ? 'other' : likeness
}
