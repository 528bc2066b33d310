import { shortAddress } from '../../core/addresses.js'
import { type CaipNetworkId, namespaceOf } from '../../protocol/caip.js'
import { useKit } from '../KitContext.js'
import { useLabels } from './useLabels.js'

/**
 * Formats an address in one line: the short address, then the visitor's label for it, else `name`. The address comes
 * first, so that the name can neither cut it off nor change its writing direction.
 */
export function useWhom(): (
  address: string,
  of: { readonly networkId: CaipNetworkId; readonly name?: string | undefined },
) => string {
  const kit = useKit()
  const labelOf = useLabels()
  return (address, { networkId, name }) => {
    const of = { address, namespace: namespaceOf(networkId) }
    const short = shortAddress(kit, of)
    const known = labelOf(of) ?? name
    return known === undefined ? short : `${short} · ${known}`
  }
}
