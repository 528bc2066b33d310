import { openPairing } from '../../features/connection/openPairing.js'
import { closePairing } from '../../features/connection/pairingRounds.js'
import type { Connection, Pairing } from '../../features/connection/state.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'
import { type Mutation, useMutation } from './useMutation.js'

/**
 * Makes, without the modal, the pairing link that a wallet on another device scans or an app on this phone opens. The
 * kit renews the link until `close` is called or a wallet has answered.
 *
 * @example
 * ```tsx
 * const { pairing, mutate: open, close } = usePairing()
 * {pairing?.status === 'ready' ? <MyQrCode text={pairing.uri} /> : <button onClick={() => open()}>Show a code</button>}
 * ```
 */
export function usePairing(): usePairing.ReturnType {
  const pairing = useKitState(({ connection }) => connection.pairing ?? undefined)
  const open = useAction(openPairing)
  return { ...useMutation<void, Connection>(() => open()), pairing, close: useAction(closePairing) }
}

export declare namespace usePairing {
  type ReturnType = Mutation<void, Connection> & {
    /** The link's status: being made, ready with its `uri`, or failed. */
    readonly pairing: Pairing | undefined
    /** Stops renewing the link. A wallet that still answers the last link gets connected. */
    readonly close: () => void
  }
}
