import { type CaipNetworkId, parseNetworkId } from './caip.js'

/**
 * What a code to receive at an address holds: for eip155 a link that names the chain too (EIP-681), for Bitcoin its own
 * (BIP-21), for the others the address alone, which their wallets read.
 */
export function receiveLink(networkId: CaipNetworkId, address: string): string {
  const { namespace, reference } = parseNetworkId(networkId) ?? {}
  if (namespace === 'eip155') return `ethereum:${address}@${reference}`
  return namespace === 'bip122' ? `bitcoin:${address}` : address
}
