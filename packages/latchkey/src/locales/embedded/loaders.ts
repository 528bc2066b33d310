import type { Locale } from '../loaders.js'
import type { EmbeddedTexts } from './en.js'

/** The texts of the embedded wallet's screens in the languages beside English, each loaded when it is first shown. */
export const embeddedLoaders = {
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
} satisfies { readonly [tag in Exclude<Locale, 'en'>]: () => Promise<EmbeddedTexts> }
