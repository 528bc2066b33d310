import { randomBytes } from 'node:crypto'

/** Begins the texts that stand for large numbers. Nobody outside of this process can write one. */
const tag = randomBytes(16).toString('hex')

/** Texts, so that no digits within them count, and numbers. Each kind ends where it must, so the search is linear. */
const tokens = /"(?:[^"\\]|\\.)*(?:"|$)|-?\d+(?:\.\d*)?(?:[eE][+-]?\d*)?/gs
const written = new RegExp(`"${tag}(-?\\d+)"`, 'g')

/**
 * Parses JSON, and keeps whole numbers that `JSON.parse` would round: Solana's nodes write 64 bits as a number. Each is
 * a text that {@link readExact} reads, and {@link writeExact} writes as the number that it was.
 *
 * @throws for a text that is no JSON
 */
export function parseExact(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  return JSON.parse(text.replace(tokens, (token) => (isRounded(token) ? `"${tag}${token}"` : token)))
}

export function writeExact(value: unknown): string {
  return JSON.stringify(value).replace(written, '$1')
}

/** Reads a whole number that is not negative; `undefined` for anything else. */
export function readExact(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
  if (typeof value !== 'string' || !value.startsWith(tag)) return undefined
  const digits = value.slice(tag.length)
  return digits.length <= 20 && /^\d+$/.test(digits) ? BigInt(digits) : undefined
}

function isRounded(token: string): boolean {
  return token.length >= 16 && /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token))
}
