import { hexToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { walletError } from '../../protocol/walletErrors.js'
import type { Signer, SignerPayload } from './provider.js'
import { rawDataOf } from './signMessage.js'

const bytes = /^0x(?:[0-9a-f]{2})*$/i
/** The most characters of a request's part. */
const limit = 1_000_000
const text = v.pipe(v.string(), v.maxLength(100))
const number = v.union([v.pipe(text, v.regex(/^0x[0-9a-f]+$/i)), v.pipe(v.number(), v.safeInteger())])
const hexText = v.pipe(v.string(), v.maxLength(limit), v.regex(bytes))

/** The fields that the kit's gate compares must be plain texts. A chain's own extensions may add others. */
const payloadSchema = v.looseObject({
  address: text,
  genesisHash: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/i)),
  method: hexText,
  blockHash: v.optional(hexText),
  blockNumber: v.optional(number),
  era: v.optional(hexText),
  metadataHash: v.optional(v.nullable(hexText)),
  mode: v.optional(v.picklist([0, 1])),
  nonce: v.optional(number),
  signedExtensions: v.optional(v.pipe(v.array(text), v.maxLength(100))),
  specVersion: v.optional(number),
  tip: v.optional(number),
  transactionVersion: v.optional(number),
  version: v.optional(v.pipe(v.number(), v.safeInteger())),
  withSignedTransaction: v.optional(v.boolean()),
})

const rawSchema = v.object({
  address: text,
  data: v.pipe(v.string(), v.maxLength(limit)),
  // `payload` would have the wallet sign the bytes as they are: they may be a transaction.
  type: v.optional(v.literal('bytes')),
})

/**
 * Copies an app's transaction to sign, so that the app cannot change it afterwards.
 *
 * @throws `WALLET_METHOD_UNSUPPORTED` if the value is not such a request
 */
export function readAppPayload(value: unknown): SignerPayload {
  return copyOf(payloadSchema, value, 'signPayload') as unknown as SignerPayload
}

/**
 * Copies an app's bytes or text to sign. The wallet gets them between `<Bytes>` and `</Bytes>`, as it would wrap them
 * itself: not every wallet does, and what is not wrapped may be a transaction.
 *
 * @throws `WALLET_METHOD_UNSUPPORTED` if the value is not such a request
 */
export function readAppRaw(value: unknown, provider: unknown): Parameters<Signer['signRaw']>[0] {
  const { address, data } = copyOf(rawSchema, value, 'signRaw')
  const message = bytes.test(data) ? hexToBytes(data.slice(2)) : data
  return { address, data: rawDataOf(message, provider), type: 'bytes' }
}

function copyOf<schema extends v.GenericSchema>(schema: schema, value: unknown, method: string) {
  try {
    return v.parse(schema, structuredClone(value))
  } catch (cause) {
    throw walletError('WALLET_METHOD_UNSUPPORTED', { slots: { method }, cause })
  }
}
