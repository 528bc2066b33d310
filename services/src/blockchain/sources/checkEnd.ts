import * as v from 'valibot'
import { NodeError } from '../../outbound/post.js'
import { toHex } from '../history/askAll.js'
import type { Hex, Place } from '../history/Entry.js'
import { quantitySchema, resultOf } from '../history/nodeAnswers.js'
import type { Nodes } from '../nodes.js'
import type { SuppliedPage } from './Supplier.js'
import { endBlockOf } from './toPage.js'

/** An account's code; an account that delegates to a contract (EIP-7702) still sends transactions itself. */
const codeSchema = v.pipe(v.string(), v.regex(/^0x([0-9a-f]{2})*$/i))

/** What the chain says of a page that claims to be the last one. */
type Verdict = 'possible' | 'refuted' | 'unknown'

/**
 * Holds a last page without transactions of the account against the chain, with one batch of at most three calls. An
 * indexer that has not read the chain yet tells of no transactions either.
 *
 * - The account has sent transactions up to there: refuted. A contract has a count of its own, which says nothing. Nor
 *   does that of an account that delegates to a contract (EIP-7702), because others can raise it; but such an account has
 *   a history, so an empty newest page is refuted.
 * - The page is empty and the account holds coin, which it must have received: refuted.
 * - The chain says nothing of the newest page: unknown. Of older blocks many nodes know nothing, which refutes nothing.
 */
export async function checkEnd(
  nodes: Nodes,
  { entries, floor }: SuppliedPage,
  account: Hex,
  { before, signal }: { readonly before: Place | undefined; readonly signal: AbortSignal },
): Promise<Verdict> {
  const end = endBlockOf(before)
  const isNewest = before === undefined
  const isLast = floor === undefined && !entries.some(({ from }) => from === account)
  if (!isLast || (!isNewest && end === undefined)) return 'possible'
  const block = end === undefined ? 'latest' : toHex(end - 1)
  const calls = [
    { method: 'eth_getTransactionCount', params: [account, block] },
    { method: 'eth_getCode', params: [account, 'latest'] },
    ...(isNewest ? [{ method: 'eth_getBalance', params: [account, 'latest'] }] : []),
  ]
  const [counted, coded, held] = await nodes.ask(calls, signal).catch((error: unknown) => {
    if (error instanceof NodeError) return []
    throw error
  })
  const sent = resultOf(counted, quantitySchema)
  const code = resultOf(coded, codeSchema)
  const units = resultOf(held, quantitySchema)
  const isEmpty = isNewest && entries.length === 0
  const isRich = isEmpty && units !== undefined && units > 0n
  const isCounted = code === '0x' || (isDelegated(code) && isEmpty)
  if (isRich || (isCounted && sent !== undefined && sent > 0n)) return 'refuted'
  const isKnown = sent !== undefined && code !== undefined && units !== undefined
  return isKnown || !isNewest ? 'possible' : 'unknown'
}

/** Whether this is the code of an account that delegates to a contract (EIP-7702). */
export function isDelegated(code: string | undefined): boolean {
  return code !== undefined && /^0xef0100/i.test(code)
}
