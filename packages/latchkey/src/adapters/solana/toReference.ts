const reference = /^[1-9A-HJ-NP-Za-km-z]{32}$/

/** The first 32 characters of the hash of the first block, in base58 (CAIP-30). */
export function toReference(value: unknown): string | undefined {
  return typeof value === 'string' && reference.test(value) ? value : undefined
}
