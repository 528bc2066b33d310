import { hexToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { walletError } from '../../protocol/walletErrors.js'

const answerSchema = v.object({ signature: v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2}){64,66}$/i)) })

/** Reads a signer's answer: 64 bytes, 65 for ecdsa, or one more with the signature's kind in front. */
export function readSignature(answer: unknown, method: string): `0x${string}` {
  const result = v.safeParse(answerSchema, answer)
  if (!result.success) throw walletError('WALLET_ANSWER_INVALID', { details: method })
  return result.output.signature as `0x${string}`
}

const madeSchema = v.object({
  signedTransaction: v.union([
    // Bytes of its own: the wallet may change those that it has given.
    v.pipe(
      v.instance(Uint8Array),
      v.transform((bytes) => new Uint8Array(bytes)),
      v.maxLength(1_000),
    ),
    v.pipe(
      v.string(),
      v.regex(/^0x(?:[0-9a-f]{2}){1,1000}$/i),
      v.transform((text) => hexToBytes(text.slice(2))),
    ),
  ]),
})

/** Reads the whole transaction from a signer's answer, if the signer made it itself. */
export function readMade(answer: unknown): Uint8Array | undefined {
  const result = v.safeParse(madeSchema, answer)
  return result.success ? result.output.signedTransaction : undefined
}
