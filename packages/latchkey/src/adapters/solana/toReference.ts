/** The references by which wallets of an older time know these clusters. */
const older: { readonly [reference: string]: string | undefined } = {
  '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ': '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  '8E9rvCKLFQia2Y35HXjjpWzj8weVo44K': 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
}

const reference = /^[1-9A-HJ-NP-Za-km-z]{32}$/

/** The first 32 characters of the hash of the first block, in base58 (CAIP-30), also where a wallet uses an older one. */
export function toReference(value: unknown): string | undefined {
  return typeof value === 'string' && reference.test(value) ? (older[value] ?? value) : undefined
}
