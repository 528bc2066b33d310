import { currentView } from '../../core/router.js'
import { closeModal } from '../../features/modal/closeModal.js'
import { goBack, pushView } from '../../features/modal/navigate.js'
import { activeNetwork } from '../../features/network/state.js'
import { useAction } from '../hooks/useAction.js'
import { useNetworkImage } from '../hooks/useImage.js'
import { useKitState } from '../hooks/useKitState.js'
import { useText } from '../locales/useText.js'
import { IconButton } from '../ui/Button/Button.js'
import { Icon } from '../ui/Icon/Icon.js'
import { Picture } from '../ui/Picture/Picture.js'
import { partsOf } from './screenParts.js'
import { useViewTitle } from './useViewTitle.js'

/** The modal's header: a back, help or network button, the view's title, and the close button. */
export function Header({ titleId, isEmbedded }: { readonly titleId: string; readonly isEmbedded: boolean }) {
  const text = useText()
  const title = useViewTitle()
  const close = useAction(closeModal)
  return (
    <header className="header">
      <HeaderStart isEmbedded={isEmbedded} />
      <h2 key={title} id={titleId} className="header-title">
        {title}
      </h2>
      {isEmbedded ? <span /> : <IconButton icon="close" label={text('modal.close')} onClick={close} />}
    </header>
  )
}

function HeaderStart({ isEmbedded }: { readonly isEmbedded: boolean }) {
  const text = useText()
  const { enableNetworkSwitch, enableWalletGuide } = useKitState(({ options }) => options)
  const back = useAction(goBack)
  const push = useAction(pushView)
  const start = useKitState((state) => partsOf(currentView(state.modal.stack)).start)
  const depth = useKitState((state) => state.modal.stack.length)
  if (start === 'network') return enableNetworkSwitch === false ? <span /> : <NetworkChip />
  if (depth > 1 && start !== 'none' && !(start === 'help' && isEmbedded)) {
    return <IconButton icon="arrowLeft" isFlipped label={text('modal.back')} onClick={back} />
  }
  if (start !== 'help' || enableWalletGuide === false) return <span />
  return <IconButton icon="help" label={text('modal.help')} onClick={() => push({ name: 'WhatIsAWallet' })} />
}

// With one network there is no choice, unless the wallet is on another.
function NetworkChip() {
  const text = useText()
  const push = useAction(pushView)
  const network = useKitState(activeNetwork)
  const count = useKitState((state) => state.network.networks.length)
  const image = useNetworkImage(network)
  if (count < 2 && network !== undefined) return <span />
  const name = network?.name ?? text('button.unknownNetwork')
  return (
    <button
      type="button"
      className="header-network"
      aria-label={text('modal.network', { name })}
      onClick={() => push({ name: 'Networks' })}
    >
      <Picture src={image} fallback={network === undefined ? 'warning' : 'network'} size={24} shape="round" />
      <Icon name="chevronDown" size={14} />
    </button>
  )
}
