import * as v from 'valibot'
import { walletError } from '../../protocol/walletErrors.js'

const answerSchema = v.object({ signature: v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2}){64,66}$/i)) })

/** Reads a signer's answer: 64 bytes, 65 for ecdsa, or one more with the signature's kind in front. */
export function readSignature(answer: unknown, method: string): `0x${string}` {
  const result = v.safeParse(answerSchema, answer)
  if (!result.success) throw walletError('WALLET_ANSWER_INVALID', { details: method })
  return result.output.signature as `0x${string}`
}
