export type LocaleState = {
  /** BCP 47: `en`, `pt`, `zh-Hant`. */
  readonly tag: string
  /** The texts in place of the built-in English, by key: the language's, and over them the host's own. */
  readonly texts: { readonly [key: string]: string }
}
