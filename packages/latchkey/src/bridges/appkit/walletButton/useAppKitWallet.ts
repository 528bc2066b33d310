import { useSyncExternalStore } from 'react'
import type { Namespace } from '../../../protocol/caip.js'
import { currentKit, getCurrent, requireCurrent } from '../current.js'
import type { ConnectedByButton } from './connectInModal.js'
import { connectWallet } from './createAppKitWalletButton.js'
import { useReportedCall } from './useReportedCall.js'
import type { WalletKey } from './walletKeys.js'

/**
 * Connects with one wallet, without the list; see `connectWallet`.
 *
 * @example
 * ```tsx
 * const { connect, isPending } = useAppKitWallet({ onSuccess: ({ address }) => console.log(address) })
 * <button disabled={isPending} onClick={() => connect('metamask')}>MetaMask</button>
 * ```
 */
export function useAppKitWallet({
  namespace,
  ...callbacks
}: useAppKitWallet.Parameters = {}): useAppKitWallet.ReturnType {
  const isReady = useSyncExternalStore(
    currentKit.subscribe,
    () => getCurrent() !== undefined,
    () => false,
  )
  const { run: connect, ...progress } = useReportedCall(
    (wallet: WalletKey) =>
      connectWallet(requireCurrent('useAppKitWallet').instance.kit, wallet, { namespace }),
    callbacks,
  )
  return { ...progress, isReady, connect }
}

export declare namespace useAppKitWallet {
  type Parameters = useReportedCall.Callbacks<ConnectedByButton> & {
    readonly namespace?: Namespace | undefined
  }
  type ReturnType = useReportedCall.Progress<ConnectedByButton> & {
    /** True once `createAppKit` was called. */
    readonly isReady: boolean
    /** Never rejects; resolves with `undefined` on failure, with the reason in `error`. */
    readonly connect: (wallet: WalletKey) => Promise<ConnectedByButton | undefined>
  }
}
