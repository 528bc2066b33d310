import {
  accountAddressPattern,
  type CaipNetworkId,
  isNamespace,
  type Namespace,
  toNetworkId,
} from './caip.js'

/** Splits a CAIP-10 account id; `undefined` when it is malformed. */
export function parseCaipAddress(
  value: unknown,
): { namespace: Namespace; networkId: CaipNetworkId; address: string } | undefined {
  if (typeof value !== 'string') return undefined
  const parts = value.split(':')
  if (parts.length !== 3) return undefined
  const [namespace, reference, address] = parts as [string, string, string]
  const networkId = isNamespace(namespace) ? toNetworkId(reference, namespace) : undefined
  if (!isNamespace(namespace) || networkId === undefined || !accountAddressPattern.test(address))
    return undefined
  return { namespace, networkId, address }
}
