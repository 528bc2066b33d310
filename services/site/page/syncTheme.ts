import type { FramePayload } from 'latchkey/frame'
import { localeLoaders, matchSiteLocale } from '../locales/localeLoaders.js'
import type { SiteStore } from './siteState.js'

/** A colour as itself: a reference could be to the colour of the text, which would hide what is asked. */
const isColour = (value: string) =>
  /^#[0-9a-f]{3,8}$|^[a-z]{3,24}$|^(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch)\([\d.%\s,/+-]{1,60}(?:deg)?[\d.%\s,/+-]{0,40}\)$/i.test(
    value,
  ) && !/^(?:currentcolor|inherit|initial|unset|revert|transparent)$/i.test(value)

/** A number within bounds, with or without its unit. */
const isNumber = (unit: string, least: number, most: number) => (value: string) => {
  const [, number] = new RegExp(`^(\\d{1,3}(?:\\.\\d{1,4})?)(?:${unit})?$`).exec(value) ?? []
  return number !== undefined && Number(number) >= least && Number(number) <= most
}

/** Variables of the theme that a surface takes, and their values: nothing else of a host's reaches its styles. */
const variables: { readonly [name: string]: (value: string) => boolean } = {
  '--lk-font-size': isNumber('px', 12, 20),
  '--lk-accent': isColour,
  '--lk-color-mix': isColour,
  '--lk-color-mix-strength': isNumber('%', 0, 40),
  '--lk-radius': isNumber('px', 0, 40),
}

/** Takes the modal's theme and language, so that the surface looks like a part of it. */
export async function syncTheme(store: SiteStore, payload: FramePayload<'SYNC_THEME'>): Promise<void> {
  const { themeMode, themeVariables = {}, locale } = payload
  const taken = Object.fromEntries(
    Object.entries(variables).flatMap(([name, isSafe]) => {
      const value = (themeVariables as { readonly [name: string]: string | number | undefined })[name]
      return value !== undefined && isSafe(String(value).trim()) ? [[name, value]] : []
    }),
  )
  store.setState((state) => ({
    ...state,
    ...changed(),
    theme: { mode: themeMode ?? state.theme.mode, variables: taken },
  }))
  if (locale === undefined) return
  const tag = matchSiteLocale(locale)
  // English stays if the language cannot be loaded.
  const texts = tag === 'en' ? {} : ((await localeLoaders[tag]?.().catch(() => undefined)) ?? {})
  store.setState((state) => ({ ...state, ...changed(), locale: { tag, texts } }))
}

/** The surface looks different now: a press that was meant for what stood there before does not count. */
const changed = () => ({ changedAt: performance.now() })
