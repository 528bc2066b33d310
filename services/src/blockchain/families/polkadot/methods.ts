import * as v from 'valibot'

/** What a client may ask a node, what it counts, and the form of the answer. */
type Method = { readonly weight: number; readonly answer: v.GenericSchema }

export const bytes = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2})*$/i))
export const hash = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/i))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** A block's number, as headers have it. */
const blockNumber = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,12}$/i))
export const header = v.object({ number: blockNumber, parentHash: hash })
export const block = v.object({ block: v.object({ header, extrinsics: v.array(bytes) }) })
/** The parameters of what sends a transaction. */
export const signedTransaction = v.tuple([v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2}){4,}$/i))])
export const version = v.object({ specVersion: count, transactionVersion: count })
const record = v.record(v.string(), v.unknown())

const as = (weight: number, answer: v.GenericSchema): Method => ({ weight, answer })

/**
 * The methods that clients may ask: they read the chain, or send a signed transaction. Not among them is what needs a
 * socket, lists keys, or concerns the node itself.
 */
export const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    author_submitExtrinsic: as(2, hash),
    chain_getBlock: as(4, v.nullable(block)),
    chain_getBlockHash: as(1, v.nullable(v.union([hash, v.array(v.nullable(hash))]))),
    chain_getFinalizedHead: as(1, hash),
    chain_getHeader: as(1, v.nullable(header)),
    payment_queryInfo: as(4, v.object({ partialFee: v.union([v.string(), count]) })),
    // The node's own list: polkadot-js does not start without one. What is not listed here is refused all the same.
    rpc_methods: as(1, v.object({ methods: v.pipe(v.array(v.string()), v.maxLength(1_000)) })),
    state_call: as(4, bytes),
    state_getMetadata: as(10, bytes),
    state_getRuntimeVersion: as(1, version),
    state_getStorage: as(1, v.nullable(bytes)),
    state_queryStorageAt: as(10, v.array(v.object({ block: hash, changes: v.array(v.unknown()) }))),
    system_accountNextIndex: as(1, count),
    system_chain: as(1, v.string()),
    system_name: as(1, v.string()),
    system_properties: as(1, record),
    system_version: as(1, v.string()),
  }),
)

/** The functions of a runtime that clients may call; others can keep a node busy for long. */
const functions =
  /^(TransactionPaymentApi_query_(info|fee_details)|AccountNonceApi_account_nonce|Metadata_\w{1,40})$/

/** Whether clients may call a runtime's function. */
export function isFunction(name: unknown): boolean {
  return typeof name === 'string' && functions.test(name)
}
