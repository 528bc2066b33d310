import { cleanText } from 'latchkey/protocol'
import { type Hex, hexToBytes } from 'viem'

/** The longest text accepted from a contract, in bytes, before it is cut for display. */
const usualLimit = 4_096

/**
 * Decodes a contract's text: an ABI string, or one word as some old tokens return. `undefined` for anything else, or
 * for more than `limit` bytes.
 */
export function readRawText(data: Hex | undefined, limit = usualLimit): string | undefined {
  if (data === undefined || data.length > 2 + 2 * (limit + 96)) return undefined
  const bytes = hexToBytes(data)
  if (bytes.length === 32) return decode(bytes.subarray(0, endOf(bytes)))
  if (bytes.length < 64 || numberAt(bytes, 0) !== 32) return undefined
  const length = numberAt(bytes, 32)
  if (length === undefined || length > bytes.length - 64) return undefined
  return decode(bytes.subarray(64, 64 + length))
}

/** Like {@link readRawText}, cleaned for display; `undefined` also for invisible text. */
export function readText(data: Hex | undefined, length: number): string | undefined {
  const text = cleanText(readRawText(data) ?? '', length)
  return text === '' ? undefined : text
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

function endOf(bytes: Uint8Array): number {
  const end = bytes.indexOf(0)
  return end === -1 ? bytes.length : end
}

/** Reads a word as a number; `undefined` if it cannot be a length. */
function numberAt(bytes: Uint8Array, offset: number): number | undefined {
  const word = bytes.subarray(offset, offset + 32)
  if (word.length < 32 || word.subarray(0, 28).some((byte) => byte !== 0)) return undefined
  return new DataView(word.buffer, word.byteOffset, 32).getUint32(28)
}
