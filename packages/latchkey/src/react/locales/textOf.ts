import { fillSlots } from '../../protocol/errors.js'

type SlotNames<text extends string> = text extends `${string}{${infer name}}${infer rest}`
  ? name | SlotNames<rest>
  : never

type Slots<text extends string> =
  SlotNames<text> extends never ? [] : [slots: { readonly [name in SlotNames<text>]: string | number }]

type Catalogue = { readonly [key: string]: string }

/** Gives the text of a key, its slots filled in. A key that is not there, or a slot left out, does not compile. */
export type Text<catalogue extends Catalogue> = <key extends keyof catalogue & string>(
  key: key,
  ...slots: Slots<catalogue[key]>
) => string

/** The texts of a catalogue; `translated` goes before it where it has the key. */
export function textOf<catalogue extends Catalogue>(
  texts: catalogue,
  translated: Catalogue = {},
): Text<catalogue> {
  return (key, ...[slots]) => fillSlots(translated[key] ?? texts[key] ?? key, slots ?? {})
}
