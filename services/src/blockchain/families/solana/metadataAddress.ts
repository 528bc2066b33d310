import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'

/** Metaplex's program for the names of tokens. */
export const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
const program = base58.decode(metadataProgram)

/** Computes where Metaplex keeps a token's name: the first address of its seeds that is no point of the curve. */
export function metadataAddressOf(mint: Uint8Array): string | undefined {
  for (let bump = 255; bump >= 0; bump--) {
    const seeds = [Buffer.from('metadata'), program, mint, Buffer.of(bump)]
    const end = Buffer.from('ProgramDerivedAddress')
    const address = createHash('sha256')
      .update(Buffer.concat([...seeds, program, end]))
      .digest()
    if (!isPoint(address)) return base58.encode(address)
  }
  return undefined
}

function isPoint(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes)
    return true
  } catch {
    return false
  }
}
