import type { RpcCall, RpcReply } from '../../outbound/post.js'
import { toHex } from '../history/askAll.js'
import type { Entry, Hex, Movement } from '../history/Entry.js'
import { quantitySchema, resultOf } from '../history/nodeAnswers.js'

/** Payouts that an indexer told once more, without saying whether they are the same, by the hash of the transaction. */
export type Copies = ReadonlyMap<Hex, readonly Movement[]>

/** Most blocks of a page whose balances are read. */
const blockLimit = 20

/**
 * Counts equal payouts of one transaction by how the account's balance changed in its block: all of them, or each once.
 * Where the chain does not tell, or something else changed the balance too, only the first of equal ones is certain.
 *
 * @returns the entries, and whether payouts may be missing in them
 */
export async function countPayouts(
  entries: readonly Entry[],
  copies: Copies,
  account: Hex,
  ask: (calls: readonly RpcCall[]) => Promise<readonly RpcReply[]>,
): Promise<{ readonly entries: readonly Entry[]; readonly isUnclear: boolean }> {
  const doubted = entries.filter(({ hash }) => copies.has(hash))
  if (doubted.length === 0) return { entries, isUnclear: false }
  const blocks = [...new Set(doubted.map(({ block }) => block))].slice(0, blockLimit)
  const replies = await ask(
    blocks.flatMap((block) =>
      [block - 1, block].map((at) => ({ method: 'eth_getBalance', params: [account, toHex(at)] })),
    ),
  )
  const rises = new Map(
    blocks.map((block, index) => {
      const [before, after] = [0, 1].map((end) => resultOf(replies[2 * index + end], quantitySchema))
      return [block, before === undefined || after === undefined ? undefined : after - before] as const
    }),
  )
  const once = new Map(
    doubted.map((entry) => [
      entry.hash,
      { ...entry, movements: without(entry.movements, copies.get(entry.hash) ?? []) },
    ]),
  )
  const riseOf = (block: number, told: (entry: Entry) => Entry) =>
    entries
      .filter((entry) => entry.block === block)
      .reduce((sum, entry) => sum + riseIn(told(entry), account), 0n)
  const onceOf = (entry: Entry) => once.get(entry.hash) ?? entry
  const real = new Set(blocks.filter((block) => rises.get(block) === riseOf(block, (entry) => entry)))
  const isUnclear = doubted.some(
    ({ block }) => !real.has(block) && rises.get(block) !== riseOf(block, onceOf),
  )
  return { entries: entries.map((entry) => (real.has(entry.block) ? entry : onceOf(entry))), isUnclear }
}

/** By how much an entry raises the account's balance. */
function riseIn({ movements, feeUnits = '0', from }: Entry, account: Hex): bigint {
  const moved = movements
    .filter(({ standard }) => standard === 'native')
    .reduce(
      (sum, one) =>
        sum + (one.to === account ? BigInt(one.units) : 0n) - (one.from === account ? BigInt(one.units) : 0n),
      0n,
    )
  return from === account ? moved - BigInt(feeUnits) : moved
}

/** Takes each of some movements away once, from the end. */
function without(movements: readonly Movement[], some: readonly Movement[]): readonly Movement[] {
  const left = [...movements]
  for (const one of some) {
    const index = left.map((other) => JSON.stringify(other)).lastIndexOf(JSON.stringify(one))
    if (index >= 0) left.splice(index, 1)
  }
  return left
}
