'use client'

import type { ReactElement } from 'react'
import { accountOf } from '../../features/account/state.js'
import { isUnsupportedNetwork } from '../../features/network/isUnsupportedNetwork.js'
import { activeNetwork } from '../../features/network/state.js'
import { useNetworkImage } from '../hooks/useImage.js'
import { useKitState } from '../hooks/useKitState.js'
import { useModal } from '../hooks/useModal.js'
import { useKit } from '../KitContext.js'
import { useButtonText } from '../locales/useButtonText.js'
import { Icon } from '../ui/Icon/Icon.js'
import { Picture } from '../ui/Picture/Picture.js'
import { HostButton } from './HostButton.js'

/** Shows the network in use; opens the list of networks. */
export function NetworkButton({ label, isDisabled }: NetworkButton.Props): ReactElement {
  const kit = useKit()
  const text = useButtonText()
  const { open } = useModal()
  const network = useKitState(activeNetwork)
  const isConnected = useKitState((state) => accountOf(state) !== undefined)
  const isUnsupported = useKitState((state) => isUnsupportedNetwork(kit, state))
  // Pictures come from a service. The kit calls no service before the visitor has connected or opened the modal.
  const image = useNetworkImage(isConnected ? network : undefined)
  const fallback = isConnected ? text('button.unknownNetwork') : text('button.selectNetwork')
  const name = isUnsupported ? text('button.switchNetwork') : (network?.name ?? label ?? fallback)
  return (
    <HostButton
      name="network-button"
      label={isUnsupported ? name : text('button.network', { name })}
      variant="secondary"
      state={isUnsupported ? 'warning' : undefined}
      isDisabled={isDisabled}
      onClick={() => open({ view: { name: isUnsupported ? 'UnsupportedChain' : 'Networks' } })}
    >
      {isUnsupported ? (
        <Icon name="warning" />
      ) : (
        <Picture src={image} fallback="network" size={24} shape="round" />
      )}
      {name}
    </HostButton>
  )
}

export declare namespace NetworkButton {
  type Props = {
    /** The label when no network is known. @default 'Select network' */
    readonly label?: string | undefined
    readonly isDisabled?: boolean | undefined
  }
}
