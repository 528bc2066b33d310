import type { CaipNetworkId } from 'latchkey/protocol'
import * as v from 'valibot'
import { type FamilyToken, tokenTexts } from '../../tokens.js'
import { bytesOfAddress } from './address.js'

/** The numbers by which older token lists name clusters. */
const clusters = new Map<unknown, CaipNetworkId>([
  [101, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  [102, 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
  [103, 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
])

const schema = v.object({
  chainId: v.pipe(
    v.unknown(),
    v.transform((value) => clusters.get(value) ?? value),
    v.custom<CaipNetworkId>(
      (value) => typeof value === 'string' && /^solana:[1-9A-HJ-NP-Za-km-z]{32}$/.test(value),
    ),
  ),
  address: v.pipe(
    v.string(),
    v.check((value) => bytesOfAddress(value) !== undefined),
  ),
  ...tokenTexts,
})

/** Reads an entry of a token list; `undefined` if it is no token of Solana. */
export function readListedToken(item: unknown): FamilyToken | undefined {
  const read = v.safeParse(schema, item)
  return read.success ? read.output : undefined
}
