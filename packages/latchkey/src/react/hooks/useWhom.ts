import { type CaipNetworkId, namespaceOf } from '../../protocol/caip.js'
import { truncateAddress } from '../../protocol/truncateAddress.js'
import { useLabels } from './useLabels.js'

/**
 * Tells in a line who an address is: the address, short, then what the visitor calls it, or `name` where they do not.
 * The address is first, where it is neither cut off nor turned around by what a name is written in.
 */
export function useWhom(): (
  address: string,
  of: { readonly networkId: CaipNetworkId; readonly name?: string | undefined },
) => string {
  const labelOf = useLabels()
  return (address, { networkId, name }) => {
    const known = labelOf({ address, namespace: namespaceOf(networkId) }) ?? name
    return known === undefined ? truncateAddress(address) : `${truncateAddress(address)} · ${known}`
  }
}
