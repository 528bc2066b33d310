import { type DefaultNamespace, defaultNamespace, type KnownNamespace } from './families.js'

export { namespaces } from './families.js'

/** A chain family by its CAIP-2 namespace. Any family with an adapter can be used; these four are known by name. */
export type Namespace = KnownNamespace | (string & {})

/** A CAIP-2 chain id: `eip155:1`. */
export type CaipNetworkId = `${Namespace}:${string}`

/** A CAIP-10 account id: `eip155:1:0xab…`. */
export type CaipAddress = `${CaipNetworkId}:${string}`

/** The chain family of a CAIP-2 id. */
export type NamespaceOf<networkId extends CaipNetworkId> =
  networkId extends `${infer namespace extends Namespace}:${string}` ? namespace : never

/** A chain id in its family's notation: `eip155:1` is the number `1`, other families have texts. */
export type ChainIdOf<networkId extends CaipNetworkId> =
  networkId extends `${DefaultNamespace}:${infer reference}`
    ? reference extends `${infer id extends number}`
      ? id
      : number
    : networkId extends `${string}:${infer reference}`
      ? reference
      : never

const namespacePattern = /^[-a-z0-9]{3,8}$/
const referencePattern = /^[-_a-zA-Z0-9]{1,32}$/

/** The address in a CAIP-10 account id, in whatever format its family has. */
export const accountAddressPattern = /^[-.%a-zA-Z0-9]{1,128}$/

/** Checks that a value is a CAIP-2 namespace. */
export function isNamespace(value: unknown): value is Namespace {
  return typeof value === 'string' && namespacePattern.test(value)
}

/** Splits a CAIP-2 chain id; `undefined` when it is malformed. */
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
 * Converts a wallet's chain id, in any of the formats that wallets use, to CAIP-2.
 *
 * - For eip155: a number, bigint, decimal or hex text (`1`, `'1'`, `'0x01'`), or CAIP-2 with either kind of reference.
 * - For other namespaces: CAIP-2, or the bare reference.
 * - `undefined` for anything else, for 0, and above 2^53-1: such an id is an error of the wallet.
 */
export function toNetworkId(value: unknown, namespace: Namespace): CaipNetworkId | undefined {
  const prefix = `${namespace}:`
  const reference = typeof value === 'string' && value.startsWith(prefix) ? value.slice(prefix.length) : value
  if (namespace !== defaultNamespace) {
    return typeof reference === 'string' && referencePattern.test(reference)
      ? `${namespace}:${reference}`
      : undefined
  }
  const chainId = toChainId(reference)
  return chainId === undefined ? undefined : `${namespace}:${chainId}`
}

/** Converts an eip155 chain reference to a positive safe integer; `undefined` if it is not one. */
export function toChainId(value: unknown): number | undefined {
  if (!['string', 'number', 'bigint'].includes(typeof value)) return undefined
  const text = String(value)
  if (!/^(0x[0-9a-f]{1,16}|[0-9]{1,16})$/i.test(text)) return undefined
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

export function toCaipAddress(networkId: CaipNetworkId, address: string): CaipAddress {
  return `${networkId}:${address}`
}

export function namespaceOf(id: CaipNetworkId | CaipAddress): Namespace {
  return id.slice(0, id.indexOf(':')) as Namespace
}
