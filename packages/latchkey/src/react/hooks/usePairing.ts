import { openPairing } from '../../features/connection/openPairing.js'
import { closePairing } from '../../features/connection/pairingRounds.js'
import type { Connection, Pairing } from '../../features/connection/state.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'
import { type Mutation, useMutation } from './useMutation.js'

/**
 * The link that a wallet on another device scans, or an app on this phone opens, without the modal. It renews itself until
 * it is closed or a wallet has answered.
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
    /** Makes no more links. A wallet that still answers the last one is connected. */
    readonly close: () => void
  }
}
