import type { CaipNetworkId } from '../../protocol/caip.js'
import { genericPrefix, type Prefixes, prefixOfNetwork } from './prefixes.js'
import { readSs58, toSs58 } from './ss58.js'

/** Returns a valid SS58 address, written for a network or else as it is; `undefined` for anything else. */
export function toAddress(value: unknown, networkId?: CaipNetworkId, own?: Prefixes): string | undefined {
  const read = readSs58(value)
  if (read === undefined || networkId === undefined) return read && String(value)
  return toSs58(read.accountId, prefixOfNetwork(networkId, own))
}

/**
 * Returns a recipient's address as the network writes it. One that is written for another network is refused: who gave
 * it expects the funds there. The generic prefix says nothing of a network.
 */
export function toRecipient(value: unknown, networkId: CaipNetworkId, own?: Prefixes): string | undefined {
  const prefix = readSs58(value)?.prefix
  const isOfNetwork = prefix === genericPrefix || prefix === prefixOfNetwork(networkId, own)
  return isOfNetwork ? toAddress(value, networkId, own) : undefined
}
