import { pluralText } from 'latchkey/site'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { english, type SiteTextKey } from '../locales/siteTexts.js'
import type { Asks } from '../page/asks.js'
import type { SiteState, SiteStore } from '../page/siteState.js'
import type { WorkerApi } from '../worker/walletApi.js'

/** What the views act on. */
export type Site = {
  readonly store: SiteStore
  readonly asks: Asks
  /** The worker with the keys. */
  readonly wallet: WorkerApi
  /** Whether this browser tells if an element is visible. */
  readonly seesVisibility: boolean
  /** Opens a window of the wallet's own, in the visitor's click. */
  readonly openWindow: (askId: string) => void
  readonly giveUpWindow: (askId: string) => void
  /** Tells the host that the keyboard leaves the frame. */
  readonly tellLeave: (way: 'escape' | 'forward' | 'back') => void
}

export const SiteContext = createContext<Site | undefined>(undefined)

export function useSite(): Site {
  const site = useContext(SiteContext)
  if (site === undefined) throw new TypeError('Drawn outside of the site.')
  return site
}

/** Reads from the state; draws again when the value changes. */
export function useSiteState<value>(select: (state: SiteState) => value): value {
  const { store } = useSite()
  return useSyncExternalStore(store.subscribe, () => select(store.getState()))
}

export type SiteText = (key: SiteTextKey, slots?: { readonly [name: string]: string | number }) => string

/** The texts in the visitor's language. */
export function useText(): SiteText {
  const { tag, texts } = useSiteState(({ locale }) => locale)
  return (key, slots = {}) => pluralText(texts[key] ?? english[key], tag, slots)
}
