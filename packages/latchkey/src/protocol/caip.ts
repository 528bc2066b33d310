/** The chain families the kit speaks, as CAIP-2 namespaces (spec §1). */
export const namespaces = ['eip155', 'solana', 'polkadot', 'bip122'] as const

export type Namespace = (typeof namespaces)[number]

/** A CAIP-2 chain id: `eip155:1`. */
export type CaipNetworkId = `${Namespace}:${string}`

/** A CAIP-10 account id: `eip155:1:0xab…`. */
export type CaipAddress = `${CaipNetworkId}:${string}`

/** The chain family of a CAIP-2 id. */
export type NamespaceOf<networkId extends CaipNetworkId> =
  networkId extends `${infer namespace extends Namespace}:${string}` ? namespace : never

/** A chain id as its family writes it: `eip155:1` is `1`, the others' are texts. */
export type ChainIdOf<networkId extends CaipNetworkId> = networkId extends `eip155:${infer reference}`
  ? reference extends `${infer id extends number}`
    ? id
    : number
  : networkId extends `${string}:${infer reference}`
    ? reference
    : never

const referencePattern = /^[-_a-zA-Z0-9]{1,32}$/
const addressPattern = /^[-.%a-zA-Z0-9]{1,128}$/

export function isNamespace(value: unknown): value is Namespace {
  return namespaces.includes(value as Namespace)
}

/** Splits a CAIP-2 chain id; `undefined` when it is malformed or of a namespace the kit does not speak. */
export function parseNetworkId(value: unknown): { namespace: Namespace; reference: string } | undefined {
  if (typeof value !== 'string') return undefined
  const [namespace, reference, ...rest] = value.split(':')
  if (rest.length > 0 || !isNamespace(namespace)) return undefined
  if (reference === undefined || !referencePattern.test(reference)) return undefined
  return { namespace, reference }
}

export function isNetworkId(value: unknown): value is CaipNetworkId {
  return parseNetworkId(value) !== undefined
}

/**
 * Reads whatever a wallet calls a chain id into the one form the kit stores.
 *
 * - For eip155: a number, bigint, decimal or hex text (`1`, `'1'`, `'0x01'`), or CAIP-2 with either kind of reference.
 * - For other namespaces: CAIP-2, or the bare reference.
 * - `undefined` for anything else, for 0, and above 2^53-1: such an id is a wallet's mistake, never a chain.
 */
export function toNetworkId(value: unknown, namespace: Namespace): CaipNetworkId | undefined {
  const prefix = `${namespace}:`
  const reference = typeof value === 'string' && value.startsWith(prefix) ? value.slice(prefix.length) : value
  if (namespace !== 'eip155') {
    return typeof reference === 'string' && referencePattern.test(reference)
      ? `${namespace}:${reference}`
      : undefined
  }
  const chainId = toChainId(reference)
  return chainId === undefined ? undefined : `eip155:${chainId}`
}

/** The positive safe integer that an eip155 chain reference stands for, or `undefined`. */
export function toChainId(value: unknown): number | undefined {
  if (typeof value === 'string' && !/^(0x[0-9a-f]{1,16}|[0-9]{1,16})$/i.test(value)) return undefined
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return undefined
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** Splits a CAIP-10 account id; `undefined` when it is malformed. */
export function parseCaipAddress(
  value: unknown,
): { namespace: Namespace; networkId: CaipNetworkId; address: string } | undefined {
  if (typeof value !== 'string') return undefined
  const parts = value.split(':')
  if (parts.length !== 3) return undefined
  const [namespace, reference, address] = parts as [string, string, string]
  const networkId = isNamespace(namespace) ? toNetworkId(reference, namespace) : undefined
  if (!isNamespace(namespace) || networkId === undefined || !addressPattern.test(address)) return undefined
  return { namespace, networkId, address }
}

export function toCaipAddress(networkId: CaipNetworkId, address: string): CaipAddress {
  return `${networkId}:${address}`
}

export function namespaceOf(id: CaipNetworkId | CaipAddress): Namespace {
  return id.slice(0, id.indexOf(':')) as Namespace
}
