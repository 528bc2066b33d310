import { isRecord } from '../../protocol/checks.js'
import { cleanText } from '../../protocol/schema/text.js'

/** A wallet at `window.injectedWeb3`, read once and made safe to display. */
export type Extension = {
  /** Its key in the object. */
  readonly key: string
  readonly name: string
  /** Asks its user for the accounts; resolves to the wallet's object. Shows nothing if the site is allowed already. */
  readonly enable: (site: string) => Promise<unknown>
}

/** Names of wallets whose keys read badly; with its own name a wallet of several families is recognized as one. */
const names: { readonly [key: string]: string | undefined } = {
  'polkadot-js': 'Polkadot{.js}',
  'subwallet-js': 'SubWallet',
  talisman: 'Talisman',
  'fearless-wallet': 'Fearless Wallet',
  'nova-wallet': 'Nova Wallet',
}

const keyPattern = /^[\w.\- ]{1,64}$/

/**
 * Reads an entry of `window.injectedWeb3`, which any script of the page can write: each member once, because a getter
 * may answer differently the second time, and within `try`, because it may throw. `undefined` if it is no wallet.
 */
export function readExtension(injected: unknown, key: string): Extension | undefined {
  try {
    if (!isRecord(injected) || !keyPattern.test(key)) return undefined
    const entry: unknown = injected[key]
    if (!isRecord(entry)) return undefined
    const { enable } = entry
    if (typeof enable !== 'function') return undefined
    const name = (Object.hasOwn(names, key) ? names[key] : undefined) ?? cleanText(key, 64)
    return name === '' ? undefined : { key, name, enable: async (site) => enable.call(entry, site) }
  } catch {
    return undefined
  }
}
