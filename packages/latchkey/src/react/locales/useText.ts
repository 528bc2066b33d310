import type { ErrorState } from '../../features/connection/state.js'
import { errorTexts, fillSlots } from '../../protocol/errors.js'
import { en, type TextKey } from './en.js'

type SlotNames<text extends string> = text extends `${string}{${infer name}}${infer rest}`
  ? name | SlotNames<rest>
  : never

type Slots<key extends TextKey> =
  SlotNames<(typeof en)[key]> extends never
    ? []
    : [slots: { readonly [name in SlotNames<(typeof en)[key]>]: string | number }]

/** Gives the text of a key in the visitor's language, its slots filled in. */
export type Text = <key extends TextKey>(key: key, ...slots: Slots<key>) => string

const text: Text = (key, ...[slots]) => fillSlots(en[key], slots ?? {})

/** The texts of the interface. */
export function useText(): Text {
  return text
}

/** What a screen says of an error: the catalogue's words. */
export function useErrorText(): (error: ErrorState) => string {
  return ({ code, slots }) => fillSlots(errorTexts[code], slots ?? {})
}
