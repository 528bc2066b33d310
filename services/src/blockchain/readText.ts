import { cleanText } from 'latchkey/protocol'
import { type Hex, hexToBytes } from 'viem'

/** The longest text that a contract may answer with, in bytes, before it is cut to what can be shown. */
const usualLimit = 4_096

/**
 * The text that a contract returned: as the ABI has it, or in one word, as some old tokens do. `undefined` for what is
 * neither, or longer than `limit` bytes.
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

/** As {@link readRawText}, made fit to show; `undefined` also where nothing can be seen. */
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

/** A word as a number; `undefined` for one that is no length. */
function numberAt(bytes: Uint8Array, offset: number): number | undefined {
  const word = bytes.subarray(offset, offset + 32)
  if (word.length < 32 || word.subarray(0, 28).some((byte) => byte !== 0)) return undefined
  return new DataView(word.buffer, word.byteOffset, 32).getUint32(28)
}
