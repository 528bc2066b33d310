import { fingerprintOf } from '../../connectors/injected/fingerprint.js'
import { skeletonOf } from '../../connectors/injected/lookalikes.js'
import type { DiscoverContext } from '../../core/adapter.js'
import type { Connector, ConnectorInfo } from '../../core/connector.js'
import { cleanText } from '../../protocol/schema/text.js'
import { memberOf } from './answers.js'
import { createBitcoinConnector } from './createBitcoinConnector.js'
import { isSatsConnectProvider, satsConnectWallet } from './satsConnectWallet.js'
import { isStandardWallet, standardWallet } from './standardWallet.js'
import type { BitcoinWallet } from './wallet.js'
import { isWindowProvider, windowWallet } from './windowWallet.js'

/** No real page has this many wallets. Of a flood, the first ones and the newest are kept. */
const walletLimit = 100
const keptFirst = 20
/** Wallets that come within this time, in milliseconds, are reported together. */
const batchDelay = 50

const iconLimit = 128 * 1024
const iconPattern = /^data:image\/(png|webp|svg\+xml|jpeg|gif)[;,]/i

/** A wallet of the page, made safe to display. */
type Found = {
  readonly source: 'standard' | 'satsConnect' | 'window'
  readonly name: string
  readonly skeleton: string
  readonly icon: string | undefined
  /** The foreign object, to see whether it was found before. */
  readonly object: unknown
  readonly wallet: BitcoinWallet
}

/**
 * Finds the Bitcoin wallets of this page: those that announce themselves by the Wallet Standard, those in
 * `window.btc_providers` (sats-connect), and the objects of OKX and Unisat. A wallet that is there in several ways is
 * listed once.
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
    const listed = withoutRepeats(found)
    const kept = listed.map((one, index) => {
      const info = infoOf(one, index, listed)
      const known = connectors.get(one.object)
      const connector = known ? { ...known, info } : createBitcoinConnector(info, one.wallet)
      connectors.set(one.object, connector)
      return connector
    })
    onChange(kept)
  }

  const register = (...wallets: readonly unknown[]) => {
    for (const wallet of wallets.slice(0, walletLimit)) add(readStandard(wallet))
    return () => {}
  }
  const onRegister = (event: Event) => {
    try {
      const callback = (event as CustomEvent<unknown>).detail
      if (typeof callback === 'function') callback({ register })
    } catch {
      // A wallet that throws while it registers is passed over.
    }
  }

  if (isInjectedEnabled) for (const one of readWindow()) add(one)
  if (isAnnouncedEnabled) {
    for (const one of readSatsConnect()) add(one)
    page.addEventListener('wallet-standard:register-wallet', onRegister)
    page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  }
  publish()
  return () => {
    cancelBatch?.()
    page.removeEventListener('wallet-standard:register-wallet', onRegister)
  }
}

/** Lists a wallet that is there in several ways once: as the standard's, else as sats-connect's. */
function withoutRepeats(found: readonly Found[]): readonly Found[] {
  const order = ['standard', 'satsConnect', 'window']
  const rank = ({ source }: Found) => order.indexOf(source)
  return found.filter(
    (one) => !found.some((other) => other.skeleton === one.skeleton && rank(other) < rank(one)),
  )
}

function infoOf(
  { source, name, skeleton, icon }: Found,
  index: number,
  all: readonly Found[],
): ConnectorInfo {
  const same = all.filter((other) => other.skeleton === skeleton)
  const isFirst = all.findIndex((other) => other.skeleton === skeleton) === index
  const id = `bitcoin.${skeleton}`
  return {
    // The same on the next page load, except for those that claim a name that is taken.
    id: isFirst ? id : `${id}#${index}`,
    type: source === 'window' ? 'INJECTED' : 'ANNOUNCED',
    name,
    namespaces: ['bip122'],
    imageUrl: icon,
    fingerprint: fingerprintOf(source, name, icon ?? ''),
    isAmbiguous: same.length > 1 || undefined,
    sameName: same.length > 1 ? same.length : undefined,
  }
}

function readStandard(object: unknown): Found | undefined {
  return reading(() => {
    if (!isStandardWallet(object)) return undefined
    return foundOf('standard', object, memberOf(object, 'name'), memberOf(object, 'icon'), () =>
      standardWallet(object),
    )
  })
}

function* readSatsConnect(): Generator<Found | undefined> {
  const listed = reading(() => (window as { readonly btc_providers?: unknown }).btc_providers)
  if (!Array.isArray(listed)) return
  for (const entry of listed.slice(0, walletLimit)) {
    yield reading(() => {
      const id = memberOf(entry, 'id')
      const provider = typeof id === 'string' ? atPath(id) : undefined
      if (!isSatsConnectProvider(provider)) return undefined
      const { name, icon } = entry as { readonly name?: unknown; readonly icon?: unknown }
      return foundOf('satsConnect', provider, name, icon, () => satsConnectWallet(provider))
    })
  }
}

/** The object at a path of names below `window`, by which sats-connect names providers. */
function atPath(path: string): unknown {
  const names = path.split('.')
  if (names.length > 4 || !names.every((name) => /^[\w$]{1,64}$/.test(name))) return undefined
  return names.reduce<unknown>((object, name) => {
    const isOwn = (typeof object === 'object' || typeof object === 'function') && object !== null
    return isOwn && Object.hasOwn(object, name) ? memberOf(object, name) : undefined
  }, window)
}

function* readWindow(): Generator<Found | undefined> {
  const page = window as { readonly okxwallet?: unknown; readonly unisat?: unknown }
  yield ofWindow('OKX Wallet', () => memberOf(page.okxwallet, 'bitcoin'))
  yield ofWindow('Unisat', () => page.unisat)
}

function ofWindow(name: string, read: () => unknown): Found | undefined {
  return reading(() => {
    const provider = read()
    if (!isWindowProvider(provider)) return undefined
    return foundOf('window', provider, name, undefined, () => windowWallet(provider))
  })
}

function foundOf(
  source: Found['source'],
  object: unknown,
  name: unknown,
  icon: unknown,
  make: () => BitcoinWallet,
): Found | undefined {
  const shown = typeof name === 'string' ? cleanText(name, 64) : ''
  const skeleton = skeletonOf(shown)
  if (skeleton === '') return undefined
  const isIcon = typeof icon === 'string' && icon.length <= iconLimit && iconPattern.test(icon)
  return { source, name: shown, skeleton, icon: isIcon ? icon : undefined, object, wallet: make() }
}

/** Foreign objects may throw when they are read: such a wallet is passed over, the others are not. */
function reading<value>(read: () => value): value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
