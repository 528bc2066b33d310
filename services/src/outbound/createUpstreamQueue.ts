import type { Clock } from '../shared/clock.js'
import { createHealth, type Health } from './createHealth.js'
import { createLines } from './createLines.js'
import { createPace, minute, second } from './createPace.js'
import { createTally } from './createTally.js'
import { NodeError, ServerBusy, TooManyCalls } from './post.js'
import { patienceOf, type Turn } from './turns.js'

/** Calls that one configured server gets one after the other, as many as it allows. */
export type UpstreamQueue = {
  /**
   * Runs `work` when it is its turn. Sends a call again that the server refused because of its limit, if there is time.
   *
   * @throws {@link NodeError} at once for a call that would wait longer than `within`, {@link TooManyCalls} if only
   *   because of the client's other calls; and the errors of `work`
   */
  run<value>(work: (signal: AbortSignal) => Promise<value>, options: RunOptions): Promise<value>
  health(): Health
  /** Notes that another server was asked, because a call waited long or got nonsense. The next quick answer ends it. */
  hung(): void
  /** Calls per second that the server allows. */
  rate(): number
  /** The same server is configured a second time: the stricter rate counts, and the greater number at once. */
  share(other: Pick<QueueOptions, 'perSecond' | 'atOnce'>): void
}

type RunOptions = {
  readonly turn: Turn
  /** Calls that the work counts as: those in a batch. */
  readonly cost?: number | undefined
  /** Time limit in milliseconds, with the time in the queue. A patient turn may wait longer, and has this time after it. */
  readonly within: number
  readonly signal?: AbortSignal | undefined
  /** Whether another server can be asked: a refusal is then not repeated. */
  readonly hasOther?: boolean | undefined
}

export type QueueOptions = {
  readonly clock: Clock
  readonly perSecond: number
  /** The rate is per minute, not per second. */
  readonly isPerMinute?: boolean | undefined
  /** Calls that run at once. A client may have as many as it leaves free (decision 141). */
  readonly atOnce: number
  /** Milliseconds above which an answer is slow. */
  readonly slowAfter: number
  readonly random?: (() => number) | undefined
  readonly onChange?: ((health: Health) => void) | undefined
}

/** Most calls that wait, and how often one is sent. */
const waitingLimit = 1_000
const attempts = 8

/** A client of whom no call waits. */
const newcomer: Turn = { client: '', account: '' }

type Item = {
  readonly turn: Turn
  readonly cost: number
  readonly hasOther: boolean
  /** Until when it may wait for its turn, the first time and again after a refusal. */
  readonly waitUntil: number
  /** When it is given up: while a patient call is being sent, that is when its answer is late. */
  deadline: number
  readonly work: (signal: AbortSignal) => Promise<unknown>
  readonly controller: AbortController
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  readonly cancel: () => void
  /** Gives it up, unless it ends or this is called again. */
  readonly giveUpAt: (deadline: number) => void
  /** Begins the time that the answer may take. */
  readonly begin: () => void
  sent: number
}

export function createUpstreamQueue({
  clock,
  perSecond,
  isPerMinute = false,
  atOnce: places,
  slowAfter,
  random = Math.random,
  onChange = () => {},
}: QueueOptions): UpstreamQueue {
  const now = () => clock.steadyNow()
  const pace = createPace(now, perSecond, isPerMinute ? minute : second)
  const record = createHealth({ now, random, slowAfter, onChange })
  const lines = createLines<Item>(waitingLimit)
  let atOnce = places
  let running = createTally(atOnce)
  let cancelNext = () => {}

  /** Milliseconds that a new call would wait for the calls before it. */
  function waitOf({ turn, cost }: Pick<Item, 'turn' | 'cost'>): number {
    const pause = Math.max(0, record.pausedUntil() - now())
    const total = lines.costBefore(turn) + cost
    return pause + pace.waitFor(total) + pace.timeOf(Math.max(0, total - pace.rate()))
  }

  /** Why a call cannot wait; `undefined` if it can. */
  function refusalOf({ turn, cost, within }: Pick<Item, 'turn' | 'cost'> & { readonly within: number }) {
    const reason = 'too many calls are waiting'
    if (!lines.hasRoom(turn)) return new TooManyCalls(reason)
    const longest = within + patienceOf(turn)
    if (waitOf({ turn, cost }) < longest) return undefined
    const isOwn = waitOf({ turn: newcomer, cost }) < longest
    return isOwn ? new TooManyCalls(reason) : new NodeError(reason)
  }

  function startNext(): void {
    cancelNext()
    for (;;) {
      const item = lines.first(running.hasRoom)
      if (item === undefined) return
      const wait = Math.max(record.pausedUntil() - now(), pace.waitFor(item.cost))
      if (wait > 0) {
        cancelNext = clock.setTimeout(startNext, wait)
        return
      }
      lines.start(item)
      pace.take(item.cost)
      void send(item)
    }
  }

  async function send(item: Item): Promise<void> {
    const startedAt = now()
    item.sent++
    item.begin()
    const held = running
    held.add(item.turn)
    record.started()
    try {
      const value = await item.work(item.controller.signal)
      record.answered(now() - startedAt)
      item.resolve(value)
    } catch (error) {
      if (!isSentAgain(item, error, startedAt)) item.reject(error)
    }
    held.remove(item.turn)
    startNext()
  }

  /** Notes why a call failed, and returns whether it waits for another attempt. */
  function isSentAgain(item: Item, error: unknown, startedAt: number): boolean {
    if (item.controller.signal.aborted && now() < item.deadline) {
      record.ended(now() - startedAt)
      return false
    }
    if (error instanceof ServerBusy) {
      record.limited(error.pause)
      const isWorthIt = !item.hasOther && item.sent < attempts && record.pausedUntil() < item.waitUntil
      if (!isWorthIt || item.controller.signal.aborted) return false
      item.giveUpAt(item.waitUntil)
      lines.addFirst(item)
      return true
    }
    // A wrong answer to one question says nothing about the server.
    if (error instanceof NodeError && !error.isOfTheCall) record.failed()
    else record.ended(now() - startedAt)
    return false
  }

  return {
    health: record.health,
    hung: record.hung,
    rate: pace.rate,
    share(other) {
      pace.slowTo(other.perSecond)
      atOnce = Math.max(atOnce, other.atOnce)
      running = createTally(atOnce)
    },
    run<value>(work: Item['work'], { turn, cost = 1, within, signal, hasOther = false }: RunOptions) {
      return new Promise<value>((resolve, reject) => {
        if (signal?.aborted === true) return reject(new NodeError('no answer in time'))
        const refusal = refusalOf({ turn, cost, within })
        if (refusal !== undefined) return reject(refusal)
        const controller = new AbortController()
        const giveUp = () => {
          lines.drop(item)
          controller.abort()
          end(() => reject(new NodeError('no answer in time')))
          // The next one may be cheaper, and need not wait any longer.
          startNext()
        }
        const patience = patienceOf(turn)
        let cancelTimer = () => {}
        signal?.addEventListener('abort', giveUp, { once: true })
        const end = (settle: () => void) => {
          item.cancel()
          settle()
        }
        const item: Item = {
          turn,
          cost,
          hasOther,
          waitUntil: now() + within + patience,
          deadline: now() + within + patience,
          work,
          controller,
          sent: 0,
          resolve: (value) => end(() => resolve(value as value)),
          reject: (error) => end(() => reject(error)),
          giveUpAt(deadline) {
            cancelTimer()
            item.deadline = deadline
            cancelTimer = clock.setTimeout(giveUp, deadline - now())
          },
          begin() {
            if (patience > 0) item.giveUpAt(now() + within)
          },
          cancel() {
            cancelTimer()
            signal?.removeEventListener('abort', giveUp)
          },
        }
        item.giveUpAt(item.waitUntil)
        lines.add(item)
        startNext()
      })
    },
  }
}
