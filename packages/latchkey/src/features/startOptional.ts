import type { Kit } from './Kit.js'

/**
 * Starts what only some hosts ask for, each part loaded on its own, so that the rest of the hosts never carry it. What
 * a part begins, it puts under a key of `kit.live` that begins with `stop.`.
 */
export function startOptional(kit: Kit): void {
  load(kit, async () => (await import('./locale/startLocale.js')).startLocale)
  if ((kit.config.siwx ?? kit.config.siweConfig) !== undefined)
    load(kit, async () => (await import('./siwx/startSiwx.js')).startSiwx)
  if (kit.config.storage?.isSentToServer)
    load(kit, async () => (await import('./connection/rememberAccounts.js')).rememberAccounts)
  if (kit.config.features?.analytics === true)
    load(kit, async () => (await import('./analytics/startAnalytics.js')).startAnalytics)
}

function load(kit: Kit, part: () => Promise<(kit: Kit) => void>): void {
  void part().then((start) => {
    // The page may have let go of the kit meanwhile.
    if (kit.live.get('kit.starts') !== 0) start(kit)
  })
}
