import * as v from 'valibot'
import { balanceSchema } from '../entities/Balance.js'
import { nftSchema } from '../entities/Nft.js'
import { smartSessionSchema } from '../entities/SmartSession.js'
import { transactionSchema } from '../entities/Transaction.js'
import { priceNumber, unitsText } from '../schema/amount.js'
import { caipAddress, networkId, plainAddress } from '../schema/caipSchema.js'
import { imageLinkOrEmpty, imageLinkOrNull } from '../schema/imageLink.js'
import { listOf, readableListOf } from '../schema/list.js'
import { text } from '../schema/textSchema.js'
import { common } from './common.js'
import { defineEndpoint } from './endpoint.js'

const cursor = v.pipe(v.string(), v.maxLength(256), v.regex(/^[\w-]+$/, 'must be a cursor of this service'))
const next = v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(256)))

/** The chains that the service answers for (spec §7). The kit makes every other call only for chains in `http`. */
export const getSupportedChains = defineEndpoint({
  service: 'blockchain',
  method: 'GET',
  path: '/v1/supported-chains',
  query: v.object(common),
  answer: v.object({ http: listOf(networkId, 1_000), ws: listOf(networkId, 1_000) }),
})

/** Returns an address's name and picture; both `null` if it has none (spec §7, cached 5 minutes). */
export const getIdentity = defineEndpoint({
  service: 'blockchain',
  method: 'GET',
  path: '/v1/identity/:address',
  query: v.object({ ...common, sender: v.optional(plainAddress), chainId: v.optional(networkId) }),
  answer: v.object({ avatar: imageLinkOrNull, name: v.nullable(text(255)) }),
})

/** The picture of {@link getIdentity}, fetched and checked by the service; 404 if there is none. */
export const getAvatar = defineEndpoint({
  service: 'blockchain',
  method: 'GET',
  path: '/v1/identity/:address/avatar',
  query: v.object({ ...common, chainId: v.optional(networkId) }),
  answer: 'image',
})

const time = v.pipe(v.number(), v.integer(), v.minValue(0))

/**
 * Resolves a name to its addresses (spec §7 `profile/account`). An unknown name is a 404.
 *
 * `addresses` is keyed by SLIP-44 / ENSIP-11 coin type: `60` is Ethereum's. The times are epoch seconds, 0 if the
 * name's registry has none; `attributes` is a list, with at most one entry from our service.
 */
export const getProfile = defineEndpoint({
  service: 'blockchain',
  method: 'GET',
  path: '/v1/profile/account/:name',
  query: v.object({
    ...common,
    apiVersion: v.optional(v.pipe(v.string(), v.maxLength(4))),
    chainId: v.optional(networkId),
  }),
  answer: v.object({
    name: text(255),
    registered: v.optional(time),
    updated: v.optional(time),
    addresses: v.record(
      v.pipe(v.string(), v.regex(/^\d{1,10}$/)),
      v.object({ address: plainAddress, created: v.optional(time) }),
    ),
    // Earlier versions of the service returned the entry without a list.
    attributes: v.pipe(
      v.unknown(),
      v.transform((value) => [value].flat()),
      listOf(v.object({ avatar: v.optional(imageLinkOrNull), bio: v.optional(text(500)) }), 16),
    ),
  }),
})

/** What a history cannot show, because its source does not see it; the page says it once. */
export const historyLacks = [
  /** Transfers of the chain's own coin. */
  'coin',
  /** Coin that contracts paid out. */
  'payouts',
  /** Transactions that failed. */
  'failures',
  /** The fees that the account paid. */
  'fees',
  /** Everything older than the page tells: the service reads no further for now. */
  'older',
] as const

export type HistoryLack = (typeof historyLacks)[number]

/** How far a history has been read that is still being read. */
const reading = v.object({
  /** The oldest block that has been read; absent if the answer covers several chains. */
  block: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** The part that has been read, from 0 to 1. */
  share: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
})

/**
 * Returns an account's transactions, newest first (spec §7). `next` is the cursor of the following page, `null` on the
 * last one.
 *
 * The first request makes the service read the account's history. While `reading` is there, the page may be short and
 * `next` leads to the entries that the service has read since. Without it a page has 50 entries that are no spam, or is
 * the last one; spam comes on top, marked, while there is room.
 */
export const getHistory = defineEndpoint({
  service: 'blockchain',
  method: 'GET',
  path: '/v1/account/:address/history',
  query: v.object({
    ...common,
    chainId: v.optional(networkId),
    cursor: v.optional(cursor),
    onramp: v.optional(v.picklist(['coinbase'])),
  }),
  answer: v.object({
    data: readableListOf(transactionSchema, 100, ({ id }) => id),
    next,
    reading: v.optional(v.nullable(reading)),
    // A later version of the service may name more.
    lacks: v.optional(listOf(v.picklist(historyLacks), 8)),
    /** How many transactions of spam the page leaves out, because there are too many. */
    spam: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  }),
})

const addressEnd = v.pipe(v.string(), v.regex(/^[0-9a-zA-Z]{7}$/, 'must be 7 letters and digits'))

/**
 * Returns the addresses that the account has sent to, as far as the service has read its history, and that look like a
 * given address: see `hasLikeEnds`. Of that address the service gets only the first and the last 7 characters after the
 * prefix that all addresses of its kind share (`0x`). It may itself be among the answers.
 *
 * An answer only adds addresses to compare with: that one is missing, or is there, makes no address known.
 */
export const getLookalikes = defineEndpoint({
  service: 'blockchain',
  method: 'GET',
  path: '/v1/account/:address/lookalikes',
  query: v.object({ ...common, chainId: v.optional(networkId), start: addressEnd, end: addressEnd }),
  answer: v.object({
    addresses: listOf(plainAddress, 20),
    /**
     * The service has not read the account's whole history, so somebody whom it has paid may be missing. Absent also for
     * chain families of whose payments it keeps nothing.
     */
    isPartial: v.optional(v.boolean()),
  }),
})

/**
 * Returns an account's balances (spec §7, cached 30 s), on all chains without `chainId`. Leaves malformed assets out,
 * unless all of them are.
 */
export const getBalances = defineEndpoint({
  service: 'blockchain',
  method: 'GET',
  path: '/v1/account/:address/balance',
  query: v.object({
    ...common,
    currency: v.optional(v.picklist(['usd']), 'usd'),
    chainId: v.optional(networkId),
    /** Any text but `false` makes the service bypass its cache and ask the chain. */
    forceUpdate: v.optional(v.pipe(v.string(), v.maxLength(2_048))),
  }),
  answer: v.object({
    // Duplicates are dropped.
    balances: readableListOf(
      balanceSchema,
      1_000,
      // Case is insignificant only for hexadecimal digits.
      ({ chainId, address = '' }) =>
        `${chainId} ${/:0x[0-9a-f]+$/i.test(address) ? address.toLowerCase() : address}`,
    ),
    /** The account holds more tokens than these. */
    isCut: v.optional(v.boolean()),
  }),
})

/**
 * The collectibles that an account owns, by collection and number. `next`, `reading` and `lacks` as in {@link getHistory}:
 * while `reading` is there, more may follow, also in an empty list.
 */
export const getNfts = defineEndpoint({
  service: 'blockchain',
  method: 'GET',
  path: '/v1/account/:address/nfts',
  query: v.object({ ...common, chainId: v.optional(networkId), cursor: v.optional(cursor) }),
  answer: v.object({
    data: readableListOf(nftSchema, 100, ({ collection, tokenId }) => `${collection.address}/${tokenId}`),
    next,
    reading: v.optional(v.nullable(reading)),
    lacks: v.optional(listOf(v.picklist(historyLacks), 8)),
  }),
})

/** The picture of a collectible, fetched and checked by the service. `address` is the collection's. */
export const getNftImage = defineEndpoint({
  service: 'blockchain',
  method: 'GET',
  path: '/v1/nft/:chainId/:address/:tokenId/image',
  query: v.object(common),
  answer: 'image',
})

/** The body of {@link getFungiblePrices}: the CAIP-10 ids of tokens; the chain's own coin is `0xeeee…eeee`. */
export const fungiblePricesBody = v.object({
  projectId: v.optional(v.pipe(v.string(), v.maxLength(64))),
  currency: v.picklist(['usd']),
  addresses: v.pipe(v.array(caipAddress), v.maxLength(200)),
})

/** Prices of tokens (spec §7). A token whose price is not known is not in the answer. */
export const getFungiblePrices = defineEndpoint({
  service: 'blockchain',
  method: 'POST',
  path: '/v1/fungible/price',
  query: v.object(common),
  answer: v.object({
    fungibles: listOf(
      v.object({
        name: text(64),
        symbol: text(16),
        iconUrl: imageLinkOrEmpty,
        price: priceNumber,
        /** As in {@link balanceSchema}. */
        pricedAt: v.optional(time),
        isPriceUnconfirmed: v.optional(v.boolean()),
        address: v.optional(caipAddress),
      }),
      200,
    ),
  }),
})

/** Returns the gas price at three speeds, in wei per unit of gas (spec §7). */
export const getGasPrice = defineEndpoint({
  service: 'blockchain',
  method: 'GET',
  path: '/v1/convert/gas-price',
  query: v.object({ ...common, chainId: networkId }),
  answer: v.object({ standard: unitsText, fast: unitsText, instant: unitsText }),
})

/**
 * Forwards the body, one request or a list, to a chain's JSON-RPC node (spec §7 "RPC URL form"). Allows only methods
 * that read or that submit signed transactions.
 */
export const postRpc = defineEndpoint({
  service: 'blockchain',
  method: 'POST',
  path: '/v1/',
  query: v.object({ ...common, chainId: networkId }),
  answer: v.unknown(),
})

/** The permissions that an account has given (spec §7). `address` is a CAIP-10 id. */
export const getSessions = defineEndpoint({
  service: 'blockchain',
  method: 'GET',
  path: '/v1/sessions/:address',
  query: v.object(common),
  answer: v.object({ pcis: listOf(smartSessionSchema, 500) }),
})

/**
 * The body of {@link revokeSession}: the permission's id, and the account's `personal_sign` of `Revoke session {pci}`.
 */
export const revokeSessionBody = v.object({
  pci: smartSessionSchema.entries.pci,
  signature: v.pipe(v.string(), v.regex(/^0x([0-9a-fA-F]{2}){1,4096}$/)),
})

/** Revokes a permission (spec §7). */
export const revokeSession = defineEndpoint({
  service: 'blockchain',
  method: 'POST',
  path: '/v1/sessions/:address/revoke',
  query: v.object(common),
  answer: v.object({ pci: smartSessionSchema.entries.pci, revokedAt: v.pipe(v.number(), v.integer()) }),
})
