import { enButtons } from '../../locales/enButtons.js'
import { useKitState } from '../hooks/useKitState.js'
import { type Text, textOf } from './textOf.js'

/** Returns the texts of the buttons in a host's page. */
export function useButtonText(): Text<typeof enButtons> {
  return textOf(
    enButtons,
    useKitState((state) => state.locale.texts),
  )
}
