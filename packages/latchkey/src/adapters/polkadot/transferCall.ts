import { hexToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import type { Transfer } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { Runtime } from './runtime.js'
import { readSs58, toSs58 } from './ss58.js'
import { isSameAddress } from './ss58Parts.js'

const pallet = 'Balances'
/** The call that fails rather than let the sender's account end. */
const keepAlive = 'transfer_keep_alive'
/** Codecs take and give addresses in this prefix; it changes nothing. */
const codecPrefix = 42

const addressSchema = v.object({ type: v.literal('Id'), value: v.string() })
const callSchema = v.object({
  type: v.literal(pallet),
  value: v.object({
    // Both names of the call without a check, by runtime.
    type: v.picklist([keepAlive, 'transfer_allow_death', 'transfer']),
    value: v.object({ dest: addressSchema, value: v.bigint() }),
  }),
})

/**
 * Encodes the call that makes a transfer, and decodes it again: the wallet signs these bytes, so they must say what the
 * intent says.
 *
 * @throws `TRANSFER_REFUSED` if the chain has no such call, or the bytes say something else
 */
export function encodeTransfer({ builder }: Runtime, { to, units }: Transfer): Uint8Array {
  const recipient = readSs58(to)
  if (recipient === undefined) throw accountError('ADDRESS_NOT_FOUND')
  const dest = { type: 'Id', value: toSs58(recipient.accountId, codecPrefix) }
  try {
    const { codec, location } = builder.buildCall(pallet, keepAlive)
    // Codecs read from the start of the memory behind an array, so it is copied.
    const call = Uint8Array.of(...location, ...codec.enc({ dest, value: units }))
    const decoded: unknown = codec.dec(call.slice(location.length))
    if (isTransfer({ type: pallet, value: { type: keepAlive, value: decoded } }, { to, units })) return call
  } catch (cause) {
    throw accountError('TRANSFER_REFUSED', { cause, details: keepAlive })
  }
  throw accountError('TRANSFER_REFUSED', { details: 'call' })
}

/** Checks whether a decoded call is the transfer: this recipient, this amount. */
export function isTransfer(call: unknown, { to, units }: Pick<Transfer, 'to' | 'units'>): boolean {
  const result = v.safeParse(callSchema, call)
  if (!result.success) return false
  const { dest, value } = result.output.value.value
  return isSameAddress(dest.value, to) && value === units
}

const nonceOf = v.union([v.number(), v.bigint()])

/** A signed transaction of a block, read. */
export type Signed = { readonly from: string; readonly nonce: number; readonly call: unknown }

/** Reads a signed transaction; `undefined` for one of another kind or version, or of a sender without a plain address. */
export function readSigned(runtime: Runtime, extrinsic: `0x${string}`): Signed | undefined {
  try {
    const bytes = hexToBytes(extrinsic.slice(2))
    const body = bytes.subarray(lengthOfLength(bytes))
    if (body[0] !== signedVersion) return undefined
    const [address, , ...rest] = runtime.decodeSigned(body.slice(1))
    const nonce = v.safeParse(nonceOf, rest[runtime.extensions.indexOf('CheckNonce')])
    const from = v.safeParse(addressSchema, address)
    if (!nonce.success || !from.success) return undefined
    return { from: from.output.value, nonce: Number(nonce.output), call: rest.at(-1) }
  } catch {
    return undefined
  }
}

/** Version 4, signed. */
export const signedVersion = 0x84

/** The bytes that a compact length takes, by the two lowest bits. */
function lengthOfLength([first = 0]: Uint8Array): number {
  return [1, 2, 4, 5 + (first >> 2)][first & 3] ?? 1
}
