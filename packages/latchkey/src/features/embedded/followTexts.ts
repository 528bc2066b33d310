import { watch } from '../../core/store.js'
import { embeddedLoaders } from '../../locales/embedded/loaders.js'
import { embeddedErrorTexts } from '../../protocol/embeddedErrorTexts.js'
import { type Kit, type State, update } from '../Kit.js'

type Texts = { readonly [key: string]: string }

/** The screens have their own texts in English; those of errors are shown by all screens. */
const english: Texts = Object.fromEntries(
  Object.entries(embeddedErrorTexts).map(([code, text]) => [`error.${code}`, text]),
)

/**
 * Adds the texts of the embedded wallet's screens to those of the visitor's language, now and whenever it changes; the
 * host's own texts stay over them. Until a language has loaded, its screens are in English.
 */
export function followTexts(kit: Kit): () => void {
  const complete = new WeakSet<State['locale']>()
  const complement = (locale: State['locale']) => {
    if (complete.has(locale)) return
    const put = (added: Texts) =>
      update(kit, 'locale', (now) => {
        // Another language has been chosen meanwhile.
        if (now !== locale) return now
        const next = { ...now, texts: { ...added, ...now.texts } }
        complete.add(next)
        return next
      })
    const { tag } = locale
    if (!Object.hasOwn(embeddedLoaders, tag)) return put(english)
    embeddedLoaders[tag as keyof typeof embeddedLoaders]().then(put, () => put(english))
  }
  complement(kit.store.getState().locale)
  return watch(kit.store, ({ locale }) => locale, complement)
}
