'use client'

import type { ReactNode } from 'react'
import type { Balance } from '../../features/account/state.js'
import { isUnsupportedNetwork } from '../../features/network/isUnsupportedNetwork.js'
import { truncateAddress } from '../../protocol/truncateAddress.js'
import { useBalance } from '../hooks/useBalance.js'
import { useConnection } from '../hooks/useConnection.js'
import { useIdentity } from '../hooks/useIdentity.js'
import { useNetworkImage } from '../hooks/useImage.js'
import { useKitState } from '../hooks/useKitState.js'
import { useModal } from '../hooks/useModal.js'
import { useKit } from '../KitContext.js'

/**
 * A connect button that you draw: gives your function everything the built-in ones know, and what they do on a click.
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
  const isAsking = useKitState(({ connection }) => connection.attempt?.status === 'pending')
  const isUnsupported = useKitState((state) => isUnsupportedNetwork(kit, state))
  const { address } = connection
  return children({
    ...connection,
    ...identity,
    isConnecting: connection.isConnecting || isAsking,
    shortAddress: address === undefined ? undefined : truncateAddress(address),
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
      /** The address as the built-in button writes it. */
      readonly shortAddress: string | undefined
      readonly balance: Balance | undefined
      /** The address of the picture of `chain`, for an `<img>`. */
      readonly chainImage: string | undefined
      /** Whether the wallet is on a network that you do not offer. */
      readonly isUnsupported: boolean
      /** Opens the ways to connect, or the account, or what is wrong with the network. */
      readonly open: () => void
      readonly openNetworks: () => void
    }
}
