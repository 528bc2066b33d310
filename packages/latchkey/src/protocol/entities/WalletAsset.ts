import * as v from 'valibot'
import { plainAddress } from '../schema/caipSchema.js'

/**
 * The assets of an account on one chain, from a wallet with `wallet_getAssets` (ERC-7811). One malformed asset rejects
 * the whole list (spec §5 "Data filtering"), because a wallet with one wrong asset may have all of them wrong.
 *
 * `balance` is in base units, in hex.
 */
export const walletAssetsSchema = v.array(
  v.object({
    address: v.union([plainAddress, v.literal('native')]),
    balance: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{1,64}$/)),
    type: v.pipe(
      v.string(),
      v.transform((value) => value.toUpperCase()),
      v.picklist(['ERC20', 'NATIVE']),
    ),
    metadata: v.object({
      name: v.string(),
      symbol: v.string(),
      decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36)),
      price: v.pipe(v.number(), v.finite(), v.minValue(0)),
      iconUrl: v.string(),
    }),
  }),
)

export type WalletAsset = v.InferOutput<typeof walletAssetsSchema>[number]
