import type { ErrorState } from '../../features/connection/state.js'
import { fillSlots } from '../../protocol/errors.js'
import { errorTexts } from '../../protocol/errorTexts.js'
import { en } from './en.js'
import { type Text, textOf } from './textOf.js'

/** Gives a text of the modal. */
export type AppText = Text<typeof en>

const text: AppText = textOf(en)

/** The texts of the interface. */
export function useText(): AppText {
  return text
}

/** What a screen says of an error: the catalogue's words. */
export function useErrorText(): (error: ErrorState) => string {
  return ({ code, slots }) => fillSlots(errorTexts[code], slots ?? {})
}
