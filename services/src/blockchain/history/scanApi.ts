import * as v from 'valibot'
import type { Context } from '../../shared/context.js'
import { NodeError } from '../post.js'
import { readLimited } from '../web/readLimited.js'
import type { Hex } from './Entry.js'
import { type ScanRow, scanRowSchema } from './scanRow.js'

/** The lists that an explorer has of an account. */
export const scanLists = ['txlist', 'txlistinternal', 'tokentx', 'tokennfttx', 'token1155tx'] as const
export type ScanList = (typeof scanLists)[number]

/** Bytes of an answer: ten thousand rows, of which some have long data. */
const answerSize = 32 * 1024 * 1024

const answerSchema = v.object({ status: v.string(), message: v.string(), result: v.unknown() })

/** Asks one explorer by its Etherscan-compatible API. */
export type ScanApi = {
  /**
   * The newest `count` rows of a list at or below a block.
   *
   * @throws {@link NodeError}, whose message names neither the address nor the key
   */
  list(name: ScanList, query: Query): Promise<readonly ScanRow[]>
}

type Query = { readonly account: Hex; readonly endBlock: number | undefined; readonly count: number }

/**
 * @param url `https://scan.example/api?apikey=KEY`; other parameters are kept, such as the `chainid` that some want.
 */
export function createScanApi({ settings, clock }: Context, url: string, closing: AbortSignal): ScanApi {
  return {
    async list(name, { account, endBlock, count }) {
      const address = new URL(url)
      const query = {
        module: 'account',
        action: name,
        address: account,
        startblock: '0',
        ...(endBlock === undefined ? {} : { endblock: String(endBlock) }),
        page: '1',
        offset: String(count),
        sort: 'desc',
      }
      for (const [key, value] of Object.entries(query)) address.searchParams.set(key, value)
      const controller = new AbortController()
      const abort = () => controller.abort()
      const cancel = clock.setTimeout(abort, settings.rpcTimeoutSeconds * 1_000)
      closing.addEventListener('abort', abort, { once: true })
      try {
        return readRows(await fetchText(address, controller.signal))
      } catch (error) {
        throw error instanceof NodeError ? error : new NodeError('unreachable')
      } finally {
        cancel()
        closing.removeEventListener('abort', abort)
      }
    },
  }
}

async function fetchText(address: URL, signal: AbortSignal): Promise<string> {
  // It has no reason to send its caller elsewhere, least of all to an address of this network.
  const response = await fetch(address, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal,
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new NodeError(`HTTP ${response.status}`)
  }
  const body = await readLimited(response, answerSize)
  if (body === undefined) throw new NodeError('answered too much')
  return Buffer.from(body).toString('utf8')
}

function readRows(text: string): readonly ScanRow[] {
  const answer = v.safeParse(answerSchema, parse(text))
  if (!answer.success) throw new NodeError('an answer in no known form')
  const { status, message, result } = answer.output
  if (Array.isArray(result) && (status === '1' || result.length === 0)) {
    return result.flatMap((item) => {
      const row = v.safeParse(scanRowSchema, item)
      return row.success ? [row.output] : []
    })
  }
  // Not every explorer has every list.
  if (/unknown action|invalid action|missing or unsupported/i.test(`${message} ${result}`)) return []
  throw new NodeError(/limit/i.test(`${message} ${result}`) ? 'at its limit' : 'refused to tell')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NodeError('not JSON')
  }
}
