import { toWebLink } from '../../protocol/schema/link.js'
import { toWalletLink } from '../../protocol/schema/walletLink.js'

type Redirect = { readonly native?: string | undefined; readonly universal?: string | undefined }

/**
 * Brings the wallet's app to the front on a phone, so that the visitor sees the pending request. Uses the link in the
 * wallet's metadata, else the one that the visitor opened it with. Does nothing on a desktop, or while the page is in
 * the background.
 *
 * Wallets write their own metadata, so a custom scheme in it counts only if it equals the one that the visitor opened
 * the wallet with, which came from the explorer or the host.
 */
export function openWalletApp(redirect: Redirect | undefined, remembered: string | undefined): void {
  if (typeof document === 'undefined' || !document.hasFocus()) return
  if (!/Android|iPhone|iPad|iPod/i.test(navigator.userAgent)) return
  const link = walletAppLink(redirect, remembered)
  if (link === undefined) return
  const anchor = document.createElement('a')
  anchor.href = link
  anchor.target = targetOf(link)
  anchor.rel = 'noopener noreferrer'
  anchor.click()
}

// Telegram's browser forwards only links that open a new window; a frame must not navigate itself to an app.
function targetOf(link: string): string {
  const isTelegram = 'TelegramWebviewProxy' in window || /Telegram/.test(navigator.userAgent)
  if (isTelegram || /^https?:/.test(link)) return '_blank'
  return window.top === window ? '_self' : '_top'
}

export function walletAppLink(
  redirect: Redirect | undefined,
  remembered: string | undefined,
): string | undefined {
  const known = toWalletLink(remembered)
  const native = toWalletLink(redirect?.native)
  const isKnown = native !== undefined && known !== undefined && schemeOf(native) === schemeOf(known)
  return (
    (isKnown && schemeOf(native) !== 'https' ? native : undefined) ?? toWebLink(redirect?.universal) ?? known
  )
}

const schemeOf = (link: string) => link.slice(0, link.indexOf(':'))
