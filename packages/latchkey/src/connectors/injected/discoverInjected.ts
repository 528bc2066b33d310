import type { DiscoverContext } from '../../core/adapter.js'
import type { Clock } from '../../core/clock.js'
import type { Connector, ConnectorInfo } from '../../core/connector.js'
import { isEip1193Provider } from '../../protocol/Eip1193Provider.js'
import { createInjectedConnector } from './createInjectedConnector.js'
import { fingerprintOf } from './fingerprint.js'
import { type Announcement, readAnnouncement } from './readAnnouncement.js'

/** No page has so many wallets: what comes after is a flood. */
const walletLimit = 100
/** So many announcements are read at once; the rest wait their turn, a few at a time, so that the page stays smooth. */
const burst = 20
const turnDelay = 50

type ToAddress = (value: unknown) => Promise<string | undefined>

/**
 * Finds the wallets of this page: those that announce themselves (EIP-6963) and the one at `window.ethereum`. Calls
 * `onChange` with all found so far, at first and at each change. Returns how to stop.
 */
export function discoverInjected(
  context: DiscoverContext,
  toAddress: ToAddress,
  onChange: (connectors: readonly Connector[]) => void,
): () => void {
  if (typeof window === 'undefined') return () => {}
  const { clock } = context
  const announcements = new Map<string, Announcement>()
  const waiting: Announcement[] = []
  const connectors = new Map<string, Connector>()
  let read = 0
  let cancelTurn: (() => void) | undefined

  function onAnnounce(event: Event) {
    if (announcements.size + waiting.length >= walletLimit) return
    const announcement = readAnnouncement(event)
    if (announcement === undefined || isKnown(announcement.uuid)) return
    waiting.push(announcement)
    if (read < burst) takeTurn()
    else cancelTurn ??= clock.setTimeout(takeTurn, turnDelay)
  }

  // The first to use a uuid has it; another wallet that comes with the same one is a forger or a repetition.
  function isKnown(uuid: string): boolean {
    return announcements.has(uuid) || waiting.some((announcement) => announcement.uuid === uuid)
  }

  function takeTurn() {
    cancelTurn = undefined
    const announcement = waiting.shift()
    if (announcement === undefined) return
    read++
    announcements.set(announcement.uuid, announcement)
    publish()
    if (waiting.length > 0) cancelTurn = clock.setTimeout(takeTurn, turnDelay)
  }

  function publish() {
    const infos = announcedInfos([...announcements.values()])
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
    const injected = createPlainConnector(toAddress, clock)
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
function announcedInfos(announcements: readonly Announcement[]): ReadonlyMap<string, ConnectorInfo> {
  const infos = new Map<string, ConnectorInfo>()
  const taken = new Set<string>()
  for (const { uuid, name, rdns, icon, skeleton } of announcements) {
    const isAmbiguous = announcements.some(
      (other) => other.uuid !== uuid && (other.rdns === rdns || other.skeleton === skeleton),
    )
    infos.set(uuid, {
      id: taken.has(rdns) ? `${rdns}#${uuid}` : rdns,
      type: 'ANNOUNCED',
      name,
      namespaces: ['eip155'],
      imageUrl: icon,
      rdns,
      fingerprint: fingerprintOf(rdns, name, icon ?? ''),
      isAmbiguous: isAmbiguous || undefined,
    })
    taken.add(rdns)
  }
  return infos
}

function withInfo(connector: Connector, info: ConnectorInfo): Connector {
  return { ...connector, info }
}

function createPlainConnector(toAddress: ToAddress, clock: Clock): Connector | undefined {
  const provider = readWindowEthereum()
  if (!isEip1193Provider(provider)) return undefined
  const info: ConnectorInfo = {
    id: 'injected',
    type: 'INJECTED',
    name: 'Browser Wallet',
    namespaces: ['eip155'],
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
