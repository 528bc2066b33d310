import { toWalletLink } from '../protocol/schema/walletLink.js'
import { isTelegram } from './device.js'
import { isAndroid } from './isAndroid.js'

/**
 * Returns the link that passes a pairing to a wallet's app: `scheme://wc?uri=…`, or the same under a universal link.
 * `undefined` if the wallet's own link is not safe to open.
 *
 * @see the WalletConnect mobile linking guide
 */
export function pairingLink(walletLink: string, uri: string): string | undefined {
  const base = toWalletLink(walletLink)
  if (base === undefined) return undefined
  const separator = base.endsWith('/') ? '' : '/'
  // Telegram for Android decodes a link once before it opens it.
  const value = isTelegram() && isAndroid() ? encodeURIComponent(uri) : uri
  return `${base}${separator}wc?uri=${encodeURIComponent(value)}`
}

/**
 * Opens a link that was built from checked parts. Must run within the visitor's tap: otherwise iOS blocks custom
 * schemes and browsers block new tabs.
 */
export function openLink(href: string): void {
  // Checked again here, so that a link that reached the state unchecked opens nothing.
  if (toWalletLink(href) === undefined) return
  // Telegram's browser forwards only links that open a new window.
  const isOwnWindow = /^https?:/.test(href) || isTelegram()
  const link = document.createElement('a')
  link.href = href
  link.target = isOwnWindow ? '_blank' : window.top === window ? '_self' : '_top'
  link.rel = 'noopener noreferrer'
  link.click()
}
