import { useEffect } from 'react'
import { openPairing } from '../../../features/connection/openPairing.js'
import { resetPairing } from '../../../features/connection/pairingRounds.js'
import type { Pairing } from '../../../features/connection/state.js'
import type { Wallet } from '../../../protocol/entities/Wallet.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'

/**
 * Returns the pairing link, which is made when a screen needs it and renewed until the visitor leaves the screen
 * (`Screen.onLeave`), and a function that makes a new link.
 */
export function usePairing(wallet: Wallet | undefined): {
  readonly pairing: Pairing | null
  readonly retry: () => void
} {
  const { config } = useKit()
  const open = useAction(openPairing)
  const reset = useAction(resetPairing)
  const pairing = useKitState(({ connection }) => connection.pairing)
  const isManual = config.manualWCControl === true

  useEffect(() => {
    if (isManual) return
    // A failure is in the state, which this screen shows.
    open({ wallet }).catch(() => {})
  }, [isManual, open, wallet])

  return {
    pairing,
    retry() {
      reset()
      open({ wallet }).catch(() => {})
    },
  }
}
