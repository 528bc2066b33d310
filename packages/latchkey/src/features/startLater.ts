import type { Config } from '../core/Config.js'
import { shownCodeItem } from '../protocol/shownCodeItem.js'
import { hasLateAnswers, takerSlot } from './connection/lateAnswers.js'
import { leftUnanswered } from './intent/unanswered.js'
import type { Kit } from './Kit.js'
import { followEnded } from './modal/followEnded.js'
import { tellViews } from './modal/tellViews.js'
import { watchConnection } from './modal/watchConnection.js'
import { followRefusedReads } from './notify/followRefusedReads.js'
import { showAlert } from './notify/showAlert.js'
import { walletConnectId } from './walletConnectId.js'

/**
 * Starts the parts that a page needs only once something happens in it, and loads each part that only some hosts use on
 * its own. Each part ends its work with `kit.slots.onStop`.
 */
export function startLater(kit: Kit): void {
  const { config, slots, store } = kit
  if (config.projectId === undefined) showAlert(kit, 'PROJECT_ID_NOT_CONFIGURED')
  const warnings = [...config.warnings, ...loginsWithoutWallet(config), ...familiesWithoutAdapter(config)]
  if (store.getState().options.debug && warnings.length > 0) console.warn(`[latchkey] ${warnings.join('; ')}`)
  followRefusedReads(kit)
  watchConnection(kit)
  followEnded(kit)
  slots.onStop(tellViews(kit))
  listenForLateAnswers(kit)
  endLeftSession(kit)
  for (const connector of kit.connectors.values()) connector.start?.()
  if (leftUnanswered(kit).length > 0)
    load(kit, async () => (await import('./intent/tellUnanswered.js')).tellUnanswered)
  const isForeign = !/^en/.test(config.locale ?? globalThis.navigator?.language ?? 'en')
  if (isForeign) load(kit, async () => (await import('./locale/startLocale.js')).startLocale)
  if ((config.siwx ?? config.siweConfig) !== undefined)
    load(kit, async () => (await import('./siwx/startSiwx.js')).startSiwx)
  if (config.storage?.isSentToServer)
    load(kit, async () => (await import('./connection/rememberAccounts.js')).rememberAccounts)
  if (store.getState().options.features?.analytics === true)
    load(kit, async () => (await import('./analytics/startAnalytics.js')).startAnalytics)
}

/** Warns of logins that a host asks for without the wallet that has them. */
function loginsWithoutWallet({
  features,
  connectors = [],
}: Pick<Config, 'features' | 'connectors'>): string[] {
  const { email, socials } = features ?? {}
  const isAsked = email === true || (Array.isArray(socials) && socials.length > 0)
  if (!isAsked || connectors.some(({ frameUrl }) => frameUrl !== undefined)) return []
  return [
    '`features.email` and `features.socials` have no effect without `embedded({ url })` in `connectors`',
  ]
}

/** Warns of networks whose adapter a host may have forgotten. Without any adapter, it is meant so. */
function familiesWithoutAdapter({ networks, adapters = [] }: Kit['config']): string[] {
  if (adapters.length === 0) return []
  const families = new Set(networks.map(({ chainNamespace }) => chainNamespace))
  return [...families]
    .filter((family) => adapters.every(({ namespace }) => namespace !== family))
    .map(
      (family) =>
        `\`networks\` has ${family} but \`adapters\` has none for it: only the connection protocol reaches its wallets`,
    )
}

/** If this code does not load, the answers stay in place, and `followAsked` takes them in the next time it runs. */
function listenForLateAnswers(kit: Kit): void {
  const take = async () => (await import('./send/takeLateAnswers.js')).takeLateAnswers(kit)
  kit.slots.set(takerSlot, () => void take().catch(() => {}))
  if (hasLateAnswers(kit)) kit.slots.get(takerSlot)?.()
}

/**
 * A page that showed a code may have closed before its wallet answered: this one ends the session, if there is one. If
 * that fails, the next page tries again.
 */
function endLeftSession({ connectors, storage }: Kit): void {
  if (storage.read(shownCodeItem) === undefined) return
  connectors
    .get(walletConnectId)
    ?.tidy?.()
    .catch(() => {})
}

function load(kit: Kit, part: () => Promise<(kit: Kit) => void>): void {
  let isStopped = false
  kit.slots.onStop(() => {
    isStopped = true
  })
  void part().then((start) => {
    // The kit may have stopped in the meantime.
    if (!isStopped) start(kit)
  })
}
