import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Checks that the capitals of a 20-byte address `0x…` are its checksum (EIP-55). */
export function hasChecksum(address: string): boolean {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const isHigh = (index: number) => Number.parseInt(hash.charAt(index), 16) >= 8
  const checked = Array.from(digits, (digit, index) => (isHigh(index) ? digit.toUpperCase() : digit)).join('')
  return address === `0x${checked}`
}
