import { toWalletLink } from '../protocol/schema/link.js'
import { isAndroid } from './device.js'

/**
 * The link that hands a pairing to a wallet's app: `scheme://wc?uri=…`, or the same under a universal link. `undefined`
 * where the wallet's own link is not safe to open.
 *
 * @see the WalletConnect mobile linking guide
 */
export function pairingLink(walletLink: string, uri: string): string | undefined {
  const base = toWalletLink(walletLink)
  if (base === undefined) return undefined
  const separator = base.endsWith('/') ? '' : '/'
  // Telegram for Android decodes a link once before it hands it on.
  const value = isTelegram() && isAndroid() ? encodeURIComponent(uri) : uri
  return `${base}${separator}wc?uri=${encodeURIComponent(value)}`
}

/**
 * Opens a link that was made from checked parts. Must run within the visitor's tap: iOS lets a custom scheme through
 * only there, and a browser a new tab.
 */
export function openLink(href: string): void {
  // Telegram's browser hands on only what asks for a window of its own.
  const isOwnWindow = /^https?:/.test(href) || isTelegram()
  const link = document.createElement('a')
  link.href = href
  link.target = isOwnWindow ? '_blank' : window.top === window ? '_self' : '_top'
  link.rel = 'noopener noreferrer'
  link.click()
}

// Its proxy is on iOS and Android; some versions name themselves in the user agent instead.
function isTelegram(): boolean {
  return (
    'TelegramWebviewProxy' in window ||
    'TelegramWebviewProxyProto' in window ||
    /Telegram/.test(navigator.userAgent)
  )
}
