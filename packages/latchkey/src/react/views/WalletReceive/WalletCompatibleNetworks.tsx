import { useEffect, useState } from 'react'
import { receivingNetworks } from '../../../features/account/receivingNetworks.js'
import { type Account, accountOf } from '../../../features/account/state.js'
import { activeNetwork } from '../../../features/network/state.js'
import type { Network } from '../../../protocol/entities/Network.js'
import { useAction } from '../../hooks/useAction.js'
import { useCopy } from '../../hooks/useCopy.js'
import { useNetworkImage } from '../../hooks/useImage.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Button } from '../../ui/Button/Button.js'
import { Picture } from '../../ui/Picture/Picture.js'
import sheet from '../Guide/Guide.css.js'
import receiveSheet from './WalletReceive.css.js'

/** Lists the host's networks on which the account's address can receive. */
export function WalletCompatibleNetworks() {
  useSheet(sheet)
  useSheet(receiveSheet)
  const text = useText()
  const copy = useCopy()
  const account = useKitState((state) => accountOf(state))
  const address = account?.address
  const networks = useReceivingNetworks(account)
  return (
    <div className="guide">
      <p className="guide-lead">{text('receive.compatibleText')}</p>
      <ul className="receive-networks" aria-label={text('receive.compatible')}>
        {networks.map((network) => (
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

/** Until the family has told which networks the address is valid on, only the one in use: it is. */
function useReceivingNetworks(account: Account | undefined): readonly Network[] {
  const find = useAction(receivingNetworks)
  const [found, setFound] = useState<readonly Network[]>()
  const active = useKitState(activeNetwork)
  const [address, namespace] = [account?.address, account?.namespace]
  useEffect(() => {
    let isCurrent = true
    setFound(undefined)
    if (address === undefined || namespace === undefined) return
    find({ account: { address, namespace } }).then(
      (networks) => isCurrent && setFound(networks),
      // A part of the kit could not be loaded: the network in use stays.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [find, address, namespace])
  return found ?? (active === undefined ? [] : [active])
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
