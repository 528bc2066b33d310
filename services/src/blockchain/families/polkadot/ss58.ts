import { blake2b } from '@noble/hashes/blake2.js'
import { base58 } from '@scure/base'

const accountSize = 32
const checksumSize = 2

/** Reads the account of an SS58 address, for whichever network it is written; `undefined` for anything else. */
export function accountOf(address: string): Uint8Array | undefined {
  const bytes = address.length > 50 ? undefined : decode(address)
  const [first = 255] = bytes ?? []
  // Networks from 64 on have two bytes.
  const prefixSize = first < 64 ? 1 : 2
  if (bytes === undefined || first > 127 || bytes.length !== prefixSize + accountSize + checksumSize)
    return undefined
  const body = bytes.subarray(0, -checksumSize)
  const checksum = blake2b(Buffer.concat([Buffer.from('SS58PRE'), body])).subarray(0, checksumSize)
  const isRight = checksum.every((byte, index) => byte === bytes[body.length + index])
  return isRight ? body.slice(prefixSize) : undefined
}

function decode(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text)
  } catch {
    return undefined
  }
}
