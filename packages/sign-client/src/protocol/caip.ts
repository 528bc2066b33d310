/**
 * Chain and account identifiers (CAIP-2, CAIP-10), and the many ways in which wallets write them.
 */
const chainPattern = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
const namespacePattern = /^[-a-z0-9]{3,8}$/
const addressPattern = /^[-.%a-zA-Z0-9]{1,128}$/

/** A CAIP-2 chain id: `eip155:1`. */
export function isChainId(value: unknown): value is string {
  return typeof value === 'string' && chainPattern.test(value)
}

export function isNamespace(value: unknown): value is string {
  return typeof value === 'string' && namespacePattern.test(value)
}

/** `eip155` of `eip155:1` and of `eip155:1:0xab…`. */
export function namespaceOf(id: string): string {
  return id.slice(0, id.indexOf(':'))
}

/**
 * Reads whatever a wallet calls a chain into CAIP-2; `undefined` when it can be no chain.
 *
 * - With `namespace`, a bare reference will do: a number, decimal or hex text.
 * - Hex references of eip155 become decimal: `eip155:0x1` is `eip155:1`.
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

/** Takes a CAIP-10 account apart, its chain normalised; `undefined` when it is malformed. */
export function parseAccount(value: unknown): { chainId: string; address: string } | undefined {
  if (typeof value !== 'string') return undefined
  const parts = value.split(':')
  const [namespace, reference, address] = parts
  if (parts.length !== 3 || address === undefined || !addressPattern.test(address)) return undefined
  const chainId = toChainId(`${namespace}:${reference}`)
  return chainId === undefined ? undefined : { chainId, address }
}
