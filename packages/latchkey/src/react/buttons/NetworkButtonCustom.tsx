'use client'

import type { ReactNode } from 'react'
import type { HostNetwork } from '../../core/Register.js'
import { accountOf } from '../../features/account/state.js'
import { isUnsupportedNetwork } from '../../features/network/isUnsupportedNetwork.js'
import { useNetwork } from '../hooks/useChainId.js'
import { useNetworkImage } from '../hooks/useImage.js'
import { useKitState } from '../hooks/useKitState.js'
import { useModal } from '../hooks/useModal.js'
import { useChains } from '../hooks/useSwitchChain.js'
import { useKit } from '../KitContext.js'

/**
 * A network button that you render.
 *
 * @example
 * ```tsx
 * <NetworkButtonCustom>
 *   {({ network, image, isUnsupported, open }) => (
 *     <button onClick={open}>
 *       {image ? <img src={image} alt="" width={24} /> : null} {isUnsupported ? 'Wrong network' : network?.name}
 *     </button>
 *   )}
 * </NetworkButtonCustom>
 * ```
 */
export function NetworkButtonCustom({ children }: NetworkButtonCustom.Props): ReactNode {
  const kit = useKit()
  const { open } = useModal()
  const network = useNetwork()
  const networks = useChains()
  const isConnected = useKitState((state) => accountOf(state) !== undefined)
  const isUnsupported = useKitState((state) => isUnsupportedNetwork(kit, state))
  const isSwitching = useKitState(
    ({ network: { switching } }) => switching !== null && switching.error === undefined,
  )
  // Pictures come from a service. The kit calls no service before the visitor has connected or opened the modal.
  const image = useNetworkImage(isConnected ? network : undefined)
  return children({
    network,
    networks,
    image,
    isConnected,
    isUnsupported,
    isSwitching,
    open: () => open({ view: { name: isUnsupported ? 'UnsupportedChain' : 'Networks' } }),
  })
}

export declare namespace NetworkButtonCustom {
  type Props = { readonly children: (state: RenderState) => ReactNode }
  type RenderState = {
    /** The network in use; `undefined` while the wallet is on one that you do not offer. */
    readonly network: HostNetwork | undefined
    /** All networks that you offer. */
    readonly networks: readonly HostNetwork[]
    /** The URL of the network's picture, for an `<img>`; `undefined` until a wallet is connected. */
    readonly image: string | undefined
    readonly isConnected: boolean
    /** True if the wallet is on a network that you do not offer. */
    readonly isUnsupported: boolean
    /** True while the wallet is being asked to switch. */
    readonly isSwitching: boolean
    /** Opens the list of networks, or the screen for an unsupported network. */
    readonly open: () => void
  }
}
