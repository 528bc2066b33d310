import { fillSlots } from '../../protocol/errors.js'

type SlotNames<text extends string> = text extends `${string}{${infer name}}${infer rest}`
  ? name | SlotNames<rest>
  : never

type Slots<text extends string> =
  SlotNames<text> extends never ? [] : [slots: { readonly [name in SlotNames<text>]: string | number }]

type Catalogue = { readonly [key: string]: string }

/** Returns a key's text with its slots filled in. An unknown key or a missing slot does not compile. */
export type Text<catalogue extends Catalogue> = <key extends keyof catalogue & string>(
  key: key,
  ...slots: Slots<catalogue[key]>
) => string

/** Returns a function that reads texts from `translated` if it has the key, else from `texts`. */
export function textOf<catalogue extends Catalogue>(
  texts: catalogue,
  translated: Catalogue = {},
): Text<catalogue> {
  return (key, ...[slots]) => fillSlots(translated[key] ?? texts[key] ?? key, slots ?? {})
}
