import { rowTexts, titleTexts, warningTexts, wordTexts } from '../consent/consentTexts.js'
import { en } from './en.js'

type Prefixed<prefix extends string, texts> = {
  readonly [key in keyof texts & string as `${prefix}.${key}`]: texts[key]
}

function prefixed<const prefix extends string, const texts extends { readonly [key: string]: string }>(
  prefix: prefix,
  texts: texts,
): Prefixed<prefix, texts> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [`${prefix}.${key}`, text]),
  ) as Prefixed<prefix, texts>
}

/** Every word of the wallet's site, in English. */
export const english = {
  ...en,
  ...prefixed('title', titleTexts),
  ...prefixed('row', rowTexts),
  ...prefixed('word', wordTexts),
  ...prefixed('warning', warningTexts),
} as const

/** The words of another language: the compiler asks for each. */
export type SiteTexts = { readonly [key in keyof typeof english]: string }
export type SiteTextKey = keyof typeof english
