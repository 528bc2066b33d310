import * as v from 'valibot'
import { amountText, decimalsText, priceNumber } from '../schema/amount.js'
import { caipAddress, networkId } from '../schema/caipSchema.js'
import { imageLinkOrEmpty } from '../schema/imageLink.js'
import { text } from '../schema/textSchema.js'

/**
 * What an account holds of one token (spec §3 "Balance", `GET /v1/account/{address}/balance`). It is accepted only if
 * every field has its type.
 *
 * - `address` is the token's CAIP-10 id; absent for the chain's own coin.
 * - `quantity.numeric` is a decimal text in whole tokens; `price` and `value` are in the asked currency, and `price` is 0
 *   where none is known.
 */
export const balanceSchema = v.object({
  name: text(64),
  symbol: text(16),
  chainId: networkId,
  address: v.optional(caipAddress),
  value: v.optional(priceNumber),
  price: priceNumber,
  quantity: v.object({ decimals: decimalsText, numeric: amountText }),
  iconUrl: imageLinkOrEmpty,
})

export type Balance = v.InferOutput<typeof balanceSchema>
