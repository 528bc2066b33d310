import { getBase58Decoder, getBase58Encoder } from '@solana/kit'

export const toBase58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes)
export const fromBase58 = (text: string): Uint8Array => new Uint8Array(getBase58Encoder().encode(text))

/** Encodes bytes as a node does by the `encoding` of a request. */
export function toEncoded(bytes: Uint8Array, encoding: string): readonly [string, string] {
  return encoding === 'base58'
    ? [toBase58(bytes), 'base58']
    : [Buffer.from(bytes).toString('base64'), 'base64']
}

export function fromEncoded(text: string, encoding: string): Uint8Array {
  return encoding === 'base64' ? new Uint8Array(Buffer.from(text, 'base64')) : fromBase58(text)
}
