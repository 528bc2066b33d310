import { base58 } from '@scure/base'
import { cleanText } from 'latchkey/protocol'
import { isLure } from '../../history/isSpam.js'

/** The programs of tokens: SPL Token and Token-2022. */
export const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
] as const

/** The coin as a token: its units are in the account's lamports, too. */
export const wrappedCoin = 'So11111111111111111111111111111111111111112'

/** An account as nodes give it in base64. */
export type RawAccount = { readonly owner: string; readonly data: Buffer }
export type Holding = { readonly mint: string; readonly program: string; readonly units: bigint }
export type TokenText = { readonly name: string; readonly symbol: string }

// Where a mint and a token account have what, in bytes.
const mintSize = 82
const decimalsAt = 44
const isInitializedAt = 45
const kindAt = 165
const extensionsAt = 166
const metadataType = 19
/** Most bytes of a name or a link that are read. */
const textLimit = 2_000
/** How much of a token account is needed: the mint, the owner and the amount. */
export const holdingSize = 72

/** Reads a token account; `undefined` if it is not one of this owner. */
export function readHolding({ owner: program, data }: RawAccount, owner: Uint8Array): Holding | undefined {
  const isToken = tokenPrograms.some((one) => one === program)
  if (!isToken || data.length < holdingSize || !data.subarray(32, 64).equals(owner)) return undefined
  return { mint: base58.encode(data.subarray(0, 32)), program, units: data.readBigUInt64LE(64) }
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
  const text = metadataIn(data)
  // Behind two addresses: who may change it, and the mint.
  return text === undefined ? undefined : textsAt(text, 64)
}

function metadataIn(data: Buffer): Buffer | undefined {
  for (let at = extensionsAt; at + 4 <= data.length; ) {
    const [type, length] = [data.readUInt16LE(at), data.readUInt16LE(at + 2)]
    if (type === metadataType) return data.subarray(at + 4, at + 4 + length)
    at += 4 + length
  }
  return undefined
}

/** Reads the name of a token from its account of Metaplex; `undefined` if it is for another token. */
export function textInMetadata({ data }: RawAccount, mint: string): TokenText | undefined {
  if (data[0] !== 4 || data.length < 65 || base58.encode(data.subarray(33, 65)) !== mint) return undefined
  return textsAt(data, 65)
}

/** Reads the link that a mint of Token-2022 has within. */
export function linkInMint({ data }: RawAccount): string | undefined {
  const text = metadataIn(data)
  return text === undefined ? undefined : linkAt(text, 64)
}

/** Reads the link from a token's account of Metaplex; `undefined` if it is for another token. */
export function linkInMetadata({ data }: RawAccount, mint: string): string | undefined {
  if (data[0] !== 4 || data.length < 65 || base58.encode(data.subarray(33, 65)) !== mint) return undefined
  return linkAt(data, 65)
}

/** The third text, behind the name and the symbol. */
function linkAt(data: Buffer, start: number): string | undefined {
  const name = textAt(data, start)
  const symbol = name && textAt(data, name.end)
  const link = symbol && textAt(data, symbol.end)
  const text = link?.text.trim()
  return text === '' ? undefined : text
}

/** A text behind its length. Metaplex fills texts with zeros; a text longer than {@link textLimit} is cut. */
export function textAt(
  data: Buffer,
  at: number,
): { readonly end: number; readonly text: string } | undefined {
  const start = at + 4
  if (start > data.length) return undefined
  const end = start + data.readUInt32LE(at)
  if (end > data.length) return undefined
  let last = Math.min(end, start + textLimit)
  while (last > start && data[last - 1] === 0) last--
  return { end, text: data.subarray(start, last).toString('utf8') }
}

/** Two texts one after the other, each behind its length. */
function textsAt(data: Buffer, start: number): TokenText | undefined {
  const first = textAt(data, start)
  const second = first && textAt(data, first.end)
  if (first === undefined || second === undefined) return undefined
  const [name, symbol] = [cleanText(first.text, 64), cleanText(second.text, 16)]
  // A name that advertises a page is not shown.
  if (name === '' || symbol === '' || isLure(name) || isLure(symbol)) return undefined
  return { name, symbol }
}

/** What a token is called that has no name. */
export function textOfMint(mint: string): TokenText {
  const short = `${mint.slice(0, 4)}…${mint.slice(-4)}`
  return { name: short, symbol: short }
}
