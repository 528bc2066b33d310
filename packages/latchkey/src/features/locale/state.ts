export type LocaleState = {
  /** BCP 47: `en`, `pt`, `zh-Hant`. */
  readonly tag: string
  /** What differs from the English that is built in: the language's texts, and over them the host's own, by key. */
  readonly texts: { readonly [key: string]: string }
}
