const reference = /^[0-9a-f]{32}$/

/** The first 32 digits of the hash of the first block (CAIP-13). */
export function toReference(value: unknown): string | undefined {
  return typeof value === 'string' && reference.test(value) ? value : undefined
}
