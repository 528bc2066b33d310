/** The Castagnoli polynomial, its bits reversed. */
const polynomial = 0x82f63b78

/** Returns the CRC-32C of bytes (RFC 3720 appendix B.4), with which Google's key service finds bits that were flipped on the way. */
export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
