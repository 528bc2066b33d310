import { base58 } from '@scure/base'
import { cleanText } from 'latchkey/protocol'
import { isLure } from '../../history/isSpam.js'

/** The programs of tokens: SPL Token and Token-2022. */
export const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
] as const

/** An account as nodes give it in base64. */
export type RawAccount = { readonly owner: string; readonly data: Buffer }
export type Holding = { readonly mint: string; readonly units: bigint }
export type TokenText = { readonly name: string; readonly symbol: string }

// Where a mint and a token account have what, in bytes.
const mintSize = 82
const decimalsAt = 44
const isInitializedAt = 45
const kindAt = 165
const extensionsAt = 166
const metadataType = 19
/** How much of a token account is needed: the mint, the owner and the amount. */
export const holdingSize = 72

/** Reads a token account; `undefined` if it is not one of this owner. */
export function readHolding({ owner: program, data }: RawAccount, owner: Uint8Array): Holding | undefined {
  const isToken = tokenPrograms.some((one) => one === program)
  if (!isToken || data.length < holdingSize || !data.subarray(32, 64).equals(owner)) return undefined
  return { mint: base58.encode(data.subarray(0, 32)), units: data.readBigUInt64LE(64) }
}

/** Reads the decimals of a mint; `undefined` if the account is none. */
export function decimalsIn({ owner, data }: RawAccount): number | undefined {
  const isToken = tokenPrograms.some((program) => program === owner)
  const isMint = data.length === mintSize || (data.length > kindAt && data[kindAt] === 1)
  const decimals = data[decimalsAt] ?? 255
  return isToken && isMint && data[isInitializedAt] === 1 && decimals <= 36 ? decimals : undefined
}

/** Reads the name that a mint of Token-2022 has within. */
export function textInMint({ data }: RawAccount): TokenText | undefined {
  for (let at = extensionsAt; at + 4 <= data.length; ) {
    const [type, length] = [data.readUInt16LE(at), data.readUInt16LE(at + 2)]
    // Behind two addresses: who may change it, and the mint.
    if (type === metadataType) return textsAt(data.subarray(at + 4, at + 4 + length), 64)
    at += 4 + length
  }
  return undefined
}

/** Reads the name of a token from its account of Metaplex; `undefined` if it is for another token. */
export function textInMetadata({ data }: RawAccount, mint: string): TokenText | undefined {
  if (data[0] !== 4 || data.length < 65 || base58.encode(data.subarray(33, 65)) !== mint) return undefined
  return textsAt(data, 65)
}

/** Two texts one after the other, each behind its length. */
function textsAt(data: Buffer, start: number): TokenText | undefined {
  const read = (at: number) => {
    if (at + 4 > data.length) return undefined
    const end = at + 4 + data.readUInt32LE(at)
    return end > data.length ? undefined : { end, text: data.subarray(at + 4, end).toString('utf8') }
  }
  const first = read(start)
  const second = first && read(first.end)
  if (first === undefined || second === undefined) return undefined
  const [name, symbol] = [cleanOf(first.text, 64), cleanOf(second.text, 16)]
  // A name that advertises a page is not shown.
  if (name === '' || symbol === '' || isLure(name) || isLure(symbol)) return undefined
  return { name, symbol }
}

/** Metaplex fills texts with zeros. */
function cleanOf(text: string, length: number): string {
  return cleanText(text.replace(/\0+$/, ''), length)
}

/** What a token is called that has no name. */
export function textOfMint(mint: string): TokenText {
  const short = `${mint.slice(0, 4)}…${mint.slice(-4)}`
  return { name: short, symbol: short }
}
