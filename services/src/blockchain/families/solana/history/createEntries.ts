import * as v from 'valibot'
import { NodeError, type RpcReply } from '../../../../outbound/post.js'
import type { Nodes } from '../../../nodes.js'
import { expectResult } from '../../expectResult.js'
import { type Entry, readEntry } from './readEntry.js'
import { factsOf, transactionSchema } from './readTransaction.js'
import type { Row } from './signatures.js'

/** How many entries are kept: a confirmed transaction stays as it is. */
const keptLimit = 5_000

export type Line = { readonly row: Row; readonly entry: Entry }

/** The nodes' error for a transaction of a later version than is asked for. */
const unknownVersion = -32015
const options = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }

/** Reads what transactions did to accounts, and keeps the latest of it. */
export function createEntries() {
  const kept = new Map<string, Entry>()

  return {
    /**
     * Returns what transactions did to an account. Missing are those that the nodes do not keep any more, and those that
     * this service cannot read: one of them must not hide the others.
     *
     * @throws `NodeError`
     */
    async of(owner: string, rows: readonly Row[], ask: Nodes['ask']): Promise<readonly Line[]> {
      const keyOf = ({ signature }: Row) => `${owner} ${signature}`
      const open = rows.filter((row) => !kept.has(keyOf(row)))
      const replies =
        open.length === 0
          ? []
          : await ask(
              open.map(({ signature }) => ({ method: 'getTransaction', params: [signature, options] })),
            )
      const read = new Map(
        open.flatMap((row, index) => {
          const told = readReply(replies[index])
          if (told === undefined) return []
          if (told.transaction.signatures[0] !== row.signature) throw new NodeError('another transaction')
          const facts = factsOf(told)
          return facts === undefined ? [] : [[keyOf(row), readEntry(facts, owner)] as const]
        }),
      )
      const lines = rows.flatMap((row) => {
        const entry = read.get(keyOf(row)) ?? kept.get(keyOf(row))
        return entry === undefined ? [] : [{ row, entry }]
      })
      for (const [key, entry] of read) kept.set(key, entry)
      for (const oldest of kept.keys()) {
        if (kept.size <= keptLimit) break
        kept.delete(oldest)
      }
      return lines
    },
  }
}

/** Reads a node's reply; `undefined` for one without a readable transaction. @throws `NodeError` for another error */
function readReply(reply: RpcReply | undefined): v.InferOutput<typeof transactionSchema> | undefined {
  if (reply !== undefined && 'error' in reply && reply.error.code === unknownVersion) return undefined
  const read = v.safeParse(transactionSchema, expectResult(reply, v.unknown()))
  return read.success ? read.output : undefined
}
