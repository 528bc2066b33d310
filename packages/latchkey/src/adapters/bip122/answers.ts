import { base64 } from '@scure/base'
import * as v from 'valibot'
import type { AccountFacts } from '../../core/connector.js'
import { walletError } from '../../protocol/walletErrors.js'
import { bytesOf, hexOf } from './bytes.js'
import { isSameAddress, written } from './isSameAddress.js'

/** Reads what wallets answer: each field once, in bounds, by a schema. */

/** No wallet grants more accounts. */
const accountLimit = 20
/** How long an answer to a PSBT in base64 may be: as long as the PSBT in hex, and its signatures. */
export const answerLimit = (psbt: string) => 2 * psbt.length + 100_000

const address = v.pipe(v.string(), v.minLength(14), v.maxLength(90))
const accountSchema = v.object({
  address,
  publicKey: v.optional(v.pipe(v.string(), v.maxLength(132)), ''),
  purpose: v.optional(v.pipe(v.string(), v.maxLength(32)), ''),
  path: v.optional(v.pipe(v.string(), v.maxLength(64))),
})

/** Reads the accounts that a wallet lists, without those that are not for Bitcoin. */
export function readAccounts(value: unknown): readonly AccountFacts[] {
  if (!Array.isArray(value) || value.length > 200) throw invalid('accounts')
  const read = value.flatMap((entry: unknown) => {
    const { success, output } = v.safeParse(accountSchema, entry)
    return success ? [output] : []
  })
  const ofBitcoin = read.filter(({ purpose }) => types.has(purpose)).slice(0, accountLimit)
  const addresses = new Set(ofBitcoin.map((one) => written(one.address)))
  return [...addresses].map((address) => {
    const entries = ofBitcoin.filter((one) => written(one.address) === address)
    const { publicKey, path } = entries[0] ?? {}
    const said = new Set(entries.map(({ purpose }) => typeOf(purpose, address)))
    // A wallet with one address keeps payments and collectibles there.
    const [only = 'shared'] = said.size > 1 || addresses.size === 1 ? [] : said
    const isKey = publicKey && /^[0-9a-f]{64,130}$/i.test(publicKey)
    return { address, type: only, ...(isKey && { publicKey }), ...(path && { path }) }
  })
}

/** Beside other addresses, wallets keep collectibles at a taproot one, whether they say so or not. */
const typeOf = (purpose: string, address: string) =>
  types.get(purpose || (/^(bc|tb|bcrt)1p/.test(address) ? 'ordinal' : ''))

/** By what a wallet says that an address is for, the type of the account. */
const types: ReadonlyMap<string, string> = new Map([
  ['', 'shared'],
  ['payment', 'payment'],
  ['ordinals', 'ordinal'],
  ['ordinal', 'ordinal'],
])

/** Of 64 bytes in base64: no ECDSA or BIP-322 signature is shorter. */
const signatureLength = 88

/** Reads a signature, which wallets write in base64 or in hex; returns base64. */
export function readSignature(value: unknown): string {
  if (typeof value !== 'string' || value.length > 8_192) throw invalid('signMessage')
  const isHex = /^([0-9a-f]{2}){64,}$/i.test(value)
  const read = isHex ? base64.encode(bytesOf(value)) : checked(value, 'signMessage')
  if (read.length < signatureLength) throw invalid('signMessage')
  return read
}

/** Reads the answer to a PSBT, which wallets write in base64 or in hex; returns base64. */
export function readPsbt(value: unknown, question: string): string {
  if (typeof value !== 'string' || value.length > answerLimit(question)) throw invalid('signPsbt')
  return /^70736274ff([0-9a-f]{2})*$/i.test(value)
    ? base64.encode(bytesOf(value))
    : checked(value, 'signPsbt')
}

function checked(value: string, method: string): string {
  try {
    if (base64.decode(value).length > 0) return value
  } catch {
    // Not base64: refused below.
  }
  throw invalid(method)
}

export function readTxid(value: unknown): string {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value)) throw invalid('sendTransfer')
  return value
}

/** The member of an answer; `undefined` if it is no object. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as { [name: string]: unknown })[name]
    : undefined
}

/** @throws `WALLET_METHOD_UNSUPPORTED`: the wallet would send from another account than the one it is to. */
export function confirmPayer(account: AccountFacts | undefined, from: string): void {
  if (account !== undefined && isSameAddress(account.address, from)) return
  throw unsupported('sendTransfer')
}

export const hexOfPsbt = (psbt: string) => hexOf(base64.decode(psbt))

/** A message as text, for wallets that take no bytes. @throws `WALLET_METHOD_UNSUPPORTED` */
export function textOf(message: string | Uint8Array): string {
  if (typeof message === 'string') return message
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch (cause) {
    throw unsupported('signMessage', cause)
  }
}

export const invalid = (details: string) => walletError('WALLET_ANSWER_INVALID', { details })
export const unsupported = (method: string, cause?: unknown) =>
  walletError('WALLET_METHOD_UNSUPPORTED', { slots: { method }, cause })
