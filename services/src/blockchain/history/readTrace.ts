import * as v from 'valibot'
import { NodeError } from '../../outbound/post.js'
import type { Hex, Movement } from './Entry.js'
import { addressSchema, type Block, hashSchema, quantitySchema } from './nodeAnswers.js'

/** Coin that contracts moved within transactions, by transaction hash. */
export type InternalCoin = ReadonlyMap<Hex, readonly Movement[]>

/** Returns whether an account is one of the followed ones. */
type IsWanted = (account: unknown) => boolean

/**
 * Reads the answer to `trace_block`: one flat list of calls. The calls below the first one of a transaction are those
 * that contracts made.
 *
 * @throws {@link NodeError}
 */
export function readFlatTrace(answer: unknown, block: Pick<Block, 'hash'>, isWanted: IsWanted): InternalCoin {
  const items = listOf(answer).map((item) => recordOf(item))
  const undone = new Set(items.filter(({ error }) => isError(error)).map(placeOf))
  const found = new Map<Hex, Movement[]>()
  for (const item of items) {
    const { blockHash, transactionHash, traceAddress, type, result } = item
    const action = recordOf(item.action)
    if (blockHash !== undefined && lower(blockHash) !== block.hash) throw new NodeError('the chain changed')
    // Rewards belong to no transaction. The first call is the transaction itself, which the block already describes.
    if (typeof transactionHash !== 'string' || listOf(traceAddress).length === 0) continue
    const ends = endsOf(String(type), action, recordOf(result ?? {}))
    if (ends === undefined || !(isWanted(ends.from) || isWanted(ends.to))) continue
    // A failed call reverts everything within it.
    const place = placeOf(item)
    if (ancestorsOf(place).some((ancestor) => undone.has(ancestor))) continue
    add(found, transactionHash, ends)
  }
  return found
}

/** Returns sender and recipient of a coin movement in a `trace_block` item. */
function endsOf(type: string, action: Fields, result: Fields): Ends | undefined {
  if (type === 'call' && action.callType === 'call')
    return { from: action.from, to: action.to, value: action.value }
  if (type === 'create') return { from: action.from, to: result.address, value: action.value }
  if (type === 'suicide') return { from: action.address, to: action.refundAddress, value: action.balance }
  return undefined
}

/** Returns a call's own key and its callers': `0xhash 0,2` was called by `0xhash 0`, which was called by `0xhash`. */
function ancestorsOf(place: string): readonly string[] {
  const [hash = '', path = ''] = place.split(' ')
  const steps = path.split(',')
  return [`${hash} `, ...steps.map((_, index) => `${hash} ${steps.slice(0, index + 1).join(',')}`)]
}

function placeOf({ transactionHash, traceAddress }: Fields): string {
  return `${transactionHash} ${listOf(traceAddress ?? []).join(',')}`
}

/** The `callTracer` frame types that move coin; others run code in the caller's context. */
const payingFrames: ReadonlySet<unknown> = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'])

/**
 * Reads the answer to `debug_traceBlockByHash` with the `callTracer`: a tree of calls for each transaction.
 *
 * @throws {@link NodeError}
 */
export function readCallTrace(answer: unknown, block: Block, isWanted: IsWanted): InternalCoin {
  const trees = listOf(answer)
  if (trees.length !== block.transactions.length) throw new NodeError('not all of a block')
  const found = new Map<Hex, Movement[]>()
  for (const [index, tree] of trees.entries()) {
    const { result } = recordOf(tree)
    const { hash } = recordOf(block.transactions[index])
    const frames = [recordOf(result)]
    for (
      let isFirst = true, frame = frames.pop();
      frame !== undefined;
      frame = frames.pop(), isFirst = false
    ) {
      const { type, from, to, value, error, calls } = frame
      if (isError(error)) continue
      frames.push(...listOf(calls ?? []).map((call) => recordOf(call)))
      if (!isFirst && payingFrames.has(type) && (isWanted(from) || isWanted(to)))
        add(found, String(hash), { from, to, value })
    }
  }
  return found
}

type Fields = { readonly [name: string]: unknown }
type Ends = { readonly from: unknown; readonly to: unknown; readonly value: unknown }

const endsSchema = v.object({
  hash: hashSchema,
  from: addressSchema,
  to: addressSchema,
  value: v.nullish(quantitySchema, '0x0'),
})

function add(found: Map<Hex, Movement[]>, transaction: string, ends: Ends): void {
  const read = v.safeParse(endsSchema, { hash: transaction, ...ends })
  if (!read.success) throw new NodeError('a trace in no known form')
  const { hash, from, to, value } = read.output
  if (value === 0n || from === to) return
  found.set(hash, [...(found.get(hash) ?? []), { standard: 'native', units: String(value), from, to }])
}

function isError(error: unknown): boolean {
  return error !== undefined && error !== null && error !== ''
}

function lower(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new NodeError('a trace in no known form')
  return value
}

function recordOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw new NodeError('a trace in no known form')
  return value as Fields
}
