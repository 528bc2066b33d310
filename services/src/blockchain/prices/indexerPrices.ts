import type { CaipNetworkId } from 'latchkey/protocol'
import type { Context } from '../../shared/context.js'
import { readPriceEntry } from '../sources/sourceEntry.js'
import { createAlchemyPrices } from './alchemyPrices.js'
import { createGoldrushPrices } from './goldrushPrices.js'
import type { PriceSource } from './PriceSource.js'

/** Creates the indexers that are asked for a chain's prices, in the order of the settings. */
export function createIndexerPrices(context: Context, chainId: CaipNetworkId): readonly PriceSource[] {
  return context.settings.priceSources
    .flatMap((text) => readPriceEntry(text) ?? [])
    .filter((entry) => entry.chainId === chainId)
    .map((entry) =>
      entry.kind === 'alchemy' ? createAlchemyPrices(context, entry) : createGoldrushPrices(context, entry),
    )
}
