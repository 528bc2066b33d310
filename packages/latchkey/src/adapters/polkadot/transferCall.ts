import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { compact } from '@polkadot-api/substrate-bindings'
import * as v from 'valibot'
import type { Transfer } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import { type CaipNetworkId, parseNetworkId } from '../../protocol/caip.js'
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
 * Where the call is on known networks: the index of the pallet, and of the call in it. A node that names another place
 * could have the wallet sign another call.
 */
const places: { readonly [reference: string]: readonly [number, number] | undefined } = {
  // Polkadot, and its asset hub.
  '91b171bb158e2d3848fa23a9f1c25182': [5, 3],
  '68d56f15f85d3136970ec16946040bc1': [10, 3],
  // Kusama, and its asset hub.
  b0a8d493285c2df73290dfb7e61f870f: [4, 3],
  '48239ef607d7928874027a43a6768920': [10, 3],
}

/**
 * Encodes the call that makes a transfer. Only the place of the call comes from the node, and on known networks that is
 * checked too; the metadata must agree with the rest of the bytes.
 *
 * @throws `TRANSFER_REFUSED` if the chain has no such call, or has it elsewhere or in another form
 */
export function encodeTransfer(
  { builder }: Runtime,
  { to, units }: Transfer,
  networkId: CaipNetworkId,
): Uint8Array {
  const recipient = readSs58(to)
  if (recipient === undefined) throw accountError('ADDRESS_NOT_FOUND')
  const dest = { type: 'Id', value: toSs58(recipient.accountId, codecPrefix) }
  try {
    const { codec, location } = builder.buildCall(pallet, keepAlive)
    const place = places[parseNetworkId(networkId)?.reference ?? ''] ?? location
    // The address is one of the kind `Id`, the first.
    const call = Uint8Array.of(...place, 0, ...recipient.accountId, ...compact.enc(units))
    const told = Uint8Array.of(...location, ...codec.enc({ dest, value: units }))
    // Codecs read from the start of the memory behind an array, so it is copied.
    const decoded: unknown = codec.dec(call.slice(location.length))
    const isIt = isTransfer({ type: pallet, value: { type: keepAlive, value: decoded } }, { to, units })
    if (isIt && bytesToHex(told) === bytesToHex(call)) return call
  } catch (cause) {
    throw accountError('TRANSFER_REFUSED', { details: keepAlive, cause })
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

const batchSchema = v.object({
  type: v.literal('Utility'),
  value: v.object({
    type: v.picklist(['batch', 'batch_all', 'force_batch']),
    value: v.object({ calls: v.array(v.unknown()) }),
  }),
})

/** The calls of a batch, and of the batches in it; else the call itself. */
export function callsIn(call: unknown): readonly unknown[] {
  const batch = v.safeParse(batchSchema, call)
  return batch.success ? batch.output.value.value.calls.flatMap(callsIn) : [call]
}

/** Checks whether a decoded call is the transfer, or a batch of that and nothing else. */
export function isOnlyTransfer(call: unknown, transfer: Pick<Transfer, 'to' | 'units'>): boolean {
  const [first, ...more] = callsIn(call)
  return more.length === 0 && isTransfer(first, transfer)
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

/**
 * Whether a transaction is signed, and of an account by its plain address. This needs no metadata: all versions of a
 * chain write it alike.
 */
export function isFrom(extrinsic: `0x${string}`, address: string): boolean {
  const bytes = hexToBytes(extrinsic.slice(2))
  const body = bytes.subarray(lengthOfLength(bytes))
  const accountId = readSs58(address)?.accountId
  return body[0] === signedVersion && body[1] === 0 && !!accountId?.every((byte, at) => body[at + 2] === byte)
}

/** Version 4, signed. */
export const signedVersion = 0x84

/** The bytes that a compact length takes, by the two lowest bits. */
function lengthOfLength([first = 0]: Uint8Array): number {
  return [1, 2, 4, 5 + (first >> 2)][first & 3] ?? 1
}
