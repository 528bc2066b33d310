import { defineSlot } from '../../core/slots.js'
import { type Locale, localeLoaders, matchLocale } from '../../locales/loaders.js'
import { type Kit, update } from '../Kit.js'
import { latest } from '../latest.js'

const loading = defineSlot<AbortController>('locale.loading')

/**
 * Shows the kit in a language; an open screen changes too. Of several calls the last one counts.
 *
 * @param locale One of the kit's languages, or any BCP 47 tag: the nearest language is taken, English if there is none.
 */
export async function setLocale(kit: Kit, locale: Locale | (string & {})): Promise<void> {
  const tag = matchLocale([locale])
  const signal = latest(kit, loading)
  const texts = tag === 'en' ? {} : await localeLoaders[tag]()
  if (signal.aborted) return
  update(kit, 'locale', () => ({ tag, texts: { ...texts, ...kit.config.texts } }))
}
