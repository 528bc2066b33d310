import * as v from 'valibot'
import { readExact } from './exactJson.js'

/** What a client may ask a node, what it counts, and the form of the answer. */
export type Method = {
  readonly weight: number
  readonly answer: v.GenericSchema
}

/** A whole number of up to 64 bits, as `parseExact` gives it. */
export const count = v.custom<number | string>((value) => readExact(value) !== undefined)
export const inContext = <const schema extends v.GenericSchema>(value: schema) =>
  v.object({ context: v.object({ slot: count }), value })

const account = v.object({ lamports: count, owner: v.string(), executable: v.boolean(), data: v.unknown() })
const tokenAmount = v.object({ amount: v.pipe(v.string(), v.regex(/^\d{1,20}$/)), decimals: count })
const signature = v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/))
const held = v.object({ pubkey: v.string(), account })
/** An object, or nothing where the node does not have it. */
const perhaps = v.nullable(v.object({ slot: count }))
const rows = v.array(v.object({ signature, slot: count }))
const blockhash = v.object({ blockhash: v.string(), lastValidBlockHeight: count })

const as = (weight: number, answer: v.GenericSchema): Method => ({ weight, answer })

/**
 * The methods that clients may ask: they read the chain, or send a signed transaction. Not among them is what searches
 * all accounts (`getProgramAccounts`), and what only test clusters have.
 */
export const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    getAccountInfo: as(1, inContext(v.nullable(account))),
    getBalance: as(1, inContext(count)),
    getBlock: as(20, v.nullable(v.object({ blockhash: v.string() }))),
    getBlockHeight: as(1, count),
    getBlockTime: as(1, v.nullable(count)),
    getEpochInfo: as(1, v.object({ absoluteSlot: count, epoch: count })),
    getEpochSchedule: as(1, v.object({ slotsPerEpoch: count })),
    getFeeForMessage: as(2, inContext(v.nullable(count))),
    getFirstAvailableBlock: as(1, count),
    getGenesisHash: as(1, v.string()),
    getHealth: as(1, v.literal('ok')),
    getLatestBlockhash: as(1, inContext(blockhash)),
    getMinimumBalanceForRentExemption: as(1, count),
    getMultipleAccounts: as(10, inContext(v.array(v.nullable(account)))),
    getRecentPrioritizationFees: as(2, v.array(v.object({ prioritizationFee: count }))),
    getSignatureStatuses: as(2, inContext(v.array(v.nullable(v.object({ slot: count }))))),
    getSignaturesForAddress: as(4, rows),
    getSlot: as(1, count),
    getTokenAccountBalance: as(1, inContext(tokenAmount)),
    getTokenAccountsByOwner: as(10, inContext(v.array(held))),
    getTokenSupply: as(1, inContext(tokenAmount)),
    getTransaction: as(2, perhaps),
    getTransactionCount: as(1, count),
    getVersion: as(1, v.record(v.string(), v.unknown())),
    isBlockhashValid: as(1, inContext(v.boolean())),
    sendTransaction: as(2, signature),
    simulateTransaction: as(4, inContext(v.object({ err: v.unknown() }))),
  }),
)
