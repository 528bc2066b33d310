import { fingerprintOf } from '../../connectors/injected/fingerprint.js'
import { skeletonOf } from '../../connectors/injected/lookalikes.js'
import { isIcon } from '../../connectors/injected/readAnnouncement.js'
import type { DiscoverContext } from '../../core/adapter.js'
import type { Connector } from '../../core/connector.js'
import { randomHex } from '../../core/randomHex.js'
import { cleanText } from '../../protocol/schema/text.js'
import { memberOf } from './answers.js'
import { createBitcoinConnector } from './createBitcoinConnector.js'
import { isSatsConnectProvider, satsConnectWallet } from './satsConnectWallet.js'
import { isStandardWallet, standardWallet } from './standardWallet.js'
import type { BitcoinWallet } from './wallet.js'
import { isWindowProvider, windowWallet } from './windowWallet.js'

/** No real page has this many wallets. Of a flood, the first ones and the newest are kept. */
const walletLimit = 100
const keptFirst = 80
/** Wallets that come within this time, in milliseconds, are reported together. */
const batchDelay = 50

/** A wallet of the page, made safe to display. */
type Found = {
  /** Where the page has its object, or the name that it announces: the same on the next page load. */
  readonly id: string
  readonly name: string
  readonly skeleton: string
  readonly icon: string | undefined
  /** The foreign object, to see whether it was found before. */
  readonly object: unknown
  /** The object of sats-connect that it says it has besides. */
  readonly alias: unknown
  readonly wallet: BitcoinWallet
}

/**
 * Finds the Bitcoin wallets of this page: those that announce themselves by the Wallet Standard, those in
 * `window.btc_providers` (sats-connect), and the objects of OKX and Unisat. A name proves nothing, so wallets of one name
 * are all listed; what is one object is listed once.
 */
export function discover(
  { clock, isAnnouncedEnabled, isInjectedEnabled }: DiscoverContext,
  onChange: (connectors: readonly Connector[]) => void,
): () => void {
  if (typeof window === 'undefined') return () => {}
  const page: EventTarget = window
  let found: readonly Found[] = []
  const connectors = new Map<unknown, Connector>()
  let cancelBatch: (() => void) | undefined

  function add(one: Found | undefined) {
    if (one === undefined || found.some(({ object }) => object === one.object)) return
    found = [...found, one]
    if (found.length > walletLimit) found = found.filter((_, index) => index !== keptFirst)
    cancelBatch ??= clock.setTimeout(publish, batchDelay)
  }

  function publish() {
    cancelBatch?.()
    cancelBatch = undefined
    const listed = found.filter((one) => !found.some((other) => isOneWallet(one, other)))
    onChange(
      listed.map((one) => {
        const { name, skeleton, icon, object, wallet } = one
        const known = connectors.get(object)
        const { length } = listed.filter((other) => other.skeleton === skeleton)
        const info = {
          ...(known?.info ?? identityOf(one, listed)),
          type: 'ANNOUNCED',
          name,
          namespaces: ['bip122'],
          imageUrl: icon,
          ...(length > 1 && { isAmbiguous: true, sameName: length }),
        } as const
        const connector = known ? { ...known, info } : createBitcoinConnector(info, wallet)
        connectors.set(object, connector)
        return connector
      }),
    )
  }

  /**
   * A wallet's id and fingerprint, which it keeps. Nothing tells which of two wallets that claim one id the visitor chose
   * on an earlier page, so neither is restored.
   */
  function identityOf({ id, name, icon }: Found, listed: readonly Found[]) {
    const isTaken = [...connectors.values()].some(({ info }) => info.id === id)
    const isAlone = !isTaken && listed.filter((other) => other.id === id).length === 1
    return {
      id: isTaken ? `${id}#${connectors.size}` : id,
      fingerprint: isAlone ? fingerprintOf(name, icon ?? '') : randomHex(8),
    }
  }

  const register = (...wallets: readonly unknown[]) => {
    for (const one of wallets.slice(0, walletLimit)) add(readStandard(one))
    return () => {}
  }
  // All wallets get it: one could take the others' place in it.
  const api = Object.freeze({ register })
  const onRegister = (event: Event) => {
    try {
      const callback = (event as CustomEvent<unknown>).detail
      if (typeof callback === 'function') callback(api)
    } catch {
      // A wallet that throws while it registers is passed over.
    }
  }

  if (isInjectedEnabled) {
    add(readWindow('okxwallet.bitcoin', 'OKX Wallet'))
    add(readWindow('unisat', 'Unisat'))
  }
  if (isAnnouncedEnabled) {
    const listed = reading(() => (window as { readonly btc_providers?: unknown }).btc_providers)
    if (Array.isArray(listed)) for (const one of listed.slice(0, walletLimit)) add(readSatsConnect(one))
    page.addEventListener('wallet-standard:register-wallet', onRegister)
    page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  }
  publish()
  return () => {
    cancelBatch?.()
    page.removeEventListener('wallet-standard:register-wallet', onRegister)
  }
}

/** Whether a wallet says that it is another one, which is there by itself: so it can take only itself off the list. */
const isOneWallet = (one: Found, other: Found) =>
  one !== other && one.alias === other.object && one.skeleton === other.skeleton

function readStandard(object: unknown): Found | undefined {
  return reading(() => {
    if (!isStandardWallet(object)) return undefined
    const name = memberOf(object, 'name')
    const alias = memberOf(memberOf(memberOf(object, 'features'), 'sats-connect:'), 'provider')
    return foundOf(undefined, object, name, memberOf(object, 'icon'), standardWallet(object), alias)
  })
}

function readSatsConnect(entry: unknown): Found | undefined {
  return reading(() => {
    const path = String(memberOf(entry, 'id'))
    const provider = atPath(path)
    if (!isSatsConnectProvider(provider)) return undefined
    const wallet = satsConnectWallet(provider)
    return foundOf(path, provider, memberOf(entry, 'name'), memberOf(entry, 'icon'), wallet)
  })
}

function readWindow(path: string, name: string): Found | undefined {
  return reading(() => {
    const provider = atPath(path)
    if (!isWindowProvider(provider)) return undefined
    return foundOf(path, provider, name, undefined, windowWallet(provider))
  })
}

/** The object at a path of names below `window`, by which sats-connect names providers. */
const atPath = (path: string): unknown =>
  /^[\w$]{1,64}(\.[\w$]{1,64}){0,3}$/.test(path)
    ? path.split('.').reduce<unknown>(memberOf, window)
    : undefined

function foundOf(
  path: string | undefined,
  object: unknown,
  name: unknown,
  icon: unknown,
  wallet: BitcoinWallet,
  alias?: unknown,
): Found | undefined {
  const shown = typeof name === 'string' ? cleanText(name, 64) : ''
  const skeleton = skeletonOf(shown)
  if (skeleton === '') return undefined
  const id = path === undefined ? `bip122/${shown}` : `window/${path}`
  return { id, name: shown, skeleton, icon: isIcon(icon) ? icon : undefined, object, alias, wallet }
}

/** Foreign objects may throw when they are read: such a wallet is passed over, the others are not. */
function reading<value>(read: () => value): value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
