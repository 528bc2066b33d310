import { useEffect, useState } from 'react'
import { type Ledger, loadSettings } from '../settings.js'

/** The ledgers with their present states: asks again every two seconds while one is starting. */
export function useLedgers(initial: readonly Ledger[]): readonly Ledger[] {
  const [ledgers, setLedgers] = useState(initial)
  const isStarting = ledgers.some(({ state }) => state === 'starting')
  useEffect(() => {
    if (!isStarting) return
    const timer = setInterval(
      () =>
        void loadSettings().then(
          (settings) => setLedgers(settings.ledgers ?? []),
          () => {
            // The page's server has stopped, or has no time: the next look tells.
          },
        ),
      2_000,
    )
    return () => clearInterval(timer)
  }, [isStarting])
  return ledgers
}
