import * as v from 'valibot'
import type { RpcReply } from '../../outbound/post.js'
import type { Context } from '../../shared/context.js'
import { currentReadings, inBackground } from '../budget/meter.js'
import { toHex } from '../history/askAll.js'
import type { Hex } from '../history/Entry.js'
import { hashSchema, headerSchema, quantitySchema, resultOf } from '../history/nodeAnswers.js'
import { logFilters } from '../history/readLog.js'
import type { Nodes } from '../nodes.js'
import { askEach } from './completePage.js'

/** How long an indexer's answer is used again, in milliseconds, while the chain shows nothing new of the account. */
const longest = 120_000
/** How many blocks an indexer may be behind without missing a transfer that the chain shows. */
const mostBehind = 300
/** Most answers that are kept. */
const limit = 500

const logsSchema = v.pipe(v.array(v.object({ transactionHash: hashSchema })), v.maxLength(1_000))

/** What the chain says of an account at one moment. */
type Look = { readonly head: number; readonly nonce: bigint; readonly balance: bigint }
type Known<value> = { readonly value: value; readonly hashes: ReadonlySet<Hex>; readonly before: Look }
/** Nothing is known after the first time: most visitors do not come again. */
type Kept<value> = { readonly at: number; readonly known?: Known<value> | undefined }

/**
 * Uses indexers' answers again for some time, as long as the account is quiet: it has sent nothing, its coin is the same,
 * and no token or collectible has moved but in transactions that the answer knows. That takes one batch of five calls to
 * a node.
 */
export function createQuiet<value>({ clock }: Pick<Context, 'clock'>, nodes: Nodes, closing: AbortSignal) {
  const kept = new Map<string, Kept<value>>()

  /** The calls count one each, like others that read a history. */
  async function ask(calls: Parameters<Nodes['ask']>[0]): Promise<readonly RpcReply[]> {
    currentReadings()?.spend(calls.length)
    return inBackground(() => askEach(nodes, calls, closing))
  }

  const stateOf = (account: Hex) => [
    { method: 'eth_getTransactionCount', params: [account, 'latest'] },
    { method: 'eth_getBalance', params: [account, 'latest'] },
  ]

  async function look(account: Hex): Promise<Look | undefined> {
    const newest = { method: 'eth_getBlockByNumber', params: ['latest', false] }
    const [count, held, latest] = await ask([...stateOf(account), newest])
    const [nonce, balance] = [resultOf(count, quantitySchema), resultOf(held, quantitySchema)]
    const head = resultOf(latest, headerSchema)?.number
    return head === undefined || nonce === undefined || balance === undefined
      ? undefined
      : { head, nonce, balance }
  }

  async function isQuiet(account: Hex, { hashes, before }: Known<value>): Promise<boolean> {
    const fromBlock = toHex(Math.max(0, before.head - mostBehind))
    const logCalls = logFilters([account]).map((topics) => ({
      method: 'eth_getLogs',
      params: [{ fromBlock, toBlock: 'latest', topics }],
    }))
    const [count, held, ...found] = await ask([...stateOf(account), ...logCalls])
    const isSame =
      resultOf(count, quantitySchema) === before.nonce && resultOf(held, quantitySchema) === before.balance
    return (
      isSame &&
      found.length === logCalls.length &&
      found.every(
        (reply) =>
          resultOf(reply, logsSchema)?.every(({ transactionHash }) => hashes.has(transactionHash)) === true,
      )
    )
  }

  function keep(key: string, one: Kept<value>): void {
    kept.delete(key)
    kept.set(key, one)
    const [oldest] = kept.keys()
    if (kept.size > limit && oldest !== undefined) kept.delete(oldest)
  }

  /**
   * Returns what `load` returned before, if the account is quiet, or loads it.
   *
   * @param hashesOf The transactions that an answer knows; `undefined` for one that must not be used again.
   */
  return async (
    key: string,
    account: Hex,
    load: () => Promise<value>,
    hashesOf: (value: value) => ReadonlySet<Hex> | undefined,
  ): Promise<value> => {
    const at = clock.steadyNow()
    const last = kept.get(key)
    const age = last === undefined ? Number.POSITIVE_INFINITY : at - last.at
    const known = age < longest ? last?.known : undefined
    if (known !== undefined && (await isQuiet(account, known))) return known.value
    // Nobody may come again after a first time. What happens from here on is found, also where the answer lacks it.
    const before = age < 2 * longest ? await look(account) : undefined
    const value = await load()
    const hashes = hashesOf(value)
    keep(key, {
      at,
      ...(before !== undefined && hashes !== undefined && { known: { value, hashes, before } }),
    })
    return value
  }
}
