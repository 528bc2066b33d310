/**
 * A short text that tells one wallet's announcement from another's: of its rdns, name and icon. Not a proof: it only
 * keeps a connection from being restored to a wallet that merely took over the rdns of the one the visitor chose.
 */
export function fingerprintOf(...parts: readonly string[]): string {
  // FNV-1a, twice with different seeds: enough to tell wallets apart, small enough to ship.
  const text = parts.join('\u0000')
  return [0x811c9dc5, 0x9747b28c].map((seed) => hash(text, seed)).join('')
}

function hash(text: string, seed: number): string {
  let value = seed
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return (value >>> 0).toString(16).padStart(8, '0')
}
