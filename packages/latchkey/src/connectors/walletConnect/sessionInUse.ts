import type { Session, SignClient } from '@latchkey/sign-client'
import type { Adapter } from '../../core/adapter.js'
import type { Clock } from '../../core/clock.js'
import type { ConnectorEvent, ConnectorSession } from '../../core/connector.js'
import type { Emitter } from '../../core/emitter.js'
import { isSameJson } from '../../core/json.js'
import { type CaipNetworkId, type Namespace, namespaceOf } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import { walletError } from '../../protocol/walletErrors.js'
import { endSession } from './endSession.js'
import { type ActiveNetworks, type GrantedAccount, readAccounts, toConnectorSession } from './readSession.js'

/** The session in use, its accounts read, and the chain of each namespace that is in use. */
type Current = {
  readonly session: Session
  readonly accounts: readonly GrantedAccount[]
  readonly active: ActiveNetworks
}

/** The one session that the connector uses, although the protocol allows many: the newest. */
export type SessionInUse = {
  /** Returns the session as the wallet settled it; `undefined` while no wallet is connected. */
  session(): Session | undefined
  accounts(): readonly GrantedAccount[]
  /** The session in the kit's terms. */
  read(): ConnectorSession | undefined
  /**
   * Uses a session from now on, and ends all that are older.
   *
   * @throws `WALLET_ANSWER_INVALID` when it grants nothing that can be read; it is ended.
   */
  adopt(session: Session, active?: ActiveNetworks | undefined): Promise<ConnectorSession>
  /** Uses, in place of the present one, the session that all tabs use: the one that was settled last. Tells. */
  followNewest(): Promise<void>
  /** Adopts a session in a tab that uses none. */
  newest(): Session | undefined
  /** Reads the wallet's grants again and emits the changes. Never throws: what cannot be read is not granted. */
  refresh(topic: string): Promise<void>
  /**
   * Does something at once, or after the sessions are read that are being read now: what the wallet tells after an
   * update is about the accounts of that update.
   */
  whenRead(action: () => void): void
  /** Switches to another of the granted chains, and emits the change. */
  moveTo(networkId: CaipNetworkId): void
  /** Reorders the accounts, and emits the change. */
  sortAccounts(compare: (a: GrantedAccount, b: GrantedAccount) => number): void
  /** Emits the session in use. */
  tell(): void
  /** Forgets the session without an event. Returns its topic. */
  drop(): string | undefined
}

export function createSessionInUse({
  client,
  clock,
  adapters,
  events,
  networks,
}: {
  readonly client: SignClient
  readonly clock: Clock
  readonly adapters: ReadonlyMap<Namespace, Adapter>
  readonly events: Emitter<ConnectorEvent>
  /** The networks that the host offers now. */
  readonly networks: () => readonly Network[]
}): SessionInUse {
  let current: Current | undefined
  let readings = 0
  const waiting: (() => void)[] = []

  async function reading<result>(work: () => Promise<result>): Promise<result> {
    readings++
    try {
      return await work()
    } finally {
      readings--
      if (readings === 0) for (const action of waiting.splice(0)) action()
    }
  }

  /** Reads a session as it is in the end: the wallet may update it while the code of a family loads. */
  async function readNewest(session: Session, onUnread?: () => undefined) {
    const accounts = await readAccounts(session, adapters, onUnread)
    const now = client.session(session.topic) ?? session
    if (!isSameGrant(now, session)) return await readNewest(now, onUnread)
    return { session: now, accounts }
  }

  function read(): ConnectorSession | undefined {
    return current === undefined ? undefined : toConnectorSession({ ...current, networks: networks() })
  }

  // Holds on to the chains in use, so that a later update of the session does not move the visitor.
  function activate(session: ConnectorSession) {
    if (current === undefined) return
    const entries = Object.entries(session.namespaces).map(([namespace, granted]) => [
      namespace,
      granted?.networkId,
    ])
    current = { ...current, active: Object.fromEntries(entries) }
  }

  function publish() {
    const session = read()
    if (session === undefined) return
    activate(session)
    events.emit({ type: 'session', session })
  }

  // The protocol allows many sessions; a visitor has one wallet on the other end of this connector. Whichever tab ends
  // one tells its wallet, and only once. A newer one than this is another tab's, and this tab will hear of it.
  function endOlder(session: Session) {
    for (const other of client.sessions()) {
      if (isNewer(session, other)) endSession(client, other.topic)
    }
  }

  const followNewest = () => reading(follow)

  async function follow() {
    const followed = current?.session.topic
    const newest = newestOf(client.sessions())
    if (followed === undefined || newest === undefined) return
    if (newest.topic !== followed) {
      const read = await readNewest(newest, leaveOut)
      // Another session came into use meanwhile, or this one ended.
      if (current?.session.topic !== followed || client.session(newest.topic) === undefined) return
      const granted = toConnectorSession({ ...read, networks: networks(), active: {} })
      // The tab that settled a session without usable grants ends it.
      if (Object.keys(granted.namespaces).length === 0) return
      current = { ...read, active: {} }
      publish()
    }
    endOlder(newest)
  }

  /** Uses a session, and then the newest. Returns what is granted. */
  async function take(session: Session, active: ActiveNetworks): Promise<ConnectorSession> {
    const read = await readNewest(session)
    const adopted = toConnectorSession({ ...read, networks: networks(), active })
    if (Object.keys(adopted.namespaces).length === 0) {
      await client.disconnect({ topic: session.topic })
      throw walletError('WALLET_ANSWER_INVALID')
    }
    current = { ...read, active: {} }
    activate(adopted)
    await followNewest()
    return adopted
  }

  return {
    session: () => current?.session,
    accounts: () => current?.accounts ?? [],
    read,

    async adopt(session, active = {}) {
      const adopted = await reading(() => take(session, active))
      const result = read() ?? adopted
      const told = current
      // The caller takes in the result next; it does not hear events that come before.
      clock.setTimeout(() => {
        if (current === undefined) events.emit({ type: 'disconnect' })
        else if (current !== told) publish()
      }, 0)
      return result
    },

    followNewest,
    newest: () => newestOf(client.sessions()),

    async refresh(topic) {
      const session = client.session(topic)
      if (session === undefined || topic !== current?.session.topic) return
      const before = current.session
      await reading(async () => {
        const read = await readNewest(session, leaveOut)
        if (current?.session.topic !== topic) return
        // A later update was read before this one.
        if (current.session !== before && current.session === read.session) return
        current = { ...current, ...read }
        publish()
      })
    },

    whenRead(action) {
      if (readings === 0) action()
      else waiting.push(action)
    },

    moveTo(networkId) {
      if (current === undefined) return
      current = { ...current, active: { ...current.active, [namespaceOf(networkId)]: networkId } }
      publish()
    },

    sortAccounts(compare) {
      if (current === undefined) return
      current = { ...current, accounts: [...current.accounts].sort(compare) }
      publish()
    },

    tell: publish,

    drop() {
      const topic = current?.session.topic
      current = undefined
      return topic
    },
  }
}

/** An account whose family's code does not load is not used; one that the wallet has revoked must go all the same. */
const leaveOut = () => undefined

const isSameGrant = (one: Session, other: Session) => isSameJson(one.namespaces, other.namespaces)

/** All tabs compute the same result, because they read the same storage. */
function newestOf(sessions: readonly Session[]): Session | undefined {
  return sessions.reduce<Session | undefined>(
    (newest, session) => (newest === undefined || isNewer(session, newest) ? session : newest),
    undefined,
  )
}

function isNewer(session: Session, other: Session): boolean {
  const { settledAt = 0 } = session
  const { settledAt: before = 0 } = other
  return settledAt === before ? session.topic > other.topic : settledAt > before
}
