import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import type { Namespace } from '../../../protocol/caip.js'
import { isKitError, type KitError } from '../../../protocol/errors.js'
import { useMutation } from '../../../react/hooks/useMutation.js'
import { currentKit, getCurrent, requireCurrent } from '../current.js'
import { type Refusal, refusals } from '../unsupported.js'
import { type ConnectedByButton, connectWallet } from './createAppKitWalletButton.js'
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
  onSuccess,
  onError,
}: useAppKitWallet.Parameters = {}): useAppKitWallet.ReturnType {
  const isReady = useSyncExternalStore(
    currentKit.subscribe,
    () => getCurrent() !== undefined,
    () => false,
  )
  const told = useRef({ onSuccess, onError })
  useEffect(() => {
    told.current = { onSuccess, onError }
  })
  const { data, error, isPending, isError, isSuccess, mutateAsync } = useMutation((wallet: WalletKey) =>
    connectWallet(requireCurrent('useAppKitWallet').instance.kit, wallet, { namespace }),
  )
  const connect = useCallback(
    async (wallet: WalletKey) => {
      try {
        const connected = await mutateAsync(wallet)
        told.current.onSuccess?.(connected)
        return connected
      } catch (cause) {
        // The failure is in `error`: an unhandled rejection would report it twice.
        if (!isKitError(cause)) throw cause
        told.current.onError?.(cause)
        return undefined
      }
    },
    [mutateAsync],
  )
  return { data, error, isReady, isPending, isError, isSuccess, connect }
}

export declare namespace useAppKitWallet {
  type Parameters = {
    readonly namespace?: Namespace | undefined
    readonly onSuccess?: ((connected: ConnectedByButton) => void) | undefined
    readonly onError?: ((error: KitError) => void) | undefined
  }
  type ReturnType = {
    readonly data: ConnectedByButton | undefined
    readonly error: KitError | undefined
    /** True once `createAppKit` was called. */
    readonly isReady: boolean
    readonly isPending: boolean
    readonly isError: boolean
    readonly isSuccess: boolean
    /** Never rejects; resolves with `undefined` on failure, with the reason in `error`. */
    readonly connect: (wallet: WalletKey) => Promise<ConnectedByButton | undefined>
  }
}

const email = /* @__PURE__ */ refusals({ updateEmail: 'there is no embedded wallet yet.' })

/** There so that apps compile: `updateEmail` throws `APPKIT_UNSUPPORTED`. */
export function useAppKitUpdateEmail(): {
  readonly data: undefined
  readonly error: undefined
  readonly isPending: false
  readonly isError: false
  readonly isSuccess: false
  readonly updateEmail: Refusal
} {
  return { data: undefined, error: undefined, isPending: false, isError: false, isSuccess: false, ...email }
}
