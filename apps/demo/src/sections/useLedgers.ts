import { useEffect, useState } from 'react'
import { type Ledger, loadSettings } from '../settings.js'

/** How often the page asks, in milliseconds: while a ledger is about to start, and while all run. */
const [soon, later] = [2_000, 10_000]

/** The ledgers with their present states: one that runs can stop, and one that has stopped is started again. */
export function useLedgers(initial: readonly Ledger[]): readonly Ledger[] {
  const [ledgers, setLedgers] = useState(initial)
  const isWaiting = ledgers.some(({ state }) => state === 'starting' || state === 'stopped')
  useEffect(() => {
    const timer = setInterval(
      () => {
        if (document.hidden) return
        void loadSettings().then(
          (settings) => setLedgers(settings.ledgers ?? []),
          () => {
            // The page's server has stopped, or has no time: the next look tells.
          },
        )
      },
      isWaiting ? soon : later,
    )
    return () => clearInterval(timer)
  }, [isWaiting])
  return ledgers
}
