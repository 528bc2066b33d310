import { createHash } from 'node:crypto'

/**
 * Returns the id of a wallet without a well-known one: the SHA-256 of `latchkey/wallet/<slug>` in hex, 64 characters
 * like existing ids. Apps store ids in their configuration, so a released slug never changes.
 */
export function ownId(slug: string): string {
  return createHash('sha256').update(`latchkey/wallet/${slug}`).digest('hex')
}
