import type { CaipNetworkId } from 'latchkey/protocol'
import { getAddress, isAddress } from 'viem'
import { isOfTheClient, NodeError } from '../outbound/post.js'
import type { Context } from '../shared/context.js'
import { HttpError } from '../shared/HttpError.js'
import { createBalances } from './balances.js'
import { createContracts } from './contracts.js'
import { createNftFacts } from './nfts/metadata.js'
import type { OpenLink } from './nfts/openLink.js'
import type { Nodes } from './nodes.js'
import { createPrices } from './prices/prices.js'
import { createTokenDetails } from './tokenDetails.js'

/** The readers of one chain. */
type Chain = ReturnType<typeof createChain>
export type Chains = ReadonlyMap<CaipNetworkId, Chain>

export function createChain(context: Context, nodes: Nodes, openLink: OpenLink) {
  const { chainId } = nodes
  const contracts = createContracts(nodes)
  const prices = createPrices(context, chainId, contracts)
  const details = createTokenDetails(context, chainId, contracts)
  return {
    nodes,
    contracts,
    prices,
    details,
    balances: createBalances(context, { chainId, contracts, prices, details }),
    nfts: createNftFacts(context, { chainId, contracts, openLink }),
  }
}

/** Reads an address from a route's path, and gives it its checksum. */
export function readAddress(address: string): `0x${string}` {
  if (isAddress(address, { strict: false })) return getAddress(address)
  throw new HttpError('INVALID_QUERY', { details: 'address: must be an address of an eip155 chain' })
}

export function served<value>(chains: ReadonlyMap<CaipNetworkId, value>, chainId: CaipNetworkId): value {
  const chain = chains.get(chainId)
  if (chain === undefined)
    throw new HttpError('INVALID_QUERY', { details: 'chainId: this service does not answer for the chain' })
  return chain
}

/** Hides a node error from the client; the log has the reason for the operator. */
export async function orUnreachable<value>(work: Promise<value>): Promise<value> {
  try {
    return await work
  } catch (error) {
    // The client's answers hold as much as it may have, or its calls all places: both end by themselves.
    if (isOfTheClient(error))
      throw new HttpError('RATE_LIMITED', { headers: { 'retry-after': '1' }, cause: error })
    if (error instanceof NodeError) throw new HttpError('CHAIN_UNREACHABLE', { cause: error })
    throw error
  }
}
