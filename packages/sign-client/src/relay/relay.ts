/**
 * The client's connection to the relay: keeps a socket while it is needed, restores subscriptions, and resends
 * publishes after interruptions (WalletConnect specs, "Relay client" and "Relay RPC").
 */
import type { Clock } from '../clock.js'
import type { Identity } from '../crypto/identity.js'
import { createDeferred, type Deferred } from '../deferred.js'
import { isSignError, SignError } from '../SignError.js'
import { backOff } from './backOff.js'
import { type Link, LinkLost, openLink, type Push } from './link.js'
import { createRelayJwt, relayTimeFrom } from './relayJwt.js'
import type { Publication, Relay, RelayState } from './relayState.js'
import { createSubscriptions } from './subscriptions.js'
import type { WebSocketConstructor } from './WebSocketLike.js'

export declare namespace createRelay {
  type Parameters = {
    readonly relayUrl: string
    readonly projectId?: string | undefined
    readonly webSocket: () => WebSocketConstructor | undefined
    readonly clock: Clock
    readonly identity: () => Promise<Identity>
    /** Returns the relay's time in epoch milliseconds. */
    readonly now: () => number
    /** Called with the relay's time if it differs from `now`. */
    readonly onRelayTime: (time: number) => void
    readonly onPush: (push: Push) => void
    readonly onState: (state: RelayState) => void
    /** Returns whether a caller waits for an answer, so that a silent socket should be probed. */
    readonly isAwaited: () => boolean
  }
}

/** How long an unneeded socket stays open for reuse, in milliseconds. */
const linger = 10_000
/** How long the relay may be silent while a caller waits, before it is probed, in milliseconds. */
const silence = 30_000
/** How old an attempt may be when the page wakes, in milliseconds: an older one may have been frozen. */
const connectPatience = 3_000
const publishLimit = 500
/** The offset of a token that only asks the relay for its time; larger than any clock error. */
const farAhead = 100 * 365 * 86_400_000

export function createRelay(parameters: createRelay.Parameters): Relay {
  const { clock, onState, onPush, isAwaited } = parameters
  const waiters = new Set<Deferred<Link>>()
  const subscriptions = createSubscriptions({
    clock,
    identity: parameters.identity,
    ask,
    onPush,
    onTrouble: (error) => onState({ ...state, error }),
  })
  let state: RelayState = { status: 'idle', since: clock.now() }
  let isOver = false
  let link: Link | undefined
  let opening: Link | undefined
  /** The number of the current attempt; reports of earlier ones are ignored. */
  let turn = 0
  let attempt = 0
  let isSkewCorrected = false
  let ahead = 0
  let publishing = 0
  let cancelTimer = () => {}

  const isWanted = () => subscriptions.size > 0 || publishing > 0

  function enter(status: RelayState['status'], more: Partial<RelayState> = {}) {
    cancelTimer()
    const isSameTrouble = isTrying(status) && isTrying(state.status)
    state = { status, since: isSameTrouble ? state.since : clock.now(), ...more }
    onState(state)
  }

  async function connect() {
    const present = ++turn
    opening?.drop(1000, '')
    enter('connecting')
    const webSocket = parameters.webSocket()
    if (webSocket === undefined) return refuse(new SignError('WEBSOCKET_MISSING'))
    const url = await dialUrl({ ...parameters, now: () => parameters.now() + ahead }).catch(() => undefined)
    if (present !== turn) return
    // Loading the signing code failed, for example offline.
    if (url === undefined) return lost(1006, 'The relay token could not be made.')
    opening = openLink({
      webSocket,
      url,
      clock,
      onPush,
      onOpen(opened) {
        if (present !== turn) return opened.drop(1000, '')
        link = opened
        enter('open')
        subscriptions.restore(opened)
        for (const waiter of waiters) waiter.resolve(opened)
        waiters.clear()
        rest()
      },
      onClose(code, reason) {
        if (present === turn) lost(code, reason)
      },
    })
  }

  function lost(code: number, reason: string) {
    turn++
    link = opening = undefined
    subscriptions.reset()
    if (code === 3000) {
      const relayTime = relayTimeFrom(reason)
      // The refusal of an expired token does not contain the relay's time; that of a future token does.
      const isBehind = relayTime === undefined && ahead === 0 && / expired/.test(reason)
      ahead = isBehind ? farAhead : 0
      if (isBehind && !isSkewCorrected) return void connect()
      if (relayTime === undefined || isSkewCorrected) {
        return refuse(new SignError('RELAY_REFUSED', { wireCode: code, details: reason }))
      }
      // The clocks differ. Corrected once: if the relay also refuses the corrected token, the user must know.
      isSkewCorrected = true
      parameters.onRelayTime(relayTime)
      return void connect()
    }
    if (isOver || !isWanted()) return enter('idle')
    // 4010: the relay moves its clients elsewhere; 4008: it closed an idle client; 1013: it asks for time.
    const delay =
      code === 4010 || code === 4008 ? backOff(-2) : backOff(attempt++) + (code === 1013 ? 5_000 : 0)
    const error = new SignError('RELAY_UNREACHABLE', { wireCode: code, details: reason })
    enter('closed', { retryAt: clock.now() + delay, error })
    cancelTimer = clock.setTimeout(() => void connect(), delay)
  }

  function refuse(error: SignError) {
    turn++
    enter('refused', { error })
    for (const waiter of waiters) waiter.reject(error)
    waiters.clear()
  }

  /**
   * While open: closes the socket if there is nothing to do, and probes after a long silence if a caller waits. Each
   * waiting caller has published first, which calls this function.
   */
  function rest() {
    if (link === undefined) {
      if (state.status === 'closed' && !isWanted()) enter('idle')
      return
    }
    cancelTimer()
    if (!isWanted()) cancelTimer = clock.setTimeout(leave, linger)
    else if (isAwaited()) listen()
  }

  function leave() {
    turn++
    link?.drop(1000, '')
    link = undefined
    subscriptions.reset()
    enter('idle')
  }

  function listen() {
    const quiet = clock.now() - (link?.heardAt() ?? 0)
    if (quiet >= silence) subscriptions.probe()
    cancelTimer = clock.setTimeout(rest, quiet >= silence ? silence : silence - quiet)
  }

  async function ask(present: Link, method: string, params: unknown, patience?: number): Promise<unknown> {
    const result = await present.call(method, params, patience)
    // Only an answer proves the connection: a refusing relay opens the socket first, to give the reason.
    attempt = 0
    isSkewCorrected = false
    return result
  }

  /** Connects at once, with the retry delays of a first attempt. An attempt in progress continues. */
  function wake() {
    attempt = 0
    if (state.status !== 'connecting' && link === undefined) void connect()
  }

  function whenOpen(lifetime: number, signal: AbortSignal | undefined, isFirst: boolean): Promise<Link> {
    const waiter = createDeferred<Link>()
    const onAbort = () => waiter.reject(aborted(signal))
    const cancel = clock.setTimeout(() => waiter.reject(new SignError('RELAY_UNREACHABLE')), lifetime)
    signal?.addEventListener('abort', onAbort, { once: true })
    waiters.add(waiter)
    // The user acts, so the retry delay that spares the relay is skipped.
    if (isFirst) wake()
    return waiter.promise.finally(() => {
      cancel()
      waiters.delete(waiter)
      signal?.removeEventListener('abort', onAbort)
    })
  }

  async function publish({ topic, message, delivery, signal }: Publication): Promise<void> {
    if (signal?.aborted) throw aborted(signal)
    if (isOver) throw new SignError('CLIENT_CLOSED')
    if (publishing >= publishLimit)
      throw new SignError('LIMIT_REACHED', { details: `${publishLimit} messages` })
    const deadline = clock.now() + delivery.ttl
    publishing++
    try {
      for (let tries = 1; ; tries++) {
        const present = link ?? (await whenOpen(deadline - clock.now(), signal, tries === 1))
        try {
          await ask(present, 'irn_publish', { topic, message, ...delivery, ttl: delivery.ttl / 1000 })
          return
        } catch (error) {
          if (signal?.aborted) throw aborted(signal)
          if (error instanceof LinkLost) {
            // Resent unchanged: a relay stores identical messages once.
            if (state.status === 'refused') throw state.error
            if (isOver) throw new SignError('CLIENT_CLOSED')
          } else if (!isTransient(error) || tries > 5) {
            throw error
          } else {
            await new Promise<void>((resolve) => clock.setTimeout(resolve, 500 + backOff(tries)))
          }
          if (clock.now() >= deadline) throw new SignError('RELAY_UNREACHABLE', { cause: error })
        }
      }
    } finally {
      publishing--
      rest()
    }
  }

  return {
    state: () => state,

    setTopics(topics) {
      subscriptions.set(topics)
      if (state.status === 'idle' && isWanted()) void connect()
      rest()
    },

    publish,

    check() {
      if (state.status === 'open') return subscriptions.probe()
      const isStuck = state.status === 'connecting' && clock.now() - state.since > connectPatience
      attempt = 0
      if (isWanted() && (isStuck || state.status !== 'connecting')) void connect()
    },

    close() {
      turn++
      link?.drop(1000, '')
      opening?.drop(1000, '')
      link = opening = undefined
      subscriptions.reset()
      isOver = true
      enter('idle')
      for (const waiter of waiters) waiter.reject(new SignError('CLIENT_CLOSED'))
      waiters.clear()
    },
  }
}

const isTrying = (status: RelayState['status']) => status === 'connecting' || status === 'closed'

async function dialUrl({ relayUrl, projectId, identity, now }: createRelay.Parameters): Promise<string> {
  const url = new URL(relayUrl)
  url.searchParams.set('auth', await createRelayJwt(await identity(), relayUrl, now()))
  if (projectId !== undefined) url.searchParams.set('projectId', projectId)
  // Browsers cannot read why an upgrade was refused; with this parameter the relay says it in a close event.
  url.searchParams.set('useOnCloseEvent', 'true')
  return url.toString()
}

/** Rate limits, and internal errors of the relay. */
function isTransient(error: unknown): boolean {
  return isSignError(error, 'RELAY_ERROR') && (error.wireCode === 3001 || error.wireCode === -32603)
}

function aborted(signal: AbortSignal | undefined): SignError {
  return new SignError('ABORTED', { cause: signal?.reason })
}
