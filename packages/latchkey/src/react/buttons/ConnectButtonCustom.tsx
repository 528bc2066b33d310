'use client'

import type { ReactNode } from 'react'
import type { Balance } from '../../features/account/state.js'
import { isUnsupportedNetwork } from '../../features/network/isUnsupportedNetwork.js'
import { truncateAddress } from '../../protocol/truncateAddress.js'
import { useBalance } from '../hooks/useBalance.js'
import { useConnection } from '../hooks/useConnection.js'
import { useKitState } from '../hooks/useKitState.js'
import { useModal } from '../hooks/useModal.js'
import { useKit } from '../KitContext.js'

/**
 * A connect button that you draw: gives your function everything the built-in ones know, and what they do on a click.
 *
 * @example
 * ```tsx
 * <ConnectButtonCustom>
 *   {({ isConnected, shortAddress, open }) => (
 *     <button onClick={open}>{isConnected ? shortAddress : 'Connect'}</button>
 *   )}
 * </ConnectButtonCustom>
 * ```
 */
export function ConnectButtonCustom({ children }: ConnectButtonCustom.Props): ReactNode {
  const kit = useKit()
  const { open } = useModal()
  const connection = useConnection()
  const { data: balance } = useBalance()
  const isAsking = useKitState(({ connection }) => connection.attempt?.status === 'pending')
  const isUnsupported = useKitState((state) => isUnsupportedNetwork(kit, state))
  const { address } = connection
  return children({
    ...connection,
    isConnecting: connection.isConnecting || isAsking,
    shortAddress: address === undefined ? undefined : truncateAddress(address),
    balance,
    isUnsupported,
    open: () => open(isUnsupported ? { view: { name: 'UnsupportedChain' } } : {}),
    openNetworks: () => open({ view: { name: isUnsupported ? 'UnsupportedChain' : 'Networks' } }),
  })
}

export declare namespace ConnectButtonCustom {
  type Props = { readonly children: (state: RenderState) => ReactNode }
  type RenderState = useConnection.ReturnType & {
    /** The address as the built-in button writes it. */
    readonly shortAddress: string | undefined
    readonly balance: Balance | undefined
    /** Whether the wallet is on a network that you do not offer. */
    readonly isUnsupported: boolean
    /** Opens the ways to connect, or the account, or what is wrong with the network. */
    readonly open: () => void
    readonly openNetworks: () => void
  }
}
