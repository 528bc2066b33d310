import type { FramePayload } from 'latchkey/frame'
import { localeLoaders, matchSiteLocale } from '../locales/localeLoaders.js'
import type { SiteStore } from './siteState.js'

/** Variables of the theme that a surface takes: nothing else of a host's reaches its styles. */
const variables = [
  '--lk-font-size',
  '--lk-accent',
  '--lk-color-mix',
  '--lk-color-mix-strength',
  '--lk-radius',
] as const

/** Colours, lengths and numbers: no `url(…)`, no escapes, no second declaration. */
const isPlain = (value: string | number) =>
  typeof value === 'number' || /^[#\w.%\s,()/+-]{1,100}$/.test(value.replace(/\burl\b/gi, '{'))

/** Takes the modal's theme and language, so that the surface looks like a part of it. */
export async function syncTheme(store: SiteStore, payload: FramePayload<'SYNC_THEME'>): Promise<void> {
  const { themeMode, themeVariables = {}, locale } = payload
  const taken = Object.fromEntries(
    variables.flatMap((name) => {
      const value = themeVariables[name]
      return value !== undefined && isPlain(value) ? [[name, value]] : []
    }),
  )
  store.setState((state) => ({
    ...state,
    theme: { mode: themeMode ?? state.theme.mode, variables: taken },
  }))
  if (locale === undefined) return
  const tag = matchSiteLocale(locale)
  // English stays if the language cannot be loaded.
  const texts = tag === 'en' ? {} : ((await localeLoaders[tag]?.().catch(() => undefined)) ?? {})
  store.setState((state) => ({ ...state, locale: { tag, texts } }))
}
