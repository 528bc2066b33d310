import type { CaipNetworkId } from 'latchkey/protocol'
import type { Context } from '../../shared/context.js'
import { createScanSource } from '../history/scanSource.js'
import { createAlchemy } from './createAlchemy.js'
import { createGoldrush } from './createGoldrush.js'
import type { Supplier } from './Supplier.js'
import { type SourceEntry, type SourceKind, sourceEntriesOf } from './sourceEntry.js'

const creators: {
  readonly [kind in SourceKind]: (context: Context, entry: SourceEntry, closing: AbortSignal) => Supplier
} = {
  etherscan: createScanSource,
  blockscout: createScanSource,
  alchemy: createAlchemy,
  goldrush: createGoldrush,
}

/** Creates the indexers of a chain, in the order of the settings. */
export function createSuppliers(
  context: Context,
  chainId: CaipNetworkId,
  closing: AbortSignal,
): readonly Supplier[] {
  return sourceEntriesOf(context.settings, chainId).map((entry) =>
    creators[entry.kind](context, entry, closing),
  )
}
