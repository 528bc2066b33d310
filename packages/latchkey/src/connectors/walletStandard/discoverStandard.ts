import type { Connector } from '../../core/connector.js'
import { randomHex } from '../../core/randomHex.js'
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
  const { namespace } = context
  const wallets = new Map<object, Announced>()
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
    const wallet = readStandardWallet(announced, namespace)
    if (wallet === undefined || !context.isUsable(wallet)) return
    if (wallets.size >= walletLimit) {
      const [oldest] = [...wallets.keys()].slice(keptFirst)
      if (oldest !== undefined) wallets.delete(oldest)
    }
    const { own, name, icon = '' } = wallet
    const fingerprint = fingerprintOf(namespace, name, icon)
    wallets.set(own, { ...wallet, skeleton: skeletonOf(name), fingerprint })
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
    for (const own of connectors.keys()) if (!wallets.has(own)) connectors.delete(own)
    onChange(
      [...wallets.values()].map((wallet, _, all) => {
        const known = connectors.get(wallet.own)
        const info = { id: known?.info.id ?? newId(wallet), ...infoOf(wallet, all) }
        const connector = known ? { ...known, info } : createStandardConnector({ ...context, info, wallet })
        connectors.set(wallet.own, connector)
        return connector
      }),
    )
  }

  /** The id of a wallet, by its name and picture: the same on the next page, in whatever order wallets announce themselves. */
  function newId({ name, fingerprint }: Announced): string {
    const id = `${namespace}/${name}#${fingerprint}`
    const isTaken = [...connectors.values()].some(({ info }) => info.id === id)
    return isTaken ? `${id}#${randomHex(4)}` : id
  }

  function infoOf({ name, icon, skeleton, fingerprint }: Announced, all: readonly Announced[]) {
    const { length: sameName } = all.filter((other) => other.skeleton === skeleton)
    const isAlone = all.filter((other) => other.fingerprint === fingerprint).length === 1
    return {
      type: 'ANNOUNCED',
      name,
      namespaces: [namespace],
      imageUrl: icon,
      // Nothing tells wallets of one name and picture apart on the next page, so none of them is restored.
      fingerprint: isAlone ? fingerprint : randomHex(8),
      ...(sameName > 1 && { isAmbiguous: true, sameName }),
    } as const
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

type Announced = StandardWallet & { readonly skeleton: string; readonly fingerprint: string }
