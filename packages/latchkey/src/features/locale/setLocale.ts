import { type Locale, localeLoaders, matchLocale } from '../../locales/loaders.js'
import { type Kit, update } from '../Kit.js'

const turnKey = 'locale.turn'

/**
 * Shows the kit in a language; what shows already changes too. Of several calls the last one counts.
 *
 * @param locale One of the kit's languages, or any BCP 47 tag: the nearest one is taken, English where there is none.
 */
export async function setLocale(kit: Kit, locale: Locale | (string & {})): Promise<void> {
  const tag = matchLocale([locale])
  kit.live.set(turnKey, tag)
  const texts = tag === 'en' ? {} : await localeLoaders[tag]()
  if (kit.live.get(turnKey) !== tag) return
  update(kit, 'locale', () => ({ tag, texts: { ...texts, ...kit.config.texts } }))
}
