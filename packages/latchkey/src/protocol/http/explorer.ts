import * as v from 'valibot'
import { walletSchema } from '../entities/Wallet.js'
import { commaList, listOf, wireInteger } from '../schema/list.js'
import { common } from './common.js'
import { defineEndpoint } from './endpoint.js'

/**
 * Lists wallets, best known first.
 *
 * - Pages count from 1; `entries` is the page's size, at most 100; `count` is the number of all matches.
 * - `include` and `exclude` hold wallet ids, `chains` CAIP-2 ids (a wallet matches if it has one of them), `search` a
 *   part of a name.
 *
 * @see spec §7 "Wallet explorer API"
 */
export const getWallets = defineEndpoint({
  service: 'explorer',
  method: 'GET',
  path: '/getWallets',
  query: v.object({
    ...common,
    page: v.optional(wireInteger(1, 100_000), '1'),
    entries: v.optional(wireInteger(1, 100), '40'),
    include: v.optional(commaList),
    exclude: v.optional(commaList),
    chains: v.optional(commaList),
    search: v.optional(v.pipe(v.string(), v.maxLength(100))),
    badge_type: v.optional(v.picklist(['none', 'certified'])),
  }),
  answer: v.object({
    data: listOf(walletSchema, 100, ({ id }) => id),
    count: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
})

const imageQuery = v.object(common)

/** A wallet's picture by its `image_id` (spec §7). */
export const getWalletImage = defineEndpoint({
  service: 'explorer',
  method: 'GET',
  path: '/getWalletImage/:id',
  query: imageQuery,
  answer: 'image',
})

/** A network's or connector's picture by its `imageId` (spec §7). */
export const getAssetImage = defineEndpoint({
  service: 'explorer',
  method: 'GET',
  path: '/public/getAssetImage/:id',
  query: imageQuery,
  answer: 'image',
})

/** A currency's picture by its code: `usd` (spec §7). */
export const getCurrencyImage = defineEndpoint({
  service: 'explorer',
  method: 'GET',
  path: '/public/getCurrencyImage/:id',
  query: imageQuery,
  answer: 'image',
})

/** A token's picture by its symbol: `eth` (spec §7). */
export const getTokenImage = defineEndpoint({
  service: 'explorer',
  method: 'GET',
  path: '/public/getTokenImage/:id',
  query: imageQuery,
  answer: 'image',
})

/** Returns whether the project has enabled analytics; for the client, any failure means `false` (spec §7). */
export const getAnalyticsConfig = defineEndpoint({
  service: 'explorer',
  method: 'GET',
  path: '/getAnalyticsConfig',
  query: v.object(common),
  answer: v.object({ isAnalyticsEnabled: v.boolean() }),
})
