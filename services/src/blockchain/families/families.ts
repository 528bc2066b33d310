import type { CaipNetworkId } from 'latchkey/protocol'
import type { App } from '../../shared/app.js'
import type { Context } from '../../shared/context.js'
import { urlsOf } from '../nodeUrls.js'
import type { FamilyToken } from '../tokens.js'
import { bip122 } from './bip122/bip122.js'
import type { Family, FamilyChain, ListingContext, Own } from './Family.js'
import { polkadot } from './polkadot/polkadot.js'
import { solana } from './solana/solana.js'

/** The families beside eip155. */
const families: readonly Family[] = [solana, bip122, polkadot]

const made = new WeakMap<Context, ReadonlyMap<CaipNetworkId, FamilyChain>>()

/** Creates the configured chains of the families beside eip155, once for each context. */
export function createFamilyChains(context: ListingContext): ReadonlyMap<CaipNetworkId, FamilyChain> {
  const known = made.get(context)
  if (known !== undefined) return known
  const chains = new Map(
    families.flatMap((family) =>
      [...urlsOf(context, (namespace) => namespace === family.namespace)].map(
        ([chainId, urls]) => [chainId, family.createChain(context, chainId, urls)] as const,
      ),
    ),
  )
  made.set(context, chains)
  return chains
}

/** Reads an entry of a token list; `undefined` if it is of no such family. */
export function readFamilyToken(item: unknown): FamilyToken | undefined {
  for (const { readListed } of families) {
    const token = readListed?.(item)
    if (token !== undefined) return token
  }
  return undefined
}

/** Adds the routes of those families that have some of their own. */
export function routeFamilies(app: App, context: Context, own: Own): void {
  for (const { route } of families) route?.(app, context, own)
}
