import { enButtons } from './enButtons.js'
import { type Text, textOf } from './textOf.js'

const text: Text<typeof enButtons> = textOf(enButtons)

/** The texts of the buttons in a host's page. */
export function useButtonText(): Text<typeof enButtons> {
  return text
}
