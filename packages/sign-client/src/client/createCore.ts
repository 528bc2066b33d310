import { type Clock, systemClock } from '../clock.js'
import { createIdentity, type Identity } from '../crypto/identity.js'
import { isTopic, randomKey } from '../crypto/keys.js'
import { atMost } from '../deferred.js'
import { createEmitter } from '../emitter.js'
import { type Metadata, readMetadata } from '../protocol/metadata.js'
import { clockTolerance } from '../protocol/methods.js'
import { createPeerIds } from '../protocol/peerMessage.js'
import { isRecord } from '../protocol/read.js'
import { createRelay } from '../relay/relay.js'
import type { WebSocketConstructor } from '../relay/WebSocketLike.js'
import { SignError } from '../SignError.js'
import { createEntries } from '../state/entries.js'
import { indexedDbStorage } from '../state/indexedDbStorage.js'
import { type KeyValueStorage, memoryStorage } from '../state/KeyValueStorage.js'
import { browserTabs, createQueue, singleTab, type Tabs } from '../state/tabs.js'
import { createVault } from '../state/vault.js'
import type { Core, Role } from './Core.js'
import type { AllEvents } from './events.js'
import { hear } from './facts.js'
import { receive } from './receive.js'
import { markTold, reconcile } from './reconcile.js'
import { takeAnswers } from './request.js'
import { isAlive } from './sessions.js'
import { nextExpiry, sweep } from './sweep.js'
import { watchWake } from './watchWake.js'

/** The options of a client. All external dependencies can be replaced. */
export type ClientOptions = {
  /** `wss://…`. Wallets must use the same relay. */
  readonly relayUrl: string
  /** The id under which the relay's operator knows the app. */
  readonly projectId?: string | undefined
  /** The metadata that the peer receives. */
  readonly metadata: Metadata
  /** Writes the relay's URL into pairing links, for wallets that use it. */
  readonly announceRelay?: boolean | undefined
  /** The storage of the client. Default: IndexedDB in a browser, else memory. */
  readonly storage?: KeyValueStorage | undefined
  /**
   * The prefix of every name in the storage. Clients with the same prefix and storage act as one client in several
   * tabs.
   */
  readonly storagePrefix?: string | undefined
  readonly clock?: Clock | undefined
  /** Default: the global one, which Node has from version 22 on. */
  readonly webSocket?: WebSocketConstructor | undefined
  /** Calls its listener when the page wakes or the network returns. Default: the browser's page events. */
  readonly watchWake?: ((listener: () => void) => () => void) | undefined
  /** How clients on the same storage find each other. Default: Web Locks and BroadcastChannel in a browser. */
  readonly tabs?: Tabs | undefined
  /** The longest encrypted message that is sent, in characters. Default: the longest that the public relay accepts. */
  readonly messageLimit?: number | undefined
}

export type CoreHandle = {
  readonly core: Core
  readonly resume: () => Promise<boolean>
  readonly close: () => Promise<void>
}

/** A larger difference means that the time stamp itself is wrong. */
const longestSkew = 10 * 365 * 24 * 3_600_000
/** The longest delay that a timer supports. */
const longestDelay = 24 * 3_600_000
/** How long closing waits for a write, in milliseconds. */
const closePatience = 5_000

/** Creates the client's parts. Does no I/O before `start`. @throws `INPUT_INVALID` */
export function createCore(options: ClientOptions, role: Role): CoreHandle {
  const { relayUrl, storagePrefix = 'latchkey.sign.', clock = systemClock, messageLimit = 98_304 } = options
  if (!/^wss?:\/\//.test(relayUrl) || !URL.canParse(relayUrl)) {
    throw new SignError('INPUT_INVALID', { details: 'relayUrl' })
  }
  const isBrowser = typeof document !== 'undefined'
  const tabs = options.tabs ?? (isBrowser ? browserTabs(storagePrefix, clock) : singleTab())
  const events = createEmitter<AllEvents>()
  const vault = createVault({
    storage: options.storage ?? (isBrowser ? indexedDbStorage() : memoryStorage()),
    prefix: storagePrefix,
    clock,
    onTrouble: (error) => events.emit('storage_trouble', { error }),
  })
  let kept: Promise<Kept> | undefined
  let identity: Promise<Identity> | undefined
  let skew = 0
  let started: Promise<void> | undefined
  let isClosed = false
  let cancelSweep = () => {}
  let stopHearing = () => {}
  let stopWatching: (() => void) | undefined

  const entries = createEntries({ vault, tabs, onChange })
  const relay = createRelay({
    relayUrl,
    projectId: options.projectId,
    clock,
    // Looked up when needed, because a page may install one later.
    webSocket: () => options.webSocket ?? (globalThis.WebSocket as WebSocketConstructor | undefined),
    identity: identify,
    now: () => clock.now() + skew,
    onRelayTime,
    onPush(push) {
      // A message cannot be published in the future, so this device's clock is behind.
      const { publishedAt = 0 } = push
      const ahead = publishedAt - clock.now() - skew
      if (ahead > clockTolerance && ahead < longestSkew) void onRelayTime(publishedAt)
      void receive(core, push)
    },
    onState: (state) => events.emit('relay', state),
    isAwaited: () => core.pairings.size > 0 || core.answers.size > 0,
  })
  const core: Core = {
    role,
    relayUrl,
    isRelayAnnounced: options.announceRelay === true,
    metadata: readMetadata(options.metadata),
    messageLimit,
    clock,
    tabs,
    entries,
    relay,
    events,
    pairings: new Map(),
    answers: new Map(),
    told: new Map(),
    start,
    isClosed: () => isClosed,
    nextId: createPeerIds(() => clock.now() + skew),
    skew: () => skew,
  }

  function start(): Promise<void> {
    if (isClosed) return Promise.reject(new SignError('CLIENT_CLOSED'))
    started ??= (async () => {
      const inOrder = createQueue()
      stopHearing = tabs.subscribe((message) => void inOrder(() => hear(core, message)))
      await keep()
      await entries.reload()
      markTold(core)
      await sweep(core)
      await takeAnswers(core)
    })()
    return started
  }

  /** Returns the identity in this storage; the first tab creates it. */
  function keep(): Promise<Kept> {
    kept ??= tabs.exclusive(async () => {
      const stored = await vault.read('identity', readKept)
      const value = stored ?? { seed: randomKey(), skew: 0 }
      if (stored === undefined) await vault.write('identity', value)
      skew = value.skew
      return value
    })
    return kept
  }

  function identify(): Promise<Identity> {
    identity ??= keep().then(({ seed }) => createIdentity(seed))
    identity.catch(() => {
      // Loading the signing code failed; the next attempt loads it again.
      identity = undefined
    })
    return identity
  }

  async function onRelayTime(time: number) {
    skew = time - clock.now()
    events.emit('clock_skew', { skew })
    const { seed } = await keep()
    await vault.write('identity', { seed, skew })
  }

  /** Updates the relay, the timer and the wake listeners to match the stored entries. */
  function onChange() {
    if (isClosed) return
    const alive = entries.all().filter((entry) => isAlive(core, entry))
    relay.setTopics(alive.map(({ topic }) => topic))
    cancelSweep()
    const next = nextExpiry(core)
    if (next < Infinity) {
      const delay = Math.min(Math.max(next - clock.now(), 0), longestDelay)
      cancelSweep = clock.setTimeout(() => void sweep(core).then(onChange), delay)
    }
    if (alive.length === 0) {
      stopWatching?.()
      stopWatching = undefined
    } else {
      stopWatching ??= (options.watchWake ?? watchWake)(() => void resume())
    }
  }

  async function resume() {
    if (isClosed) return false
    relay.check()
    if (started === undefined) return false
    await started
    await reconcile(core)
    return vault.isWell()
  }

  return {
    core,
    resume,
    async close() {
      isClosed = true
      cancelSweep()
      stopWatching?.()
      stopHearing()
      relay.close()
      const error = new SignError('CLIENT_CLOSED')
      for (const deferred of core.pairings.values()) deferred.reject(error)
      for (const { deferred } of core.answers.values()) deferred.reject(error)
      core.pairings.clear()
      // Waits for writes in progress, but not for a storage that never answers.
      await atMost(
        clock,
        closePatience,
        tabs.exclusive(async () => {}),
      )
      tabs.close()
    },
  }
}

type Kept = { readonly seed: string; readonly skew: number }

function readKept(value: unknown): Kept | undefined {
  if (!isRecord(value) || !isTopic(value.seed)) return undefined
  return { seed: value.seed, skew: typeof value.skew === 'number' ? value.skew : 0 }
}
