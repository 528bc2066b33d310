import * as v from 'valibot'
import { fetchUpstream, UpstreamError } from '../../outbound/fetchUpstream.js'
import { NodeError } from '../../outbound/post.js'
import type { Context } from '../../shared/context.js'
import type { Settings } from '../../shared/settings.js'
import type { Hex } from './Entry.js'
import type { ScanList } from './scanLists.js'
import { type ScanRow, scanRowSchema } from './scanRow.js'

/** Bytes of an answer: ten thousand rows, some with long data. */
const answerSize = 32 * 1024 * 1024

const answerSchema = v.object({ status: v.string(), message: v.string(), result: v.unknown() })

/** Calls one block explorer through its Etherscan-compatible API. */
export type ScanApi = {
  /**
   * Returns the newest `count` rows of a list at or below a block.
   *
   * @throws {@link NodeError}; its message contains neither address nor key
   */
  list(name: ScanList, query: Query): Promise<readonly ScanRow[]>
}

type Query = { readonly account: Hex; readonly endBlock: number | undefined; readonly count: number }

/**
 * @param url `https://scan.example/api?apikey=KEY`; other parameters are kept, such as the `chainid` that some
 *   explorers need.
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
        return readRows(await fetchText(settings, address, controller.signal))
      } catch (error) {
        if (error instanceof NodeError) throw error
        throw new NodeError(error instanceof UpstreamError ? error.message : 'unreachable')
      } finally {
        cancel()
        closing.removeEventListener('abort', abort)
      }
    },
  }
}

async function fetchText(settings: Settings, address: URL, signal: AbortSignal): Promise<string> {
  const headers = { accept: 'application/json' }
  const { status, text } = await fetchUpstream(settings, address.href, { headers, size: answerSize, signal })
  if (status !== 200) throw new NodeError(`HTTP ${status}`)
  return text
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
  // Some explorers lack some lists.
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
