import * as v from 'valibot'
import { plainAddress } from '../schema/caipSchema.js'

/**
 * What a wallet that offers `wallet_getAssets` (ERC-7811) says an account holds on one chain. One unsound asset refuses
 * the whole list (spec §5 "Data filtering"), because a wallet that is wrong about one may be about all.
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
