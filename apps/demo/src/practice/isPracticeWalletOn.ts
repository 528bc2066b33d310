const key = 'tidepool.practiceWallet'

/** Returns whether the practice wallet announces itself; by default true. */
export function isPracticeWalletOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

export function setPracticeWallet(isOn: boolean): void {
  try {
    localStorage.setItem(key, isOn ? 'on' : 'off')
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
