/**
 * One socket to the relay at a time, replaced after interruptions (WalletConnect specs, "Relay client").
 */
import type { Clock } from '../clock.js'
import type { Identity } from '../crypto/identity.js'
import { createWait, type Deferred } from '../deferred.js'
import { SignError } from '../SignError.js'
import { backOff } from './backOff.js'
import { type Link, openLink } from './link.js'
import type { Push } from './push.js'
import { createRelayJwt } from './relayJwt.js'
import type { RelayState } from './relayState.js'
import { createTokenClock } from './tokenClock.js'
import type { WebSocketConstructor } from './WebSocketLike.js'

export type Connection = {
  state(): RelayState
  /** Returns the socket while it is open. */
  link(): Link | undefined
  /**
   * Resolves with the next open socket.
   *
   * @throws `RELAY_REFUSED`, `RELAY_UNREACHABLE` after `patience` milliseconds, `ABORTED`, and the error of `leave`.
   */
  whenOpen(patience: number, signal: AbortSignal | undefined): Promise<Link>
  /** Calls the relay, whose answer proves that the connection works. */
  ask(link: Link, method: string, params: unknown, patience?: number | undefined): Promise<unknown>
  /**
   * Connects at once if no socket is open, with the retry delays of a first attempt. An attempt in progress continues,
   * unless it is older than `patience` milliseconds.
   */
  wake(patience?: number): void
  /** Closes the socket and stops trying; with an error, for ever. */
  leave(error?: SignError): void
}

export declare namespace createConnection {
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
    /** Returns whether a lost socket should be replaced. */
    readonly isWanted: () => boolean
    readonly onOpen: (link: Link) => void
    readonly onPush: (push: Push) => void
    readonly onState: (state: RelayState) => void
  }
}

export function createConnection(parameters: createConnection.Parameters): Connection {
  const { clock, onPush } = parameters
  const tokenClock = createTokenClock(parameters)
  let state: RelayState = { status: 'idle', since: clock.now() }
  let link: Link | undefined
  let opening: Link | undefined
  const waiters = new Set<Deferred<Link>>()
  /** Why no socket will open before the next call of `wake`, if so. */
  let failure: SignError | undefined
  let isOver = false
  /** The number of the current attempt; reports of earlier ones are ignored. */
  let turn = 0
  let attempt = 0
  let cancelRetry = () => {}

  function enter(status: RelayState['status'], more: Partial<RelayState> = {}) {
    cancelRetry()
    const isSameTrouble = isTrying(status) && isTrying(state.status)
    state = { status, since: isSameTrouble ? state.since : clock.now(), ...more }
    parameters.onState(state)
  }

  async function connect() {
    const present = ++turn
    opening?.drop()
    failure = undefined
    enter('connecting')
    const webSocket = parameters.webSocket()
    if (webSocket === undefined) return refuse(new SignError('WEBSOCKET_MISSING'))
    const url = await dialUrl(parameters, tokenClock.now()).catch(() => undefined)
    if (present !== turn) return
    // Loading the signing code failed, for example offline.
    if (url === undefined) return lost(1006, 'The relay token could not be made.')
    opening = openLink({
      webSocket,
      url,
      clock,
      onPush,
      onOpen(ready) {
        if (present !== turn) return ready.drop()
        link = ready
        enter('open')
        parameters.onOpen(ready)
        for (const waiter of waiters) waiter.resolve(ready)
      },
      onClose(code, reason) {
        if (present === turn) lost(code, reason)
      },
    })
  }

  function lost(wireCode: number, details: string) {
    forget()
    if (wireCode === 3000) {
      if (tokenClock.correct(details)) return void connect()
      return refuse(new SignError('RELAY_REFUSED', { wireCode, details }))
    }
    if (!parameters.isWanted()) return enter('idle')
    // 4010: the relay moves its clients elsewhere; 4008: it closed an idle client; 1013: it asks for time.
    const isPolite = wireCode === 4010 || wireCode === 4008
    const delay = isPolite ? backOff(-2) : backOff(attempt++) + (wireCode === 1013 ? 5_000 : 0)
    const error = new SignError('RELAY_UNREACHABLE', { wireCode, details })
    enter('closed', { retryAt: clock.now() + delay, error })
    cancelRetry = clock.setTimeout(() => void connect(), delay)
  }

  /** Forgets the socket; its later reports are ignored. */
  function forget() {
    turn++
    link = opening = undefined
  }

  function refuse(error: SignError) {
    turn++
    enter('refused', { error })
    fail(error)
  }

  function fail(error: SignError) {
    failure = error
    for (const waiter of waiters) waiter.reject(error)
  }

  return {
    state: () => state,
    link: () => link,

    whenOpen(patience, signal) {
      const waiter = createWait<Link>(clock, patience, 'RELAY_UNREACHABLE', signal)
      waiters.add(waiter)
      const remove = () => waiters.delete(waiter)
      waiter.promise.then(remove, remove)
      if (failure !== undefined) waiter.reject(failure)
      return waiter.promise
    },

    async ask(present, method, params, patience) {
      const result = await present.call(method, params, patience)
      // Only an answer proves the connection: a refusing relay opens the socket first, to give the reason.
      attempt = 0
      tokenClock.confirm()
      return result
    },

    wake(patience = Infinity) {
      if (isOver || link !== undefined) return
      attempt = 0
      if (state.status !== 'connecting' || clock.now() - state.since > patience) void connect()
    },

    leave(error) {
      const socket = opening
      forget()
      socket?.drop()
      if (error !== undefined) {
        isOver = true
        fail(error)
      }
      enter('idle')
    },
  }
}

const isTrying = (status: RelayState['status']) => status === 'connecting' || status === 'closed'

async function dialUrl(
  { relayUrl, projectId, identity }: createConnection.Parameters,
  now: number,
): Promise<string> {
  const url = new URL(relayUrl)
  url.searchParams.set('auth', await createRelayJwt(await identity(), relayUrl, now))
  if (projectId !== undefined) url.searchParams.set('projectId', projectId)
  // Browsers cannot read why an upgrade was refused; with this parameter the relay says it in a close event.
  url.searchParams.set('useOnCloseEvent', 'true')
  return url.toString()
}
