/**
 * Chain and account identifiers (CAIP-2, CAIP-10), including the variants that wallets write.
 */
const chainPattern = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
const namespacePattern = /^[-a-z0-9]{3,8}$/
const addressPattern = /^[-.%a-zA-Z0-9]{1,128}$/

/** Checks for a CAIP-2 chain id: `eip155:1`. */
export function isChainId(value: unknown): value is string {
  return typeof value === 'string' && chainPattern.test(value)
}

export function isNamespace(value: unknown): value is string {
  return typeof value === 'string' && namespacePattern.test(value)
}

/** Returns `eip155` for `eip155:1` and for `eip155:1:0xab…`. */
export function namespaceOf(id: string): string {
  return id.slice(0, id.indexOf(':'))
}

/**
 * Normalises any form of a chain id to CAIP-2; `undefined` if it is not a chain.
 *
 * - With `namespace`, accepts a bare reference: a number, decimal or hex text.
 * - Converts hex references of eip155 to decimal: `eip155:0x1` is `eip155:1`.
 */
export function toChainId(value: unknown, namespace?: string | undefined): string | undefined {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value
  if (typeof text !== 'string') return undefined
  const id = text.includes(':') || namespace === undefined ? text : `${namespace}:${text}`
  if (!isChainId(id)) return undefined
  if (!id.startsWith('eip155:')) return id
  const reference = id.slice('eip155:'.length)
  if (!/^(0x[0-9a-f]{1,16}|\d{1,16})$/i.test(reference)) return undefined
  const number = Number(reference)
  return Number.isSafeInteger(number) && number > 0 ? `eip155:${number}` : undefined
}

/** Parses a CAIP-10 account and normalises its chain; `undefined` if it is malformed. */
export function parseAccount(value: unknown): { chainId: string; address: string } | undefined {
  if (typeof value !== 'string') return undefined
  const parts = value.split(':')
  const [namespace, reference, address] = parts
  if (parts.length !== 3 || address === undefined || !addressPattern.test(address)) return undefined
  const chainId = toChainId(`${namespace}:${reference}`)
  return chainId === undefined ? undefined : { chainId, address }
}
