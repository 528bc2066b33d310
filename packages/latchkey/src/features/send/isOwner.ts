import { isSameAddress } from '../../core/addresses.js'
import { type CaipNetworkId, namespaceOf } from '../../protocol/caip.js'
import type { Kit } from '../Kit.js'

/**
 * Whether something of an account on a network is of this one. Some families write one account in several ways; without
 * them, the texts are compared.
 */
export function isOwner(
  of: { readonly account: string; readonly networkId: string },
  { address, networkId }: { readonly address: string; readonly networkId: string },
  families?: Pick<Kit, 'adapters'>,
): boolean {
  if (of.networkId !== networkId || of.account === address) return of.networkId === networkId
  const namespace = namespaceOf(networkId as CaipNetworkId)
  return (
    families !== undefined &&
    isSameAddress(families, { address: of.account, namespace }, { address, namespace })
  )
}
