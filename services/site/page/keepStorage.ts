/**
 * Asks the browser not to clear what this origin stores when space runs short: the device's key is a way in. Called after a
 * login and after a device was made, not on each page, because some browsers ask the visitor. A refusal changes nothing.
 */
export function keepStorage(): void {
  void navigator.storage?.persist?.().catch(() => {})
}
