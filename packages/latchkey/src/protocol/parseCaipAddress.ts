import { type CaipNetworkId, isNamespace, type Namespace, toNetworkId } from './caip.js'

const addressPattern = /^[-.%a-zA-Z0-9]{1,128}$/

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
