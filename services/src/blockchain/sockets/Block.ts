import * as v from 'valibot'

const quantity = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,64}$/i))
const hash = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{64}$/i),
  v.transform((text) => text.toLowerCase()),
)

const blockSchema = v.looseObject({
  number: quantity,
  hash,
  parentHash: hash,
  logsBloom: v.optional(v.pipe(v.string(), v.regex(/^0x[0-9a-f]{512}$/i))),
  transactions: v.array(v.unknown()),
})

const logSchema = v.looseObject({
  address: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i)),
  topics: v.pipe(v.array(hash), v.maxLength(4)),
  blockHash: hash,
  logIndex: v.optional(quantity),
})

/** An entry of a contract's log, as a node gives it. */
export type Log = v.InferOutput<typeof logSchema>

/** A block of the chain, as far as subscribers need it. */
export type Block = {
  readonly number: bigint
  readonly hash: string
  readonly parentHash: string
  /** The header as a node sends it to subscribers: without the block's body. */
  readonly header: { readonly [name: string]: unknown }
  readonly bloom: string | undefined
  readonly isEmpty: boolean
}

/** What belongs to a block's body, or depends on it. */
const ofBody: ReadonlySet<string> = new Set([
  'transactions',
  'uncles',
  'withdrawals',
  'size',
  'totalDifficulty',
])

/** Reads a block without its transactions' data; `undefined` for anything else, also for a pending one. */
export function readBlock(value: unknown): Block | undefined {
  const result = v.safeParse(blockSchema, value)
  if (!result.success) return undefined
  const { number, hash, parentHash, logsBloom: bloom, transactions } = result.output
  const header = Object.fromEntries(Object.entries(result.output).filter(([name]) => !ofBody.has(name)))
  return { number: BigInt(number), hash, parentHash, header, bloom, isEmpty: transactions.length === 0 }
}

/** Reads the logs of one block; `undefined` if any is malformed or of another block. */
export function readLogs(value: unknown, block: Pick<Block, 'hash'>): readonly Log[] | undefined {
  const result = v.safeParse(v.array(logSchema), value)
  if (!result.success || result.output.some(({ blockHash }) => blockHash !== block.hash)) return undefined
  return result.output
}
