import type { Session } from '../protocol/Session.js'
import type { RelayState } from '../relay/relay.js'
import { appRole } from './appRole.js'
import { authenticate } from './authenticate.js'
import { connect } from './connect.js'
import { type ClientOptions, createCore } from './createCore.js'
import { disconnect, extend, ping } from './disconnect.js'
import type { AppEvents, PairingOutcome } from './events.js'
import type { Pairing } from './pairing.js'
import { request } from './request.js'
import { listSessions } from './sessions.js'

type Topic = { readonly topic: string }

/** What both sides have. */
export type CommonClient<events> = {
  /**
   * Reads the storage, drops what has expired, and opens the socket if something is left to watch. Every other call
   * does it first; call it yourself to restore the sessions of an earlier page life. Attach listeners before.
   */
  start(): Promise<void>
  /** Leaves the relay and rejects whatever is waiting with `CLIENT_CLOSED`. Sessions stay. */
  close(): Promise<void>
  /** Those alive; empty before `start`. */
  sessions(): readonly Session[]
  session(topic: string): Session | undefined
  /** Returns its cancellation. */
  on<name extends keyof events>(name: name, listener: (payload: events[name]) => void): () => void
  /** How the connection to the relay stands. */
  relay(): RelayState
  /**
   * Makes sure that the socket lives, and catches up with other tabs. In a browser the client does this itself whenever
   * the page wakes.
   */
  resume(): void
  /** See {@link ping}. */
  ping(parameters: Topic): Promise<void>
  /** See {@link extend}. */
  extend(parameters: Topic): Promise<Session>
  /** See {@link disconnect}. */
  disconnect(parameters: disconnect.Parameters): Promise<void>
}

/** The app's side of the protocol. */
export type SignClient = CommonClient<AppEvents> & {
  /** See {@link connect}. */
  connect(parameters: connect.Parameters): Pairing<Session>
  /** See {@link authenticate}. */
  authenticate(parameters: authenticate.Parameters): Pairing<PairingOutcome>
  /** See {@link request}. */
  request(parameters: request.Parameters): Promise<unknown>
}

/**
 * Makes a client for an app. Pure: no storage, socket or page is touched before the first call that needs one, so it
 * may be made anywhere, also on a server.
 *
 * @throws `INPUT_INVALID` when `relayUrl` is no WebSocket URL.
 *
 * @example
 * ```ts
 * const client = createSignClient({ relayUrl: 'wss://relay.example.org', metadata })
 * const { uri, approval } = client.connect({
 *   namespaces: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] } },
 * })
 * showQrCode(uri)
 * const session = await approval
 * ```
 */
export function createSignClient(options: ClientOptions): SignClient {
  const handle = createCore(options, appRole)
  const { core } = handle
  return {
    ...commonClient<AppEvents>(handle),
    connect: (parameters) => connect(core, parameters),
    authenticate: (parameters) => authenticate(core, parameters),
    request: (parameters) => request(core, parameters),
  }
}

export function commonClient<events>({
  core,
  resume,
  close,
}: ReturnType<typeof createCore>): CommonClient<events> {
  return {
    start: core.start,
    close,
    resume,
    sessions: () => listSessions(core),
    session: (topic) => listSessions(core).find((session) => session.topic === topic),
    // Each side's events are a part of all events.
    on: core.events.on as unknown as CommonClient<events>['on'],
    relay: core.relay.state,
    ping: (parameters) => ping(core, parameters),
    extend: (parameters) => extend(core, parameters),
    disconnect: (parameters) => disconnect(core, parameters),
  }
}
