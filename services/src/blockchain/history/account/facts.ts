import * as v from 'valibot'
import { NodeError, type RpcCall, type RpcReply } from '../../../outbound/post.js'
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
} from '../nodeAnswers.js'
import { finalDepth } from './answerCache.js'
import type { Reading } from './Reading.js'

/** Blocks, transactions and receipts of one range, each asked for once. */
export type Facts = ReturnType<typeof createFacts>

/** All methods throw `NodeError` and `BudgetSpent`. */
export function createFacts({ nodes, cache, head, signal }: Reading) {
  const blocks = new Map<number, Block>()
  const headers = new Map<number, Header>()
  const receiptOf = new Map<Hex, Receipt>()

  const ask = (calls: readonly RpcCall[]): Promise<readonly RpcReply[]> =>
    cache.ask(nodes, calls, { finalBlock: head - finalDepth, signal })

  return {
    /** Full blocks, in the order of the numbers. */
    async blocks(numbers: readonly number[]): Promise<readonly Block[]> {
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
    },

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

    async transactions(hashes: readonly Hex[]): Promise<readonly Mined[]> {
      const replies = await ask(
        hashes.map((hash) => ({ method: 'eth_getTransactionByHash', params: [hash] })),
      )
      return hashes.map((hash, index) => {
        const transaction = readResult(replies[index], minedSchema)
        if (transaction.hash !== hash) throw new NodeError('another transaction than was asked for')
        return transaction
      })
    },

    /** The receipts by hash, each of the block of its transaction. */
    async receipts(mined: readonly Pick<Mined, 'hash' | 'blockHash'>[]): Promise<ReadonlyMap<Hex, Receipt>> {
      const wanted = mined.filter(({ hash }) => !receiptOf.has(hash))
      const replies = await ask(
        wanted.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
      )
      for (const [index, { hash }] of wanted.entries())
        receiptOf.set(hash, readResult(replies[index], receiptSchema))
      for (const { hash, blockHash } of mined) {
        const receipt = receiptOf.get(hash)
        if (receipt?.transactionHash !== hash || receipt.blockHash !== blockHash)
          throw new NodeError('the chain changed')
      }
      return receiptOf
    },
  }
}

function checkNumber<block extends Header>(block: block, number: number): block {
  if (block.number !== number) throw new NodeError('another block than was asked for')
  return block
}

/** Returns a block's transactions from or to an account, with their place. */
export function transactionsIn({ transactions, number, hash }: Block, account: Hex): readonly Mined[] {
  return transactions.flatMap((item, index): Mined[] => {
    if (typeof item !== 'object' || item === null) throw new NodeError('a transaction in no known form')
    const ends = [Reflect.get(item, 'from'), Reflect.get(item, 'to')]
    if (!ends.some((end) => typeof end === 'string' && end.toLowerCase() === account)) return []
    const place = { blockNumber: toHex(number), blockHash: hash, transactionIndex: toHex(index) }
    const mined = v.safeParse(minedSchema, { ...item, ...place })
    if (!mined.success) throw new NodeError('a transaction in no known form')
    return [mined.output]
  })
}
