import type { CaipNetworkId } from 'latchkey/protocol'
import * as v from 'valibot'
import type { RpcCall } from '../../../outbound/post.js'
import { readBitcoinAddress } from './address.js'
import { txidOf } from './txid.js'

const txid = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
/** All bitcoins that will ever be, in satoshi: a safe integer. */
const sats = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(21e14))
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const status = v.looseObject({
  confirmed: v.boolean(),
  block_height: v.nullish(count),
  block_time: v.nullish(count),
})
const output = v.object({
  scriptpubkey: v.string(),
  scriptpubkey_address: v.nullish(v.string()),
  value: sats,
})

export const coinsSchema = v.array(v.looseObject({ txid, vout: count, value: sats, status }))
export const txSchema = v.object({
  txid,
  vin: v.array(v.object({ prevout: v.nullish(output) })),
  vout: v.array(output),
  fee: v.optional(sats),
  status,
})
export const txsSchema = v.array(txSchema)
const spend = v.object({ spent: v.boolean(), txid: v.nullish(txid) })
const rates = v.record(v.string(), v.pipe(v.number(), v.minValue(0), v.maxValue(100_000)))

/** A path of an Esplora server, what it counts, and the form of the answer. */
type Path = {
  /** Groups are the parts of the path that a client chooses. */
  readonly pattern: RegExp
  readonly weight: number
  readonly isText?: boolean | undefined
  /** Whether an answer can be true, given the parts. */
  isAnswer(answer: unknown, parts: readonly string[]): boolean
}

const path = (pattern: RegExp, weight: number, schema: v.GenericSchema): Path => ({
  pattern,
  weight,
  isAnswer: (answer) => v.is(schema, answer),
})

/** The paths that clients may ask. Their characters need no encoding, so nothing can be hidden in them. */
const paths: readonly Path[] = [
  path(/^\/address\/([0-9A-Za-z]{14,90})\/utxo$/, 2, coinsSchema),
  path(/^\/address\/([0-9A-Za-z]{14,90})\/txs$/, 4, txsSchema),
  path(/^\/address\/([0-9A-Za-z]{14,90})\/txs\/chain\/([0-9a-f]{64})$/, 4, txsSchema),
  {
    pattern: /^\/tx\/([0-9a-f]{64})$/,
    weight: 1,
    isAnswer: (answer, [id]) => v.is(txSchema, answer) && answer.txid === id,
  },
  {
    pattern: /^\/tx\/([0-9a-f]{64})\/hex$/,
    weight: 1,
    isText: true,
    isAnswer: (answer, [id]) => txidOf(answer) === id,
  },
  path(/^\/tx\/[0-9a-f]{64}\/outspend\/\d{1,6}$/, 1, spend),
  path(/^\/blocks\/tip\/height$/, 1, count),
  path(/^\/fee-estimates$/, 1, rates),
  // In place of it, servers of mempool.space have this.
  path(/^\/v1\/fees\/recommended$/, 1, rates),
]

/** Where a transaction is sent to. */
export const sendPath = '/tx'

export const get = (of: string): RpcCall => ({ method: 'GET', params: [of] })
export const pathOf = ({ params }: RpcCall): string => (Array.isArray(params) ? String(params[0]) : '')

/** Returns the path's entry and its parts; `undefined` if clients may not ask it. */
export function findPath(of: string) {
  for (const entry of paths) {
    const [, ...parts] = entry.pattern.exec(of) ?? []
    if (entry.pattern.test(of)) return { entry, parts }
  }
  return undefined
}

/** Whether clients may ask a path: it is one of the list, and an address in it is one of the chain. */
export function isPath(of: string, chainId: CaipNetworkId): boolean {
  const found = findPath(of)
  if (found === undefined) return false
  return !of.startsWith('/address/') || readBitcoinAddress(found.parts[0] ?? '', chainId) !== undefined
}
