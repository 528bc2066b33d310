import type { ErrorState } from '../../features/connection/state.js'
import type { LocaleState } from '../../features/locale/state.js'
import { en } from '../../locales/en.js'
import { fillSlots } from '../../protocol/errors.js'
import { errorTexts } from '../../protocol/errorTexts.js'
import { useKitState } from '../hooks/useKitState.js'
import { pluralText } from './pluralText.js'
import type { Text } from './textOf.js'

/** Returns a text of the modal. */
export type AppText = Text<typeof en>

const made = new WeakMap<LocaleState, AppText>()

/** Returns the interface's texts in the visitor's language. */
export function useText(): AppText {
  return textIn(useKitState((state) => state.locale))
}

/** Returns the text that a screen shows for an error. An unknown code can come from the storage of a later version. */
export function useErrorText(): (error: ErrorState) => string {
  const { texts } = useKitState((state) => state.locale)
  return ({ code: named, slots }) => {
    // A part of the kit that came later, such as the embedded wallet, has brought texts of its own.
    const isKnown = Object.hasOwn(errorTexts, named) || `error.${named}` in texts
    const code = isKnown ? (named as keyof typeof errorTexts) : 'FRAME_ERROR'
    const key = `error.${code}`
    const english: { readonly [key: string]: string } = en
    return fillSlots(texts[key] ?? english[key] ?? errorTexts[code], slots ?? {})
  }
}

// Returns the same function for the same texts, so that it does not change between renders.
function textIn(locale: LocaleState): AppText {
  const known = made.get(locale)
  if (known !== undefined) return known
  const text: AppText = (key, ...[slots]) =>
    pluralText(locale.texts[key] ?? en[key] ?? key, locale.tag, slots ?? {})
  made.set(locale, text)
  return text
}
