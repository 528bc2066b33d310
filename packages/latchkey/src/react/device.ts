/** Whether the visitor holds a phone or a tablet: wallets are then apps to open, not codes to scan. */
export function isMobileDevice(): boolean {
  if (typeof navigator === 'undefined') return false
  const { userAgentData } = navigator as { readonly userAgentData?: { readonly mobile?: boolean } }
  if (userAgentData?.mobile !== undefined) return userAgentData.mobile
  return /Android|webOS|iPhone|iPad|iPod|BlackBerry|Opera Mini/i.test(navigator.userAgent) || isIpad()
}

export function isIos(): boolean {
  return typeof navigator !== 'undefined' && (/iPhone|iPad|iPod/.test(navigator.userAgent) || isIpad())
}

export function isAndroid(): boolean {
  return typeof navigator !== 'undefined' && /Android/i.test(navigator.userAgent)
}

// iPads say that they are Macs; no Mac has a touch screen.
function isIpad(): boolean {
  return navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1
}
