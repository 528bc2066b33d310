import type { Answer, Balance, CaipNetworkId, getHistory } from 'latchkey/protocol'
import { HttpError } from '../../shared/HttpError.js'
import type { FamilyChain } from './Family.js'

type Chains = ReadonlyMap<CaipNetworkId, FamilyChain>
type Asked = {
  readonly address: string
  readonly chainId: CaipNetworkId | undefined
  readonly isForced: boolean
}

/** Reads an address of a chain from a route's path. @throws `INVALID_QUERY` */
export function ownerOn(chain: FamilyChain, address: string): string {
  const owner = chain.toAddress(address)
  if (owner !== undefined) return owner
  throw new HttpError('INVALID_QUERY', { details: 'address: must be an address of the chain' })
}

/**
 * Returns an account's balances on a chain beside eip155, or on all such chains on which the address can be one;
 * `undefined` if there is none: then the question is one of eip155.
 *
 * @throws `INVALID_QUERY`, `RATE_LIMITED`, `NodeError` if no chain answers
 */
export async function balancesOfOthers(
  chains: Chains,
  { address, chainId, isForced }: Asked,
): Promise<readonly Balance[] | undefined> {
  if (chainId !== undefined) {
    const chain = chains.get(chainId)
    return chain?.balances.of(ownerOn(chain, address), isForced)
  }
  const own = [...chains.values()].flatMap((chain) => {
    const owner = chain.toAddress(address)
    return owner === undefined ? [] : [{ chain, owner }]
  })
  if (own.length === 0) return undefined
  // A chain that fails must not hide the balances on the others.
  const parts = await Promise.allSettled(own.map(({ chain, owner }) => chain.balances.of(owner, isForced)))
  const failed = parts.filter((part) => part.status === 'rejected')
  const refused = failed.find(({ reason }) => reason instanceof HttpError)
  if (refused !== undefined || failed.length === parts.length) throw (refused ?? failed[0])?.reason
  return parts.flatMap((part) => (part.status === 'fulfilled' ? part.value : [])).slice(0, 1_000)
}

type Page = Answer<typeof getHistory>
type AskedPage = {
  readonly address: string
  readonly cursor: string | undefined
  readonly onramp: unknown
}

/**
 * Returns a page of an account's history on a chain beside eip155. It is empty, and says so, where nodes tell no account's
 * transactions.
 *
 * @throws `INVALID_QUERY`, `RATE_LIMITED`, `NodeError`
 */
export async function historyOfOther(
  chain: FamilyChain,
  { address, cursor, onramp }: AskedPage,
): Promise<Page> {
  const owner = ownerOn(chain, address)
  // No purchases are made through this service.
  if (onramp !== undefined) return { data: [], next: null }
  if (chain.history === undefined) return { data: [], next: null, lacks: ['older'] }
  return chain.history.page(owner, cursor)
}
