import { base58 } from '@scure/base'

/** Reads the 32 bytes of an address; `undefined` for anything else. */
export function bytesOfAddress(text: string): Uint8Array | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return undefined
  const bytes = base58.decode(text)
  return bytes.length === 32 ? bytes : undefined
}
