import { embeddedEn } from '../../locales/embedded/en.js'
import { en } from '../../locales/en.js'
import { useKitState } from '../hooks/useKitState.js'
import { pluralText } from '../locales/pluralText.js'
import type { Text } from '../locales/textOf.js'

const english = { ...en, ...embeddedEn }

/** Returns a text of the modal or of the embedded wallet's screens. */
export type EmbeddedText = Text<typeof english>

/** Returns the texts of the embedded wallet's screens, and those of the others, in the visitor's language. */
export function useEmbeddedText(): EmbeddedText {
  const { tag, texts } = useKitState(({ locale }) => locale)
  return (key, ...[slots]) => pluralText(texts[key] ?? english[key], tag, slots ?? {})
}
