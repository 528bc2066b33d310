import * as v from 'valibot'
import { amountText, priceNumber } from '../schema/amount.js'
import { caipAddress, networkId, plainAddress } from '../schema/caipSchema.js'
import { imageLinkOrNull } from '../schema/imageLink.js'
import { listOf } from '../schema/list.js'
import { text } from '../schema/textSchema.js'

/** A transaction's kind, from the account's side. An unknown kind reads as `execute`. */
export const operationTypes = [
  'approve',
  'borrow',
  'burn',
  'cancel',
  'claim',
  'deploy',
  'deposit',
  'execute',
  'mint',
  'receive',
  'repay',
  'revoke',
  'send',
  'stake',
  'trade',
  'unstake',
  'withdraw',
] as const

export type OperationType = (typeof operationTypes)[number]

const statuses = [
  'confirmed',
  'failed',
  'pending',
  'ONRAMP_TRANSACTION_STATUS_SUCCESS',
  'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  'ONRAMP_TRANSACTION_STATUS_FAILED',
] as const

const transferSchema = v.object({
  fungible_info: v.optional(
    v.nullable(
      v.object({
        name: v.optional(text(64)),
        symbol: v.optional(text(16)),
        icon: v.optional(v.nullable(v.object({ url: imageLinkOrNull }))),
        /** The token's CAIP-10 id; absent for the chain's own coin. */
        address: v.optional(caipAddress),
        is_spam: v.optional(v.boolean()),
        /** True if the service's token list contains this contract. */
        is_verified: v.optional(v.boolean()),
      }),
    ),
  ),
  nft_info: v.optional(
    v.nullable(
      v.object({
        name: v.optional(text(96)),
        content: v.optional(
          v.nullable(
            v.object({
              preview: v.optional(
                v.nullable(
                  v.object({ url: imageLinkOrNull, content_type: v.optional(v.nullable(v.string())) }),
                ),
              ),
            }),
          ),
        ),
        flags: v.object({ is_spam: v.boolean() }),
        /** The collection's CAIP-10 id and the token's id in it, for {@link getNftImage}. */
        address: v.optional(caipAddress),
        token_id: v.optional(v.pipe(v.string(), v.regex(/^\d{1,78}$/))),
      }),
    ),
  ),
  direction: v.picklist(['in', 'out', 'self']),
  quantity: v.object({ numeric: amountText }),
  value: v.optional(v.nullable(priceNumber)),
  price: v.optional(v.nullable(priceNumber)),
  /** True if no record says so, and the service concludes the transfer from the account's balances. */
  is_concluded: v.optional(v.boolean()),
  /** The sender and the recipient of this transfer, which may differ from the transaction's. */
  sender: v.optional(plainAddress),
  recipient: v.optional(plainAddress),
})

/**
 * One transaction as the history lists it (spec §3 "Transaction", `GET /v1/account/{address}/history`).
 *
 * - `metadata.minedAt` is an ISO 8601 time; amounts are decimal texts in whole tokens.
 * - A malformed transfer is left out; its transaction stays.
 */
export const transactionSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  metadata: v.object({
    operationType: v.fallback(v.picklist(operationTypes), 'execute'),
    hash: v.pipe(v.string(), v.regex(/^[a-zA-Z0-9]{1,100}$/)),
    chain: networkId,
    minedAt: v.pipe(
      v.string(),
      v.maxLength(40),
      v.check((value) => Number.isFinite(Date.parse(value)), 'must be a time'),
    ),
    sentFrom: plainAddress,
    /** Empty if the transaction created a contract. */
    sentTo: v.union([plainAddress, v.literal('')]),
    status: v.picklist(statuses),
    nonce: v.pipe(v.number(), v.integer(), v.minValue(0)),
    /** The address that an approval allows to spend; only of `approve` and `revoke`. */
    spender: v.optional(plainAddress),
    /** The fee that the sender paid, in whole coins. */
    fee: v.optional(amountText),
  }),
  transfers: listOf(transferSchema, 100),
})

export type Transfer = v.InferOutput<typeof transferSchema>
export type Transaction = v.InferOutput<typeof transactionSchema>
