import * as v from 'valibot'
import type { RpcCall, RpcReply } from '../../../outbound/post.js'
import { toHex } from '../askAll.js'
import type { Hex } from '../Entry.js'
import {
  type Block,
  blockSchema,
  type Header,
  headerSchema,
  type Mined,
  minedSchema,
  type Receipt,
  readResult,
  receiptSchema,
  WrongAnswer,
} from '../nodeAnswers.js'
import { finalDepth } from './answerCache.js'
import type { Reading } from './Reading.js'
import { certain, NoState } from './state.js'

/** Blocks, transactions and receipts of one range, each asked for once. */
export type Facts = ReturnType<typeof createFacts>

/** All methods throw `NodeError` and `BudgetSpent`. */
export function createFacts({ nodes, cache, head, signal }: Reading) {
  const blocks = new Map<number, Block>()
  const headers = new Map<number, Header>()
  const receiptOf = new Map<Hex, Receipt>()

  const ask = (calls: readonly RpcCall[]): Promise<readonly RpcReply[]> =>
    cache.ask(nodes, calls, { finalBlock: head - finalDepth, signal })

  /** Full blocks, in the order of the numbers. */
  async function readBlocks(numbers: readonly number[]): Promise<readonly Block[]> {
    const wanted = [...new Set(numbers)].filter((number) => !blocks.has(number))
    const replies = await ask(
      wanted.map((number) => ({ method: 'eth_getBlockByNumber', params: [toHex(number), true] })),
    )
    for (const [index, number] of wanted.entries()) {
      const block = checkNumber(readResult(replies[index], blockSchema), number)
      blocks.set(number, block)
      headers.set(number, block)
    }
    return numbers.flatMap((number) => blocks.get(number) ?? [])
  }

  /** The receipts by hash, each of the block of its transaction, except where the node has none. */
  async function readReceipts(mined: readonly Place[]): Promise<ReadonlyMap<Hex, Receipt>> {
    const wanted = mined.filter(({ hash }) => !receiptOf.has(hash))
    const replies = await ask(
      wanted.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    )
    for (const [index, { hash, blockNumber }] of wanted.entries()) {
      // A node that lags has none of the newest blocks, and will have them.
      if (isNothing(replies[index]) && blockNumber <= head - certain) continue
      receiptOf.set(hash, readResult(replies[index], receiptSchema))
    }
    for (const { hash, blockHash } of mined) {
      const receipt = receiptOf.get(hash)
      if (receipt !== undefined && (receipt.transactionHash !== hash || receipt.blockHash !== blockHash))
        throw new WrongAnswer('the chain changed')
    }
    return receiptOf
  }

  return {
    blocks: readBlocks,

    /** The blocks' headers, by number. */
    async headers(numbers: readonly number[]): Promise<ReadonlyMap<number, Header>> {
      const wanted = [...new Set(numbers)].filter((number) => !headers.has(number))
      const replies = await ask(
        wanted.map((number) => ({ method: 'eth_getBlockByNumber', params: [toHex(number), false] })),
      )
      for (const [index, number] of wanted.entries())
        headers.set(number, checkNumber(readResult(replies[index], headerSchema), number))
      return headers
    },

    /** Transactions of some blocks; a node may no longer find old ones by their hash. */
    async transactions(
      wanted: readonly { readonly hash: Hex; readonly block: number }[],
    ): Promise<readonly Mined[]> {
      const replies = await ask(
        wanted.map(({ hash }) => ({ method: 'eth_getTransactionByHash', params: [hash] })),
      )
      const unknown = wanted.filter((_, index) => isNothing(replies[index]))
      await readBlocks(unknown.map(({ block }) => block))
      return wanted.map(({ hash, block }, index) => {
        if (isNothing(replies[index])) return transactionIn(blocks.get(block), hash)
        const transaction = readResult(replies[index], minedSchema)
        if (transaction.hash !== hash) throw new WrongAnswer('another transaction than was asked for')
        return transaction
      })
    },

    receiptsIfAny: readReceipts,

    /** Notes receipts that other facts prove, so that no node is asked for them. */
    prove(receipts: readonly Receipt[]): void {
      for (const receipt of receipts) receiptOf.set(receipt.transactionHash, receipt)
    },

    /** The receipts by hash. Throws `NoState` where the node no longer has one, because balances then explain nothing. */
    async receipts(mined: readonly Place[]): Promise<ReadonlyMap<Hex, Receipt>> {
      const receipts = await readReceipts(mined)
      if (mined.some(({ hash }) => !receipts.has(hash))) throw new NoState()
      return receipts
    },
  }
}

/** A transaction and its block. */
type Place = Pick<Mined, 'hash' | 'blockHash' | 'blockNumber'>

/** Whether a node knows nothing of what it was asked for. */
function isNothing(reply: RpcReply | undefined): boolean {
  return reply !== undefined && 'result' in reply && reply.result === null
}

function checkNumber<block extends Header>(block: block, number: number): block {
  if (block.number !== number) throw new WrongAnswer('another block than was asked for')
  return block
}

/** Returns a block's transactions from or to an account, with their place. */
export function transactionsIn(block: Block, account: Hex): readonly Mined[] {
  return block.transactions.flatMap((item, index): readonly Mined[] => {
    if (typeof item !== 'object' || item === null) throw new WrongAnswer('a transaction in no known form')
    const ends = [Reflect.get(item, 'from'), Reflect.get(item, 'to')]
    if (!ends.some((end) => typeof end === 'string' && end.toLowerCase() === account)) return []
    return [toMined(block, item, index)]
  })
}

function transactionIn(block: Block | undefined, hash: Hex): Mined {
  const isIt = (item: unknown) =>
    typeof item === 'object' && item !== null && String(Reflect.get(item, 'hash')).toLowerCase() === hash
  const index = block?.transactions.findIndex(isIt) ?? -1
  if (block === undefined || index < 0) throw new WrongAnswer('the chain changed')
  return toMined(block, block.transactions[index], index)
}

function toMined({ number, hash }: Block, item: unknown, index: number): Mined {
  const place = { blockNumber: toHex(number), blockHash: hash, transactionIndex: toHex(index) }
  const mined = v.safeParse(minedSchema, Object.assign({}, item, place))
  if (!mined.success) throw new WrongAnswer('a transaction in no known form')
  return mined.output
}
