import { createHash } from 'node:crypto'

/**
 * The id of a wallet that has no well-known one: the SHA-256 of `latchkey/wallet/<slug>` in hex, 64 characters like the
 * ids that apps already hold. Apps keep ids in their configuration, so a slug never changes once it has shipped.
 */
export function ownId(slug: string): string {
  return createHash('sha256').update(`latchkey/wallet/${slug}`).digest('hex')
}
