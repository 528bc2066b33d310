import type { KnownRequests, ResultOf } from '../protocol/KnownRequests.js'
import type { Session } from '../protocol/Session.js'
import type { RelayState } from '../relay/relayState.js'
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

/** The methods of both sides. */
export type CommonClient<events> = {
  /**
   * Reads the storage, deletes expired entries, and opens the socket if something needs to be watched. Every other
   * method does this first; call it yourself to restore the sessions of an earlier page. Add listeners before.
   */
  start(): Promise<void>
  /** Disconnects from the relay and rejects pending calls with `CLIENT_CLOSED`. Sessions stay. */
  close(): Promise<void>
  /** Returns the active sessions; empty before `start`. */
  sessions(): readonly Session[]
  session(topic: string): Session | undefined
  /** Adds a listener; returns a function that removes it. */
  on<name extends keyof events>(name: name, listener: (payload: events[name]) => void): () => void
  /** Returns the state of the connection to the relay. */
  relay(): RelayState
  /**
   * Checks the socket and catches up with other tabs. In a browser the client does this itself whenever the page wakes.
   * Resolves when this tab knows the other tabs' sessions; with `false` if it cannot know them all, because the storage has
   * failed, or the client has not started.
   */
  resume(): Promise<boolean>
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
  /**
   * See {@link request}. Known methods have typed parameters and results (`KnownRequests`); the client does not check what
   * the wallet answers.
   */
  request<const method extends keyof KnownRequests | (string & {})>(
    parameters: request.Parameters<method>,
  ): Promise<ResultOf<method>>
}

/**
 * Creates a client for an app. It touches no storage, socket or page before the first call that needs one, so it may be
 * created anywhere, also on a server.
 *
 * @throws `INPUT_INVALID` if `relayUrl` is not a WebSocket URL.
 *
 * @example
 * ```ts
 * const client = createSignClient({ relayUrl: 'wss://relay.example.org', metadata })
 * const { uri, approval } = client.connect({
 * namespaces: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] } },
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
    // The wallet answers as the method promises, or not: its word is passed on.
    request: (parameters) => request(core, parameters) as Promise<never>,
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
    // Each side's events are a subset of all events.
    on: core.events.on as unknown as CommonClient<events>['on'],
    relay: core.relay.state,
    ping: (parameters) => ping(core, parameters),
    extend: (parameters) => extend(core, parameters),
    disconnect: (parameters) => disconnect(core, parameters),
  }
}
