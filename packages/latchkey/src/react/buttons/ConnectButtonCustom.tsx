'use client'

import type { ReactNode } from 'react'
import { shortAddress } from '../../core/addresses.js'
import type { Balance } from '../../features/account/state.js'
import { isAsking } from '../../features/connection/state.js'
import { isUnsupportedNetwork } from '../../features/network/isUnsupportedNetwork.js'
import { activeNamespace } from '../../features/network/state.js'
import { namespaceOf } from '../../protocol/caip.js'
import { isLeftForApps } from '../device.js'
import { useBalance } from '../hooks/useBalance.js'
import { useConnection } from '../hooks/useConnection.js'
import { useIdentity } from '../hooks/useIdentity.js'
import { useNetworkImage } from '../hooks/useImage.js'
import { useKitState } from '../hooks/useKitState.js'
import { useModal } from '../hooks/useModal.js'
import { useKit } from '../KitContext.js'

/**
 * A connect button that you render. Your function receives the data and the click actions of the built-in buttons.
 *
 * @example
 * ```tsx
 * <ConnectButtonCustom>
 *   {({ isConnected, name, shortAddress, open }) => (
 *     <button onClick={open}>{isConnected ? (name ?? shortAddress) : 'Connect'}</button>
 *   )}
 * </ConnectButtonCustom>
 * ```
 */
export function ConnectButtonCustom({ children }: ConnectButtonCustom.Props): ReactNode {
  const kit = useKit()
  const { open } = useModal()
  const connection = useConnection()
  const identity = useIdentity()
  const { data: balance } = useBalance()
  const chainImage = useNetworkImage(connection.chain)
  const isConnecting = useKitState((state) =>
    isAsking(state.connection, activeNamespace(state), isLeftForApps()),
  )
  const isUnsupported = useKitState((state) => isUnsupportedNetwork(kit, state))
  const { address, caipAddress } = connection
  return children({
    ...connection,
    ...identity,
    isConnecting,
    shortAddress:
      address === undefined || caipAddress === undefined
        ? undefined
        : shortAddress(kit, { address, namespace: namespaceOf(caipAddress) }),
    balance,
    chainImage,
    isUnsupported,
    open: () => open(isUnsupported ? { view: { name: 'UnsupportedChain' } } : {}),
    openNetworks: () => open({ view: { name: isUnsupported ? 'UnsupportedChain' : 'Networks' } }),
  })
}

export declare namespace ConnectButtonCustom {
  type Props = { readonly children: (state: RenderState) => ReactNode }
  type RenderState = useConnection.ReturnType &
    useIdentity.ReturnType & {
      /** The address, shortened like in the built-in button. */
      readonly shortAddress: string | undefined
      readonly balance: Balance | undefined
      /** The URL of the picture of `chain`, for an `<img>`. */
      readonly chainImage: string | undefined
      /** True if the wallet is on a network that you do not offer. */
      readonly isUnsupported: boolean
      /** Opens the connect screen, the account, or the screen for an unsupported network. */
      readonly open: () => void
      readonly openNetworks: () => void
    }
}
