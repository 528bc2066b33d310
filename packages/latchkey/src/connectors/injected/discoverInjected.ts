import type { DiscoverContext } from '../../core/adapter.js'
import type { Connector, ConnectorInfo } from '../../core/connector.js'
import type { Namespace } from '../../protocol/caip.js'
import { isEip1193Provider } from '../../protocol/Eip1193Provider.js'
import { createInjectedConnector } from './createInjectedConnector.js'
import { fingerprintOf } from './fingerprint.js'
import { type Announcement, readAnnouncement } from './readAnnouncement.js'

/** No real page has this many wallets. Of a flood, only the first ones and the newest are kept. */
const walletLimit = 100
/** The first so many to arrive stay, whatever comes after them; the newest share the other places. */
const keptFirst = 80
/** So many announcements are read at once; the rest wait their turn, a few at a time, so that the page stays smooth. */
const burst = 20
/**
 * So many of one rdns that the visitor or the host knows keep their place: forgers of it must not fill the page either.
 */
const keptKnown = 3
const turnDelay = 50

/** An announcement, and the how many-th it was. */
type Arrival = Announcement & { readonly order: number; readonly isKnown: boolean }

const isKept = ({ isKnown, order }: Arrival) => isKnown || order < keptFirst

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
  const announcements = new Map<string, Arrival>()
  const waiting: Arrival[] = []
  const connectors = new Map<string, Connector>()
  const knownCounts = new Map<string, number>()
  let read = 0
  let arrivals = 0
  let cancelTurn: (() => void) | undefined

  function onAnnounce(event: Event) {
    const announcement = readAnnouncement(event)
    if (announcement === undefined || isTaken(announcement.uuid)) return
    const arrival = { ...announcement, order: arrivals++, isKnown: isOfKnown(announcement) }
    waiting.push(arrival)
    // A flood waits in a bounded queue that drops its oldest entries, so that a later wallet still gets in.
    if (waiting.length > walletLimit) {
      const index = waiting.findIndex((one) => !isKept(one))
      waiting.splice(index, 1)
    }
    if (read < burst) takeTurn()
    else cancelTurn ??= clock.setTimeout(takeTurn, turnDelay)
  }

  // The first wallet to use a uuid keeps it; another announcement with the same uuid is a forgery or a repetition.
  function isTaken(uuid: string): boolean {
    return announcements.has(uuid) || waiting.some((announcement) => announcement.uuid === uuid)
  }

  function isOfKnown({ rdns }: Announcement): boolean {
    const count = knownCounts.get(rdns) ?? 0
    if (count >= keptKnown || context.isKnown?.(rdns) !== true) return false
    knownCounts.set(rdns, count + 1)
    return true
  }

  function takeTurn() {
    cancelTurn = undefined
    // Known wallets first, then the newest; and one of the first, so that a flood that goes on does not hold them up.
    const isChanged = [take(({ isKnown }) => isKnown), take(isKept)].some((isAdded) => isAdded)
    if (isChanged) publish()
    if (waiting.length > 0) cancelTurn = clock.setTimeout(takeTurn, turnDelay)
  }

  /** Reads the first that is wanted of those that wait, or else the newest. Returns true if it was added. */
  function take(isWanted: (arrival: Arrival) => boolean): boolean {
    const index = waiting.findIndex(isWanted)
    const [arrival] = waiting.splice(index, 1)
    if (arrival === undefined) return false
    read++
    const isAdded = makeRoom(arrival)
    if (isAdded) announcements.set(arrival.uuid, arrival)
    return isAdded
  }

  /** Makes room at the limit: newer wallets replace the oldest ones after the first. */
  function makeRoom(arrival: Arrival): boolean {
    if (announcements.size < walletLimit) return true
    const unknown = [...announcements.values()]
      .filter((one) => !one.isKnown)
      .sort((one, other) => one.order - other.order)
    const oldest = unknown.find((one) => !isKept(one))
    const replaced = oldest ?? (arrival.isKnown ? unknown.at(-1) : undefined)
    if (replaced === undefined || (!isKept(arrival) && arrival.order < replaced.order)) return false
    announcements.delete(replaced.uuid)
    connectors.delete(replaced.uuid)
    return true
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
