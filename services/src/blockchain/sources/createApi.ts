import { setMaxListeners } from 'node:events'
import { claimBytes } from '../../outbound/byteRoom.js'
import { fetchUpstream, NoRoom, UpstreamError } from '../../outbound/fetchUpstream.js'
import { expectStatus, NodeError, TooManyBytes } from '../../outbound/post.js'
import { currentTurn } from '../../outbound/turns.js'
import { queueOf } from '../../outbound/upstreams.js'
import type { Context } from '../../shared/context.js'
import { parseJsonOr } from '../../shared/parseJsonOr.js'
import { takeIndexerCall } from '../budget/meter.js'
import { takeDayCall } from './dayShare.js'
import { ShareSpent } from './ShareSpent.js'
import type { SourceEntry } from './sourceEntry.js'
import { currentWorkTime } from './workTime.js'

/** Bytes of an answer: ten thousand rows, some with long data. */
const answerSize = 32 * 1024 * 1024
/** Requests that an indexer gets at once. */
const requestsAtOnce = 4

type Request = {
  readonly url: string
  readonly headers?: { readonly [name: string]: string } | undefined
  /** Sends a POST with this JSON body. */
  readonly json?: unknown
}

type Server = Omit<SourceEntry, 'kind'> & {
  readonly kind: string
  /** Set if the operator did not say the rate. */
  readonly isUsualRate?: boolean | undefined
  /** The operator's own server, whose calls nobody has to share. */
  readonly isOwn?: boolean | undefined
}

export type Api = ReturnType<typeof createApi>

/**
 * Calls one indexer at its own pace, within the time limit of a chain.
 *
 * `ask` reads the JSON with `read`, which throws `ServerBusy` for an answer "at its limit": the call is then repeated.
 * Its errors are `NodeError`s, whose message contains neither address nor key; {@link ShareSpent} where the client of
 * the current request has used its share of the calls to indexers.
 */
export function createApi(
  context: Context,
  { chainId, kind, perSecond, isUsualRate, isOwn = false, url }: Server,
  closing: AbortSignal,
) {
  const { settings } = context
  const queue = queueOf(context, {
    url,
    perSecond,
    isUsualRate,
    atOnce: requestsAtOnce,
    chain: chainId,
    source: kind,
  })
  const within = settings.rpcTimeoutSeconds * 1_000
  // Each waiting call listens to it.
  setMaxListeners(0, closing)

  async function fetchText({ url: address, headers, json }: Request, signal: AbortSignal): Promise<string> {
    const accepting = { accept: 'application/json', ...headers }
    const body = json === undefined ? {} : { json }
    const claim = claimBytes(context, currentTurn(context))
    const request = { headers: accepting, ...body, size: answerSize, claim, signal }
    try {
      const response = await fetchUpstream(settings, address, request)
      expectStatus(response)
      return response.text
    } catch (error) {
      if (error instanceof NoRoom) throw new TooManyBytes(error.message)
      throw error instanceof UpstreamError ? new NodeError(error.message) : error
    } finally {
      claim.release()
    }
  }

  return {
    health: queue.health,
    async ask<value>(request: Request, read: (json: unknown) => value): Promise<value> {
      if (!isOwn && !(takeIndexerCall() && takeDayCall(context, { kind, url }))) throw new ShareSpent()
      const time = currentWorkTime()
      return queue.run(
        async (signal) => {
          const stop = time.start()
          try {
            return read(parseJsonOr(await fetchText(request, signal), notJson))
          } finally {
            stop()
          }
        },
        { turn: currentTurn(context), within, signal: closing },
      )
    },
  }
}

const notJson = () => new NodeError('not JSON')
