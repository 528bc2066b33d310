import * as v from 'valibot'
import type { Nodes } from '../../../nodes.js'
import { expectResult } from '../../expectResult.js'
import { readExact } from '../exactJson.js'
import { count } from '../methods.js'

/** How many signatures of an account are read at once. */
const rowLimit = 100

/** A transaction in the list of an account's. */
export type Row = {
  readonly signature: string
  readonly slot: number
  /** In epoch milliseconds. */
  readonly minedAt?: number | undefined
}

/** The place behind a transaction. */
export type Place = Pick<Row, 'signature' | 'slot'>

const signature = v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/))
const rows = v.array(v.object({ signature, slot: count, blockTime: v.nullish(count) }))

export type Listed = {
  /** Newest first; each slot is complete. */
  readonly rows: readonly Row[]
  /** Below this slot there may be more; absent if all is listed. */
  readonly floor?: number | undefined
  /** Set if a slot has more than a node tells at once: some of them are missing. */
  readonly isCut?: true | undefined
}

/**
 * Lists the transactions of several accounts together. Nodes know no order across accounts but the slot, so only slots
 * that every account has told completely are listed.
 *
 * @param before Lists only those of earlier slots.
 * @throws `NodeError`
 */
export async function listSignatures(
  ask: Nodes['ask'],
  accounts: readonly string[],
  before?: Place | undefined,
): Promise<Listed> {
  if (accounts.length === 0) return { rows: [] }
  const options = { commitment: 'confirmed', limit: rowLimit, ...(before && { before: before.signature }) }
  const replies = await ask(
    accounts.map((account) => ({ method: 'getSignaturesForAddress', params: [account, options] })),
  )
  const lists = replies.map((reply) => {
    const told = expectResult(reply, rows).map(toRow)
    return { isFull: told.length >= rowLimit, told: told.sort(newestFirst) }
  })
  const floor = Math.max(-1, ...lists.map(({ isFull, told }) => (isFull ? (told.at(-1)?.slot ?? -1) : -1)))
  const isIn = ({ slot }: Row) => before === undefined || slot < before.slot
  const known = merged(lists.map(({ told }) => told.filter(isIn)))
  const whole = known.filter(({ slot }) => slot > floor)
  if (floor < 0) return { rows: whole }
  const atFloor = known.filter(({ slot }) => slot === floor)
  return whole.length > 0 || atFloor.length === 0
    ? { rows: whole, floor }
    : { rows: atFloor, floor, isCut: true }
}

/** Joins lists; a transaction of several accounts is in the result once. */
export function merged(lists: readonly (readonly Row[])[]): readonly Row[] {
  const all = new Map(lists.flat().map((row) => [row.signature, row]))
  return [...all.values()].sort(newestFirst)
}

function newestFirst(left: Row, right: Row): number {
  return right.slot - left.slot
}

function toRow({ signature, slot, blockTime }: v.InferOutput<typeof rows>[number]): Row {
  const seconds = blockTime == null ? undefined : readExact(blockTime)
  return {
    signature,
    slot: Number(readExact(slot)),
    ...(seconds === undefined ? {} : { minedAt: Number(seconds) * 1_000 }),
  }
}
