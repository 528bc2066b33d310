import { toWalletLink } from '../protocol/schema/link.js'

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
  return `${base}${separator}wc?uri=${encodeURIComponent(uri)}`
}

/**
 * Opens a link that was made from checked parts. Must run within the visitor's tap: iOS lets a custom scheme through
 * only there, and a browser a new tab.
 */
export function openLink(href: string): void {
  const isWeb = /^https?:/.test(href)
  const link = document.createElement('a')
  link.href = href
  link.target = isWeb ? '_blank' : window.top === window ? '_self' : '_top'
  link.rel = 'noopener noreferrer'
  link.click()
}
