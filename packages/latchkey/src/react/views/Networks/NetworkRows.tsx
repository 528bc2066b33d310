import { accountOf } from '../../../features/account/state.js'
import { pushView } from '../../../features/modal/navigate.js'
import { activeNetworkId, isApproved } from '../../../features/network/state.js'
import { switchNetwork } from '../../../features/network/switchNetwork.js'
import { namespaceOf } from '../../../protocol/caip.js'
import type { Network } from '../../../protocol/entities/Network.js'
import { useAction } from '../../hooks/useAction.js'
import { useNetworkImage } from '../../hooks/useImage.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'
import { useText } from '../../locales/useText.js'
import { Icon } from '../../ui/Icon/Icon.js'
import { Picture } from '../../ui/Picture/Picture.js'
import { Row, Rows } from '../../ui/Row/Row.js'

/** Lists networks to switch to. Marks the one in use, and those that the wallet has not approved. */
export function NetworkRows({
  networks,
  label,
}: {
  readonly networks: readonly Network[]
  readonly label: string
}) {
  return (
    <Rows label={label}>
      {networks.map((network) => (
        <NetworkRow key={network.caipNetworkId} network={network} />
      ))}
    </Rows>
  )
}

function NetworkRow({ network }: { readonly network: Network }) {
  const text = useText()
  const image = useNetworkImage(network)
  const { caipNetworkId: networkId } = network
  const isCurrent = useKitState((state) => activeNetworkId(state) === networkId)
  const isUsable = useKitState((state) => isApproved(state, networkId))
  const choose = useChooseNetwork()
  return (
    <Row
      start={<Picture src={image} fallback="network" size={40} shape="round" />}
      name={network.name}
      isCurrent={isCurrent}
      disabledReason={isUsable ? undefined : text('networks.notApproved')}
      end={
        isCurrent ? (
          <span className="networks-check">
            <Icon name="check" />
          </span>
        ) : null
      }
      onClick={() => choose(network)}
    />
  )
}

/**
 * Returns a function that switches to a network: if the wallet of its family must agree, it opens the screen that asks
 * that wallet; otherwise it switches at once.
 */
function useChooseNetwork(): (network: Network) => void {
  const { store } = useKit()
  const push = useAction(pushView)
  const change = useAction(switchNetwork)
  return ({ caipNetworkId: networkId }) => {
    const state = store.getState()
    if (networkId === activeNetworkId(state)) return
    const account = accountOf(state, namespaceOf(networkId))
    if (account !== undefined && account.networkId !== networkId) {
      return push({ name: 'SwitchNetwork', parameters: { networkId } })
    }
    // Without a wallet to ask, this cannot fail.
    void change({ networkId })
  }
}
