import type { DiscoverContext } from '../../core/adapter.js'
import type { Connector, ConnectorInfo } from '../../core/connector.js'
import type { Namespace } from '../../protocol/caip.js'
import { isEip1193Provider } from '../../protocol/Eip1193Provider.js'
import { createInjectedConnector } from './createInjectedConnector.js'
import { fingerprintOf } from './fingerprint.js'
import { type Announcement, readAnnouncement } from './readAnnouncement.js'

/** No real page has this many wallets. */
const walletLimit = 100
/** The first so many to arrive stay, whatever comes after them; the later ones share the other places. */
const keptFirst = 50
/** So many announcements are read at once; the rest wait their turn, a few at a time, so that the page stays smooth. */
const burst = 20
/**
 * So many of one rdns that the visitor or the host knows keep their place: forgers of it must not fill the page either.
 */
const keptKnown = 3
const turnDelay = 50

/** Wallets that arrive within the same so many milliseconds share their places; see `dropOne`. */
const momentLength = 1_000

/** An announcement, and the moment when it arrived. */
type Arrival = Announcement & { readonly moment: number; readonly isKnown: boolean }

/** The family whose wallets these are, and how its addresses are read. */
type Context = DiscoverContext & {
  readonly namespace: Namespace
  readonly toAddress: (value: unknown) => Promise<string | undefined>
}

/**
 * Finds the wallets of this page: those that announce themselves (EIP-6963) and the one at `window.ethereum`. Calls
 * `onChange` with all wallets found so far, first immediately and then at each change. Returns a function that stops
 * this.
 */
export function discoverInjected(
  context: Context,
  onChange: (connectors: readonly Connector[]) => void,
): () => void {
  if (typeof window === 'undefined') return () => {}
  const { clock, namespace, toAddress } = context
  /** Of all wallets that announced themselves, those that have a place; by uuid, in the order they arrived. */
  const arrivals = new Map<string, Arrival>()
  /** Those of them that the page has been told about, in that order. */
  const announcements = new Map<string, Arrival>()
  const connectors = new Map<string, Connector>()
  const knownCounts = new Map<string, number>()
  let read = 0
  let cancelTurn: (() => void) | undefined

  function onAnnounce(event: Event) {
    const announcement = readAnnouncement(event)
    // The first wallet to use a uuid keeps it; another announcement with the same uuid is a forgery or a repetition.
    if (announcement === undefined || arrivals.has(announcement.uuid)) return
    const moment = Math.floor(clock.now() / momentLength)
    arrivals.set(announcement.uuid, { ...announcement, moment, isKnown: isOfKnown(announcement) })
    if (arrivals.size > walletLimit) dropOne()
    if (read < burst) takeTurn()
    else cancelTurn ??= clock.setTimeout(takeTurn, turnDelay)
  }

  /**
   * Takes one place from the moment whose wallets have the most, never from a known wallet: however many arrive at one
   * moment, a wallet that arrives at another one keeps its place. Within a moment, the first and the newest stay.
   */
  function dropOne() {
    const unknown = [...arrivals.values()].filter(({ isKnown }) => !isKnown)
    const crowds = new Map<number, Arrival[]>()
    let largest: readonly Arrival[] = []
    for (const arrival of unknown.slice(keptFirst)) {
      const crowd = crowds.get(arrival.moment) ?? []
      crowds.set(arrival.moment, crowd)
      if (crowd.push(arrival) > largest.length) largest = crowd
    }
    const dropped = largest[largest.length >> 1] ?? unknown.at(-1)
    for (const map of [arrivals, announcements, connectors]) map.delete(dropped?.uuid ?? '')
  }

  function isOfKnown({ rdns }: Announcement): boolean {
    const count = knownCounts.get(rdns) ?? 0
    if (count >= keptKnown || context.isKnown?.(rdns) !== true) return false
    knownCounts.set(rdns, count + 1)
    return true
  }

  /** Reads a known wallet or else the newest, and the first: a flood that goes on must not hold them up. */
  function takeTurn() {
    cancelTurn = undefined
    const waiting = [...arrivals.values()].filter(({ uuid }) => !announcements.has(uuid))
    for (const arrival of [waiting.find(({ isKnown }) => isKnown) ?? waiting.at(-1), waiting[0]])
      if (arrival !== undefined) announcements.set(arrival.uuid, arrival)
    read++
    publish()
    if (announcements.size < arrivals.size) cancelTurn = clock.setTimeout(takeTurn, turnDelay)
  }

  function publish() {
    const infos = announcedInfos([...announcements.values()], namespace)
    for (const [uuid, info] of infos) {
      const known = connectors.get(uuid)
      const provider = announcements.get(uuid)?.provider
      if (known !== undefined) connectors.set(uuid, withInfo(known, info))
      else if (provider !== undefined)
        connectors.set(uuid, createInjectedConnector({ info, provider, toAddress, clock }))
    }
    onChange([...connectors.values()])
  }

  if (context.isInjectedEnabled) {
    const injected = createPlainConnector(context)
    if (injected !== undefined) connectors.set('injected', injected)
  }
  if (context.isAnnouncedEnabled) {
    window.addEventListener('eip6963:announceProvider', onAnnounce)
    window.dispatchEvent(new Event('eip6963:requestProvider'))
  }
  onChange([...connectors.values()])
  return () => {
    cancelTurn?.()
    window.removeEventListener('eip6963:announceProvider', onAnnounce)
  }
}

/**
 * The connector infos of announced wallets by uuid. The id is the rdns, because that is the same on the next page load;
 * where several claim one rdns, each later one gets its uuid added and is never restored.
 */
function announcedInfos(
  announcements: readonly Announcement[],
  namespace: Namespace,
): ReadonlyMap<string, ConnectorInfo> {
  const infos = new Map<string, ConnectorInfo>()
  const taken = new Set<string>()
  for (const { uuid, name, rdns, icon, skeleton } of announcements) {
    const sameName = announcements.filter(
      (other) => other.rdns === rdns || other.skeleton === skeleton,
    ).length
    infos.set(uuid, {
      id: taken.has(rdns) ? `${rdns}#${uuid}` : rdns,
      type: 'ANNOUNCED',
      name,
      namespaces: [namespace],
      imageUrl: icon,
      rdns,
      fingerprint: fingerprintOf(rdns, name, icon ?? ''),
      isAmbiguous: sameName > 1 || undefined,
      sameName: sameName > 1 ? sameName : undefined,
    })
    taken.add(rdns)
  }
  return infos
}

function withInfo(connector: Connector, info: ConnectorInfo): Connector {
  return { ...connector, info }
}

function createPlainConnector({ namespace, toAddress, clock }: Context): Connector | undefined {
  const provider = readWindowEthereum()
  if (!isEip1193Provider(provider)) return undefined
  const info: ConnectorInfo = {
    id: 'injected',
    type: 'INJECTED',
    name: 'Browser Wallet',
    namespaces: [namespace],
  }
  return createInjectedConnector({ info, provider, toAddress, clock })
}

function readWindowEthereum(): unknown {
  try {
    return (window as { readonly ethereum?: unknown }).ethereum
  } catch {
    // Two extensions that fight over the property can leave a getter that throws.
    return undefined
  }
}
