import type { ErrorState } from '../../features/connection/state.js'
import type { LocaleState } from '../../features/locale/state.js'
import { en } from '../../locales/en.js'
import { fillSlots } from '../../protocol/errors.js'
import { errorTexts } from '../../protocol/errorTexts.js'
import { useKitState } from '../hooks/useKitState.js'
import { pluralText } from './pluralText.js'
import type { Text } from './textOf.js'

/** Gives a text of the modal. */
export type AppText = Text<typeof en>

const made = new WeakMap<LocaleState, AppText>()

/** The texts of the interface, in the visitor's language. */
export function useText(): AppText {
  return textIn(useKitState((state) => state.locale))
}

/** What a screen says of an error: the catalogue's words. A code that it does not have was kept by a later version. */
export function useErrorText(): (error: ErrorState) => string {
  const { texts } = useKitState((state) => state.locale)
  return ({ code: named, slots }) => {
    const code = Object.hasOwn(errorTexts, named) ? (named as keyof typeof errorTexts) : 'FRAME_ERROR'
    const key = `error.${code}`
    const english: { readonly [key: string]: string } = en
    return fillSlots(texts[key] ?? english[key] ?? errorTexts[code], slots ?? {})
  }
}

// One function for each set of texts, so that it is the same from render to render.
function textIn(locale: LocaleState): AppText {
  const known = made.get(locale)
  if (known !== undefined) return known
  const text: AppText = (key, ...[slots]) =>
    pluralText(locale.texts[key] ?? en[key] ?? key, locale.tag, slots ?? {})
  made.set(locale, text)
  return text
}
