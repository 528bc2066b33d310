const key = 'tidepool.practiceWallet'

/** Whether the practice wallet announces itself. On at first, so that there is something to try. */
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
    // Without storage the choice does not outlive the page.
  }
}
