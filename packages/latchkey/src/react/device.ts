/** Checks for a phone or a tablet, where wallets are apps to open instead of QR codes to scan. */
export function isMobileDevice(): boolean {
  if (typeof navigator === 'undefined') return false
  const { userAgentData } = navigator as { readonly userAgentData?: { readonly mobile?: boolean } }
  if (userAgentData?.mobile !== undefined) return userAgentData.mobile
  return /Android|webOS|iPhone|iPad|iPod|BlackBerry|Opera Mini/i.test(navigator.userAgent) || isIpad()
}

export function isIos(): boolean {
  return typeof navigator !== 'undefined' && (/iPhone|iPad|iPod/.test(navigator.userAgent) || isIpad())
}

// Telegram's proxy object exists on iOS and Android; some versions put their name in the user agent instead.
export function isTelegram(): boolean {
  return (
    typeof window !== 'undefined' &&
    ('TelegramWebviewProxy' in window ||
      'TelegramWebviewProxyProto' in window ||
      /Telegram/.test(navigator.userAgent))
  )
}

/** Checks for browsers that a visitor leaves to use a wallet's app: a messaging app's, or Safari on iOS (spec §4). */
export function isLeftForApps(): boolean {
  return isTelegram() || (isIos() && !/CriOS|FxiOS|EdgiOS/.test(navigator.userAgent))
}

// iPads identify as Macs; no Mac has a touch screen.
function isIpad(): boolean {
  return navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1
}
