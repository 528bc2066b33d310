import { matchLocale } from '../../locales/loaders.js'
import type { Kit } from '../Kit.js'
import { setLocale } from './setLocale.js'

/** Shows the kit in the language of its config, else in the first of the visitor's languages that the kit has. */
export function startLocale(kit: Kit): void {
  const { locale = 'auto' } = kit.config
  const wanted = locale === 'auto' ? (globalThis.navigator?.languages ?? []) : [locale]
  const tag = matchLocale(wanted)
  if (tag === kit.store.getState().locale.tag) return
  setLocale(kit, tag).catch((error: unknown) => {
    // The language could not be loaded; English stays.
    if (kit.store.getState().options.debug)
      console.warn(`[latchkey] The texts of ${tag} could not be loaded`, error)
  })
}
