import type { Texts } from './en.js'

/** The languages beside English, each loaded when it is first shown. */
export const localeLoaders = {
  de: () => import('./de.js').then((module) => module.de),
  fr: () => import('./fr.js').then((module) => module.fr),
  es: () => import('./es.js').then((module) => module.es),
  pt: () => import('./pt.js').then((module) => module.pt),
  it: () => import('./it.js').then((module) => module.it),
  tr: () => import('./tr.js').then((module) => module.tr),
  ru: () => import('./ru.js').then((module) => module.ru),
  uk: () => import('./uk.js').then((module) => module.uk),
  pl: () => import('./pl.js').then((module) => module.pl),
  'zh-Hans': () => import('./zh-Hans.js').then((module) => module.zhHans),
  'zh-Hant': () => import('./zh-Hant.js').then((module) => module.zhHant),
  ja: () => import('./ja.js').then((module) => module.ja),
  ko: () => import('./ko.js').then((module) => module.ko),
  vi: () => import('./vi.js').then((module) => module.vi),
  id: () => import('./id.js').then((module) => module.id),
  th: () => import('./th.js').then((module) => module.th),
  hi: () => import('./hi.js').then((module) => module.hi),
  ar: () => import('./ar.js').then((module) => module.ar),
  fa: () => import('./fa.js').then((module) => module.fa),
  he: () => import('./he.js').then((module) => module.he),
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
