import * as v from 'valibot'
import { NodeError, ServerBusy } from '../../outbound/post.js'
import type { Api } from '../sources/createApi.js'
import { readMost } from '../sources/fields.js'
import { NotOffered } from '../sources/NotOffered.js'
import type { Hex } from './Entry.js'
import type { ScanList } from './scanLists.js'
import { type ScanRow, scanRowSchemas } from './scanRow.js'

const answerSchema = v.object({ status: v.string(), message: v.string(), result: v.unknown() })

/** Calls one block explorer through its Etherscan-compatible API. */
export type ScanApi = {
  /**
   * Returns the newest `count` rows of a list at or below a block, or as many after those. `isFull`: there may be more.
   *
   * @throws `NodeError`
   */
  list(name: ScanList, query: Query): Promise<ScanPart>
  /** Returns the result of another action of the module `account`. */
  account(action: string, query: { readonly [name: string]: string }): Promise<unknown>
}

/** A few malformed rows are left out, and count for `isFull`. `isMissing`: the explorer keeps no such list. */
export type ScanPart = {
  readonly rows: readonly ScanRow[]
  readonly isFull: boolean
  readonly isMissing?: true | undefined
}

/** Most rows that Etherscan tells on its free plan, whatever is asked for. */
const freeLimit = 1_000

/** Without these lists the explorer tells no history. */
const essential: ReadonlySet<ScanList> = new Set(['txlist', 'tokentx'])

type Query = {
  readonly account: Hex
  readonly endBlock?: number | undefined
  readonly count: number
  /** By default the first. */
  readonly page?: number | undefined
}

/**
 * @param url `https://scan.example/api?apikey=KEY`; other parameters are kept, such as the `chainid` that some
 *   explorers need.
 */
export function createScanApi(api: Api, url: string): ScanApi {
  function account(action: string, query: { readonly [name: string]: string }): Promise<unknown> {
    const address = new URL(url)
    for (const [key, value] of Object.entries({ module: 'account', action, ...query })) {
      address.searchParams.set(key, value)
    }
    return api.ask({ url: address.href }, readResult)
  }

  return {
    account,
    async list(name, { account: address, endBlock, count, page = 1 }) {
      const query = {
        address,
        startblock: '0',
        ...(endBlock === undefined ? {} : { endblock: String(endBlock) }),
        page: String(page),
        offset: String(count),
        sort: 'desc',
      }
      try {
        const rows = await account(name, query)
        if (!Array.isArray(rows)) throw new NodeError('an answer in no known form')
        const isFull = rows.length >= count || rows.length === freeLimit
        return { rows: readMost(rows.slice(0, count), scanRowSchemas[name]), isFull }
      } catch (error) {
        // Some explorers lack some lists.
        if (error instanceof NotOffered && !essential.has(name))
          return { rows: [], isFull: false, isMissing: true }
        throw error
      }
    },
  }
}

function readResult(json: unknown): unknown {
  const answer = v.safeParse(answerSchema, json)
  if (!answer.success) throw new NodeError('an answer in no known form')
  const { status, message, result } = answer.output
  if (status === '1' || (Array.isArray(result) && result.length === 0)) return result
  const told = `${message} ${typeof result === 'string' ? result : ''}`
  if (/unknown action|invalid action|API Pro endpoint/i.test(told))
    throw new NotOffered('does not offer this')
  if (/limit/i.test(told)) throw new ServerBusy('at its limit')
  // The log gets our words, because an explorer's may repeat the key.
  if (/api.?key/i.test(told)) throw new NodeError('does not accept the key')
  // One key serves several chains: what one of them lacks says nothing about the others.
  if (/upgrade|plan|not supported for this chain/i.test(told))
    throw new NotOffered('the plan does not include this chain')
  throw new NodeError('refused to tell')
}
