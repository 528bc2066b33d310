import * as v from 'valibot'
import { NodeError, type RpcReply } from '../../outbound/post.js'
import type { Hex } from './Entry.js'

/** A node told what cannot be: it may tell otherwise when it is asked again. */
export class WrongAnswer extends NodeError {}

const hex = (pattern: RegExp) =>
  v.pipe(
    v.string(),
    v.regex(pattern),
    v.transform((value) => value.toLowerCase() as Hex),
  )
export const hashSchema = hex(/^0x[0-9a-f]{64}$/i)
export const addressSchema = hex(/^0x[0-9a-f]{40}$/i)
const bytes = hex(/^0x([0-9a-f]{2})*$/i)
export const quantitySchema = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,64}$/i),
  v.transform((value) => BigInt(value)),
)
const count = v.pipe(
  quantitySchema,
  v.maxValue(BigInt(Number.MAX_SAFE_INTEGER)),
  v.transform((value) => Number(value)),
)

/** Converts a block's seconds to epoch milliseconds, and refuses values outside the range of a date. */
const time = v.pipe(
  count,
  v.maxValue(8_640_000_000_000),
  v.transform((seconds) => seconds * 1_000),
)

/** A block's header fields. */
export const headerSchema = v.object({
  number: count,
  hash: hashSchema,
  parentHash: hashSchema,
  timestamp: time,
})
export type Header = v.InferOutput<typeof headerSchema>

/** A payout of the consensus layer to an account, in units of 10^9. */
const withdrawalSchema = v.object({ address: addressSchema, amount: quantitySchema })

/** A block with unparsed transactions; only relevant ones are parsed. */
export const blockSchema = v.object({
  ...headerSchema.entries,
  /** Who is paid the fees. */
  miner: v.nullish(addressSchema, null),
  withdrawals: v.nullish(v.pipe(v.array(withdrawalSchema), v.maxLength(10_000)), []),
  transactions: v.pipe(v.array(v.unknown()), v.maxLength(100_000)),
})
export type Block = v.InferOutput<typeof blockSchema>

export const transactionSchema = v.object({
  hash: hashSchema,
  from: addressSchema,
  to: v.nullish(addressSchema, null),
  value: quantitySchema,
  nonce: count,
  input: bytes,
  transactionIndex: v.nullish(count, null),
  type: v.optional(v.string()),
})
export type ChainTransaction = v.InferOutput<typeof transactionSchema>

/** A transaction of a block, with its place. */
export const minedSchema = v.object({
  ...transactionSchema.entries,
  blockNumber: count,
  blockHash: hashSchema,
  transactionIndex: count,
  /** The most gas that it may use, and the price that it paid for each unit. */
  gas: v.fallback(v.nullish(quantitySchema), undefined),
  gasPrice: v.fallback(v.nullish(quantitySchema), undefined),
})
export type Mined = v.InferOutput<typeof minedSchema>

export const logSchema = v.object({
  address: addressSchema,
  topics: v.pipe(v.array(hashSchema), v.maxLength(4)),
  data: bytes,
  blockNumber: count,
  blockHash: hashSchema,
  transactionHash: hashSchema,
  logIndex: count,
  removed: v.optional(v.boolean(), false),
  /** Only newer nodes tell it; some tell 0. */
  blockTimestamp: v.fallback(v.nullish(v.pipe(time, v.minValue(1))), undefined),
})
export type ChainLog = v.InferOutput<typeof logSchema>

export const receiptSchema = v.object({
  transactionHash: hashSchema,
  blockHash: hashSchema,
  /** Absent before Byzantium; such transactions count as successful. */
  status: v.optional(quantitySchema, '0x1'),
  gasUsed: quantitySchema,
  effectiveGasPrice: v.optional(quantitySchema, '0x0'),
  blobGasUsed: v.nullish(quantitySchema, '0x0'),
  blobGasPrice: v.nullish(quantitySchema, '0x0'),
  /** The base chain fee that a rollup adds. */
  l1Fee: v.nullish(quantitySchema, '0x0'),
})
export type Receipt = v.InferOutput<typeof receiptSchema>

/** Returns a reply's result, or `undefined` for an error or an invalid result. */
export function resultOf<schema extends v.GenericSchema>(
  reply: RpcReply | undefined,
  schema: schema,
): v.InferOutput<schema> | undefined {
  const result = reply !== undefined && 'result' in reply ? v.safeParse(schema, reply.result) : undefined
  return result?.success === true ? result.output : undefined
}

/** Parses a reply's result with the schema. Throws {@link NodeError} for an error or an invalid result. */
export function readResult<schema extends v.GenericSchema>(
  reply: RpcReply | undefined,
  schema: schema,
): v.InferOutput<schema> {
  if (reply === undefined || 'error' in reply) throw new NodeError('refused to tell')
  const result = v.safeParse(schema, reply.result)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new WrongAnswer(`told it in no known form (${v.getDotPath(issue) ?? 'answer'})`)
}
