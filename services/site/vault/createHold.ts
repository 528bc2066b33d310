import { lock, type OpenedWallet } from './vault.js'

export type WalletHold = {
  /** Keeps an opened wallet; one that was kept before is locked. */
  put(opened: OpenedWallet): void
  /** Returns the wallet, and keeps it for another while. */
  get(): OpenedWallet | undefined
  /** Locks the wallet now. */
  drop(): void
}

/** How long a wallet stays open without use, in milliseconds (spec §10 "Keys"). */
const idleLimit = 15 * 60_000

/**
 * Keeps an opened wallet for as long as it is used, and at most {@link idleLimit} longer.
 *
 * @param setTimer Calls back once after a delay; returns what cancels that.
 * @param limit How long without use, in milliseconds; 0 keeps nothing.
 */
export function createHold(
  setTimer: (callback: () => void, delay: number) => () => void,
  limit: number = idleLimit,
): WalletHold {
  let held: { readonly opened: OpenedWallet; readonly cancel: () => void } | undefined

  function drop(): void {
    if (held === undefined) return
    held.cancel()
    lock(held.opened)
    held = undefined
  }

  return {
    put(opened) {
      if (held?.opened !== opened) drop()
      held?.cancel()
      held = { opened, cancel: setTimer(drop, Math.min(limit, idleLimit)) }
    },
    get() {
      if (held === undefined) return undefined
      held.cancel()
      held = { opened: held.opened, cancel: setTimer(drop, Math.min(limit, idleLimit)) }
      return held.opened
    },
    drop,
  }
}
