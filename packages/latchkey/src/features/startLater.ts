import { hasLateAnswers, takerSlot } from './connection/lateAnswers.js'
import type { Kit } from './Kit.js'
import { tellViews } from './modal/tellViews.js'
import { watchConnection } from './modal/watchConnection.js'
import { showAlert } from './notify/showAlert.js'

/**
 * Starts what no page needs before something happens in it, and what only some hosts ask for; the latter each loaded on
 * its own, so that the rest of the hosts never carry it. What a part begins, it ends by `kit.slots.onStop`.
 */
export function startLater(kit: Kit): void {
  const { config, slots, store } = kit
  if (config.projectId === undefined) showAlert(kit, 'PROJECT_ID_NOT_CONFIGURED')
  if (store.getState().options.debug && config.warnings.length > 0)
    console.warn(`[latchkey] ${config.warnings.join('; ')}`)
  watchConnection(kit)
  slots.onStop(tellViews(kit))
  listenForLateAnswers(kit)
  const isForeign = !/^en/.test(config.locale ?? globalThis.navigator?.language ?? 'en')
  if (isForeign) load(kit, async () => (await import('./locale/startLocale.js')).startLocale)
  if ((config.siwx ?? config.siweConfig) !== undefined)
    load(kit, async () => (await import('./siwx/startSiwx.js')).startSiwx)
  if (config.storage?.isSentToServer)
    load(kit, async () => (await import('./connection/rememberAccounts.js')).rememberAccounts)
  if (store.getState().options.features?.analytics === true)
    load(kit, async () => (await import('./analytics/startAnalytics.js')).startAnalytics)
}

/** Where this code does not load, the answers stay where they are: the next look at what was asked takes them in (`followAsked`). */
function listenForLateAnswers(kit: Kit): void {
  const take = async () => (await import('./send/takeLateAnswers.js')).takeLateAnswers(kit)
  kit.slots.set(takerSlot, () => void take().catch(() => {}))
  if (hasLateAnswers(kit)) kit.slots.get(takerSlot)?.()
}

function load(kit: Kit, part: () => Promise<(kit: Kit) => void>): void {
  let isStopped = false
  kit.slots.onStop(() => {
    isStopped = true
  })
  void part().then((start) => {
    // The page may have let go of the kit meanwhile.
    if (!isStopped) start(kit)
  })
}
