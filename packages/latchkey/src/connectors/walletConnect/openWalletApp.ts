import { toWalletLink } from '../../protocol/schema/link.js'

type Redirect = { readonly native?: string | undefined; readonly universal?: string | undefined }

/**
 * Brings the wallet's app to the front of a phone, so that the visitor sees the request that waits there: by the link
 * that the wallet named in its metadata, else by the one that the visitor opened it with. Does nothing on a desktop, or
 * while the page is not in front.
 */
export function openWalletApp(redirect: Redirect | undefined, remembered: string | undefined): void {
  if (typeof document === 'undefined' || !document.hasFocus()) return
  if (!/Android|iPhone|iPad|iPod/i.test(navigator.userAgent)) return
  const link = [redirect?.native, redirect?.universal, remembered]
    .map(toWalletLink)
    .find((href) => href !== undefined)
  if (link === undefined) return
  const anchor = document.createElement('a')
  anchor.href = link
  anchor.target = targetOf(link)
  anchor.rel = 'noopener noreferrer'
  anchor.click()
}

// Telegram's browser hands on only what asks for a window of its own; a frame may not leave for an app by itself.
function targetOf(link: string): string {
  const isTelegram = 'TelegramWebviewProxy' in window || /Telegram/.test(navigator.userAgent)
  if (isTelegram || /^https?:/.test(link)) return '_blank'
  return window.top === window ? '_self' : '_top'
}
