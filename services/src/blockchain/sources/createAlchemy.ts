import * as v from 'valibot'
import { NodeError, ServerBusy } from '../../outbound/post.js'
import type { Context } from '../../shared/context.js'
import type { Entry, Hex, Place } from '../history/Entry.js'
import type { Collectible } from '../history/Known.js'
import { listedOn } from '../history/listedOn.js'
import { type AlchemyTransfer, factsOf, movementsOf, toEntry, transferSchema } from './alchemyRow.js'
import { createApi } from './createApi.js'
import { addressField, hexUnits, isPossibleTime, perhaps, readMost, readRows } from './fields.js'
import type { Holding, Supplier } from './Supplier.js'
import type { SourceEntry } from './sourceEntry.js'
import { endBlockOf, toPage, withListed } from './toPage.js'

/** Transfers in one answer, and most answers read for one page. */
const rowsAtOnce = 1_000
const answersAtOnce = 3
/** Most answers read for one account's tokens; each has 100 of them. */
const balancesAtOnce = 5
/** How long the chain of an address counts as checked, in milliseconds: what is behind it may change. */
const checkAge = 300_000
/** Most answers read for one account's collectibles. */
const collectiblesAtOnce = 3

const pageKey = perhaps(v.pipe(v.string(), v.minLength(1), v.maxLength(500)))
const transfersSchema = v.object({
  transfers: v.pipe(v.array(v.unknown()), v.maxLength(rowsAtOnce)),
  pageKey,
})
const balancesSchema = v.object({
  address: addressField,
  tokenBalances: v.pipe(v.array(v.unknown()), v.maxLength(1_000)),
  pageKey,
})
const balanceSchema = v.object({ contractAddress: addressField, tokenBalance: hexUnits })
const categories = ['external', 'internal', 'erc20', 'erc721', 'erc1155'] as const

/** Reads histories, collectibles and tokens from Alchemy's Transfers API and Token API. */
export function createAlchemy(context: Context, entry: SourceEntry, closing: AbortSignal): Supplier {
  const { chainId, kind, url } = entry
  const api = createApi(context, entry, closing)
  const listed = listedOn(chainId, context.settings.tokens)
  /** Not every chain has transfers that contracts make. */
  let hasInternal = true
  let checkedUntil = Number.NEGATIVE_INFINITY

  function ask<schema extends v.GenericSchema>(method: string, params: readonly unknown[], schema: schema) {
    const json = { jsonrpc: '2.0', id: 1, method, params }
    return api.ask({ url, json }, (answer): v.InferOutput<schema> => readResult(answer, schema))
  }

  /** The address names no chain by its number, so the service asks. */
  async function checkChain(): Promise<void> {
    const now = context.clock.steadyNow()
    if (now < checkedUntil) return
    const number = await ask('eth_chainId', [], hexUnits)
    if (`eip155:${number}` !== chainId) throw new NodeError('answers for another chain')
    checkedUntil = now + checkAge
  }

  async function askTransfers(query: { readonly [name: string]: unknown }) {
    await checkChain()
    const asked = categories.filter((category) => category !== 'internal' || hasInternal)
    const common = { order: 'desc', withMetadata: true, excludeZeroValue: false, category: asked, ...query }
    const params = [{ fromBlock: '0x0', maxCount: `0x${rowsAtOnce.toString(16)}`, ...common }]
    try {
      return await ask('alchemy_getAssetTransfers', params, transfersSchema)
    } catch (error) {
      if (!(error instanceof Refused) || !hasInternal || !/internal/i.test(error.message)) throw error
      hasInternal = false
      return askTransfers(query)
    }
  }

  /** Reads one direction. `bound` is the last block, which may be incomplete. */
  async function readDirection(account: Hex, side: 'fromAddress' | 'toAddress', before: Place | undefined) {
    const end = endBlockOf(before)
    const toBlock = end === undefined ? 'latest' : `0x${end.toString(16)}`
    const rows: AlchemyTransfer[] = []
    let next: string | undefined
    for (let count = 0; count < answersAtOnce; count++) {
      const more = next === undefined ? {} : { pageKey: next }
      const answer = await askTransfers({ [side]: account, toBlock, ...more })
      const read = readMost(answer.transfers, transferSchema)
      rows.push(
        ...read.filter(({ metadata }) => isPossibleTime(metadata.blockTimestamp, context.clock.now())),
      )
      next = answer.pageKey
      const last = rows.at(-1)?.blockNum
      if (next === undefined || (last !== undefined && last < (end ?? rows[0]?.blockNum ?? 0))) break
    }
    const lowest = rows.reduce((low, { blockNum }) => Math.min(low, blockNum), Number.MAX_SAFE_INTEGER)
    return { rows, bound: next === undefined ? undefined : lowest }
  }

  return {
    name: kind,
    health: api.health,
    async page(account, query) {
      const sent = await readDirection(account, 'fromAddress', query.before)
      const received = await readDirection(account, 'toAddress', query.before)
      const rows = unique([...sent.rows, ...received.rows])
      const entries = group(rows, account)
      const bounds = [sent.bound, received.bound].filter((bound) => bound !== undefined)
      const bound = bounds.length === 0 ? {} : { bound: Math.max(...bounds) }
      return {
        ...toPage({ entries, partial: new Set(entries.map(({ hash }) => hash)), ...bound }, query),
        facts: withListed(rows.flatMap(factsOf), listed),
        // Only transfers are listed, so a failed transaction is not.
        lacks: hasInternal ? ['failures'] : ['payouts', 'failures'],
      }
    },
    async collectibles(account) {
      const query = { toAddress: account, category: ['erc721', 'erc1155'], excludeZeroValue: true }
      const found = new Map<string, Collectible>()
      let next: string | undefined
      for (let count = 0; count < collectiblesAtOnce; count++) {
        const answer = await askTransfers({ ...query, ...(next !== undefined && { pageKey: next }) })
        for (const one of readMost(answer.transfers, transferSchema).flatMap(movementsOf)) {
          const { standard, token, tokenId, to } = one
          if ((standard !== 'ERC721' && standard !== 'ERC1155') || to !== account) continue
          if (token !== undefined && tokenId !== undefined)
            found.set(`${token} ${tokenId}`, { token, tokenId, standard })
        }
        next = answer.pageKey
        if (next === undefined) break
      }
      return { items: [...found.values()], isCut: next !== undefined }
    },
    async holdings(account) {
      await checkChain()
      const rows: unknown[] = []
      let next: string | undefined
      for (let count = 0; count < balancesAtOnce; count++) {
        const more = next === undefined ? [] : [{ pageKey: next }]
        const answer = await ask('alchemy_getTokenBalances', [account, 'erc20', ...more], balancesSchema)
        if (answer.address !== account) throw new NodeError('answers for another account')
        rows.push(...answer.tokenBalances)
        next = answer.pageKey
        if (next === undefined) break
      }
      const coin = await ask('eth_getBalance', [account, 'latest'], hexUnits)
      const tokens = readRows(rows, balanceSchema).map(
        ({ contractAddress, tokenBalance }): Holding => ({
          token: contractAddress,
          units: BigInt(tokenBalance),
        }),
      )
      return { items: [{ units: BigInt(coin) }, ...tokens], isCut: next !== undefined }
    },
  }
}

/** The indexer refused a call; its own text is never passed on. */
class Refused extends NodeError {
  override readonly isOfTheCall = true
}

const errorSchema = v.object({ error: v.object({ code: v.number(), message: v.string() }) })

function readResult<schema extends v.GenericSchema>(answer: unknown, schema: schema): v.InferOutput<schema> {
  const failed = v.safeParse(errorSchema, answer)
  if (failed.success) {
    const { code, message } = failed.output.error
    if (code === 429 || code === -32005) throw new ServerBusy('at its limit')
    // The server failed, which says nothing about the chain, whatever the words.
    if (code === -32603) throw new NodeError('failed')
    const isWithout = /internal/i.test(message) && /categor/i.test(message)
    throw new Refused(isWithout ? 'has no internal transfers' : 'refused to tell')
  }
  const result = v.safeParse(v.object({ result: schema }), answer)
  if (!result.success) throw new NodeError('an answer in no known form')
  return result.output.result
}

/** A transfer to oneself is in both directions. */
function unique(rows: readonly AlchemyTransfer[]): readonly AlchemyTransfer[] {
  return [...new Map(rows.map((row) => [row.uniqueId ?? JSON.stringify(row), row])).values()]
}

function group(rows: readonly AlchemyTransfer[], account: Hex): readonly Entry[] {
  const found = new Map<Hex, AlchemyTransfer[]>()
  for (const row of rows) found.set(row.hash, [...(found.get(row.hash) ?? []), row])
  return [...found.values()].flatMap((own) => toEntry(own, account) ?? [])
}
