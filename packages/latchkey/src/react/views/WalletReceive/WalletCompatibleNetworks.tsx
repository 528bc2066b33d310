import { accountOf } from '../../../features/account/state.js'
import { activeNamespace } from '../../../features/network/state.js'
import type { Network } from '../../../protocol/entities/Network.js'
import { useCopy } from '../../hooks/useCopy.js'
import { useNetworkImage } from '../../hooks/useImage.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Button } from '../../ui/Button/Button.js'
import { Picture } from '../../ui/Picture/Picture.js'
import sheet from '../Guide/Guide.css.js'
import receiveSheet from './WalletReceive.css.js'

/** Lists the networks on which the account's address can receive: the host's networks of its chain family. */
export function WalletCompatibleNetworks() {
  useSheet(sheet)
  useSheet(receiveSheet)
  const text = useText()
  const copy = useCopy()
  const namespace = useKitState(activeNamespace)
  const address = useKitState((state) => accountOf(state)?.address)
  const networks = useKitState((state) => state.network.networks)
  return (
    <div className="guide">
      <p className="guide-lead">{text('receive.compatibleText')}</p>
      <ul className="receive-networks" aria-label={text('receive.compatible')}>
        {networks
          .filter(({ chainNamespace }) => chainNamespace === namespace)
          .map((network) => (
            <NetworkLine key={network.caipNetworkId} network={network} />
          ))}
      </ul>
      {address === undefined ? null : (
        <Button variant="quiet" icon="copy" onClick={() => copy(address, text('account.copied'))}>
          {text('account.copy')}
        </Button>
      )}
    </div>
  )
}

function NetworkLine({ network }: { readonly network: Network }) {
  const image = useNetworkImage(network)
  return (
    <li>
      <Picture src={image} fallback="network" size={40} shape="round" />
      {network.name}
    </li>
  )
}
