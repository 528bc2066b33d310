import { isNetworkId } from 'latchkey/protocol'
import * as v from 'valibot'
import { isAddressShape, isBytes, isHash } from './hex.js'
import { noRecords, type WalletRecords } from './records.js'

type Hex = `0x${string}`

const chainId = v.custom<`${string}:${string}`>(isNetworkId)
const hash = v.custom<Hex>(isHash)
const address = v.custom<Hex>(isAddressShape)
const bytes = v.custom<Hex>(isBytes)
const quantity = v.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value))
const units = v.pipe(v.string(), v.regex(/^\d{1,78}$/))
const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const origin = v.pipe(v.string(), v.maxLength(300))

const signed = v.strictObject({ chainId, hash })

const batch = v.strictObject({
  id: v.pipe(v.string(), v.maxLength(4_096)),
  origin,
  account: address,
  chainId,
  sentAt: seconds,
  isAtomic: v.boolean(),
  isPartial: v.optional(v.boolean()),
  transactions: v.pipe(v.array(v.strictObject({ hash, nonce: seconds })), v.maxLength(50)),
  operation: v.optional(v.strictObject({ hash, sinceBlock: quantity, nonce: v.optional(quantity) })),
})

const limit = v.variant('type', [
  v.strictObject({
    type: v.literal('coin'),
    amount: units,
    period: v.optional(seconds),
  }),
  v.strictObject({
    ...{ type: v.literal('token'), contract: address, amount: units, period: v.optional(seconds) },
  }),
  v.strictObject({
    type: v.literal('call'),
    contract: address,
    method: v.string(),
    selector: bytes,
    value: units,
  }),
])
const spent = v.strictObject({ since: seconds, amount: units })

const permission = v.pipe(
  v.strictObject({
    permission: v.strictObject({
      ...{ id: hash, origin, account: address, chainId, grantedAt: seconds, expiresAt: seconds },
      limits: v.pipe(v.array(limit), v.minLength(1), v.maxLength(10)),
      count: v.strictObject({ most: seconds, period: v.optional(seconds) }),
      fees: units,
    }),
    usage: v.strictObject({ fees: units, requests: spent, limits: v.array(spent) }),
  }),
  // A use that is missing would let its limit be used again.
  v.check(({ permission: { limits }, usage }) => limits.length === usage.limits.length),
)

/**
 * Reads stored records. What does not have its form is left out, one by one: without a permission the visitor is asked
 * again, and without a record of what was signed it cannot be sent again.
 */
export function readRecords(stored: unknown): WalletRecords {
  const read = v.safeParse(
    v.object({
      signed: v.array(v.unknown()),
      batches: v.array(v.unknown()),
      permissions: v.array(v.unknown()),
    }),
    stored,
  )
  if (!read.success) return noRecords
  return {
    signed: read.output.signed.filter((one) => v.is(signed, one)),
    batches: read.output.batches.filter((one) => v.is(batch, one)),
    permissions: read.output.permissions.filter((one) => v.is(permission, one)),
  }
}
