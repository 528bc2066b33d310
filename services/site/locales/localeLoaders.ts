import { matchLocale } from 'latchkey/site'
import type { SiteTexts } from './siteTexts.js'

/** The languages of the wallet's site beside English, each loaded when it is first shown. */
export const localeLoaders: { readonly [tag: string]: () => Promise<SiteTexts> } = {
  ar: () => import('./ar.js').then((module) => module.ar),
  de: () => import('./de.js').then((module) => module.de),
  es: () => import('./es.js').then((module) => module.es),
  fa: () => import('./fa.js').then((module) => module.fa),
  fr: () => import('./fr.js').then((module) => module.fr),
  he: () => import('./he.js').then((module) => module.he),
  hi: () => import('./hi.js').then((module) => module.hi),
  id: () => import('./id.js').then((module) => module.id),
  it: () => import('./it.js').then((module) => module.it),
  ja: () => import('./ja.js').then((module) => module.ja),
  ko: () => import('./ko.js').then((module) => module.ko),
  pl: () => import('./pl.js').then((module) => module.pl),
  pt: () => import('./pt.js').then((module) => module.pt),
  ru: () => import('./ru.js').then((module) => module.ru),
  th: () => import('./th.js').then((module) => module.th),
  tr: () => import('./tr.js').then((module) => module.tr),
  uk: () => import('./uk.js').then((module) => module.uk),
  vi: () => import('./vi.js').then((module) => module.vi),
  'zh-Hans': () => import('./zh-Hans.js').then((module) => module.zhHans),
  'zh-Hant': () => import('./zh-Hant.js').then((module) => module.zhHant),
}

/** The site's language for a BCP 47 tag; English if it has none. */
export function matchSiteLocale(tag: string): string {
  const found = matchLocale([tag])
  return found in localeLoaders ? found : 'en'
}
