import type { CaipNetworkId } from 'latchkey/protocol'
import type { Context } from '../../shared/context.js'
import { urlsOf } from '../nodes.js'
import type { Family, FamilyChain } from './Family.js'
import { solana } from './solana/solana.js'

/** The families beside eip155. */
const families: readonly Family[] = [solana]

/** Creates the configured chains of the families beside eip155. */
export function createFamilyChains(context: Context): ReadonlyMap<CaipNetworkId, FamilyChain> {
  return new Map(
    families.flatMap((family) =>
      [...urlsOf(context, (namespace) => namespace === family.namespace)].map(
        ([chainId, urls]) => [chainId, family.createChain(context, chainId, urls)] as const,
      ),
    ),
  )
}
