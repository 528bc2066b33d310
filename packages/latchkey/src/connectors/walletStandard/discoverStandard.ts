import type { Connector, ConnectorInfo } from '../../core/connector.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { fingerprintOf } from '../injected/fingerprint.js'
import { skeletonOf } from '../injected/lookalikes.js'
import { createStandardConnector } from './createStandardConnector.js'
import { type Family, readStandardWallet, type StandardWallet } from './readStandardWallet.js'

/** No real page has this many wallets. Of a flood, only the first ones and the newest are kept. */
const walletLimit = 100
const keptFirst = 20

type Context = Family & {
  readonly isAnnouncedEnabled: boolean
  /** Whether a wallet has the features that the family needs, besides `standard:connect`. */
  readonly isUsable: (wallet: StandardWallet) => boolean
  readonly chainOf: (networkId: CaipNetworkId) => string
}

/**
 * Finds the wallets of this page that announce themselves by the Wallet Standard and have chains of a family. Calls
 * `onChange` with all found so far, first immediately and then at each change. Returns a function that stops this.
 */
export function discoverStandard(
  context: Context,
  onChange: (connectors: readonly Connector[]) => void,
): () => void {
  if (typeof window === 'undefined' || !context.isAnnouncedEnabled) return () => {}
  const wallets = new Map<object, StandardWallet>()
  const connectors = new Map<object, Connector>()
  let isScheduled = false
  let isStopped = false

  function register(...announced: readonly unknown[]): () => void {
    for (const one of announced.slice(0, walletLimit)) add(one)
    return () => {
      for (const one of announced) {
        if (wallets.delete(one as object)) schedule()
      }
    }
  }

  function add(announced: unknown) {
    if (isStopped || wallets.has(announced as object)) return
    const wallet = readStandardWallet(announced, context.namespace)
    if (wallet === undefined || !context.isUsable(wallet)) return
    if (wallets.size >= walletLimit) {
      const [oldest] = [...wallets.keys()].slice(keptFirst)
      if (oldest !== undefined) wallets.delete(oldest)
    }
    wallets.set(wallet.own, wallet)
    schedule()
  }

  /** Publishes once for all announcements of one turn, so that a flood costs one reading. */
  function schedule() {
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(() => {
      isScheduled = false
      if (!isStopped) publish()
    })
  }

  function publish() {
    const infos = infosOf([...wallets.values()], context)
    for (const own of connectors.keys()) if (!wallets.has(own)) connectors.delete(own)
    for (const [own, wallet] of wallets) {
      const info = infos.get(own)
      if (info === undefined) continue
      const known = connectors.get(own)
      connectors.set(own, known ? { ...known, info } : createStandardConnector({ ...context, info, wallet }))
    }
    onChange([...wallets.keys()].flatMap((own) => connectors.get(own) ?? []))
  }

  const api = Object.freeze({ register })
  function onRegister(event: Event) {
    try {
      const { detail } = event as { readonly detail?: unknown }
      if (typeof detail === 'function') detail(api)
    } catch {
      // This wallet is passed over, the others are not.
    }
  }

  window.addEventListener('wallet-standard:register-wallet', onRegister)
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  publish()
  return () => {
    isStopped = true
    window.removeEventListener('wallet-standard:register-wallet', onRegister)
  }
}

/**
 * The connector infos of the wallets. A wallet has nothing but its name that is the same on the next page load; where
 * several claim one name, each later one gets a number added.
 */
function infosOf(
  wallets: readonly StandardWallet[],
  { namespace }: Family,
): ReadonlyMap<object, ConnectorInfo> {
  const infos = new Map<object, ConnectorInfo>()
  const counts = new Map<string, number>()
  const skeletons = wallets.map(({ name }) => skeletonOf(name))
  for (const [index, { own, name, icon }] of wallets.entries()) {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    const sameName = skeletons.filter((skeleton) => skeleton === skeletons[index]).length
    infos.set(own, {
      id: `${namespace}/${name}${count === 1 ? '' : `#${count}`}`,
      type: 'ANNOUNCED',
      name,
      namespaces: [namespace],
      imageUrl: icon,
      fingerprint: fingerprintOf(namespace, name, icon ?? ''),
      isAmbiguous: sameName > 1 || undefined,
      sameName: sameName > 1 ? sameName : undefined,
    })
  }
  return infos
}
