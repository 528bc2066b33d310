import type { Texts } from './en.js'

/** The languages beside English, each loaded when it is first shown. */
export const localeLoaders = {
  de: () => import('./de.js').then((module) => module.de),
} satisfies { readonly [tag: string]: () => Promise<Texts> }

export type Locale = 'en' | keyof typeof localeLoaders

/** The first of some BCP 47 tags, in the order of preference, that there is a language for; else English. */
export function matchLocale(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    const found = find(tag)
    if (found !== undefined) return found
  }
  return 'en'
}

function find(tag: string): Locale | undefined {
  let language: string
  let script: string | undefined
  try {
    // `zh-TW` is written in traditional characters, `zh-CN` in simplified ones: `Intl` knows.
    ;({ language, script } = new Intl.Locale(tag).maximize())
  } catch {
    // Not a tag.
    return undefined
  }
  return [`${language}-${script}`, language].find(
    (name): name is Locale => name === 'en' || name in localeLoaders,
  )
}
