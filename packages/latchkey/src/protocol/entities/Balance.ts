import * as v from 'valibot'
import { amountText, decimalsText, priceNumber } from '../schema/amount.js'
import { caipAddress, networkId } from '../schema/caipSchema.js'
import { imageLinkOrEmpty } from '../schema/imageLink.js'
import { text } from '../schema/textSchema.js'

/**
 * An account's balance of one token (spec §3 "Balance", `GET /v1/account/{address}/balance`). It is accepted only if
 * every field has its type.
 *
 * - `address` is the token's CAIP-10 id; absent for the chain's own coin.
 * - `quantity.numeric` is a decimal text in whole tokens; `price` and `value` are in the requested currency; `price` is
 *   0 if unknown.
 * - `pricedAt` is when the price was made, in epoch milliseconds. `isPriceUnconfirmed` is true if no second source gives
 *   about the same price, or it is old: the price is shown, and not added to a total.
 * - `isVerified` is true if the service's token list contains this contract; any token can use any symbol.
 */
export const balanceSchema = v.object({
  name: text(64),
  symbol: text(16),
  chainId: networkId,
  address: v.optional(caipAddress),
  value: v.optional(priceNumber),
  price: priceNumber,
  pricedAt: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  isPriceUnconfirmed: v.optional(v.boolean()),
  quantity: v.object({ decimals: decimalsText, numeric: amountText }),
  iconUrl: imageLinkOrEmpty,
  isVerified: v.optional(v.boolean()),
})

export type Balance = v.InferOutput<typeof balanceSchema>
