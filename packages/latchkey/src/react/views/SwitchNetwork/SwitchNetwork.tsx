import { accountOf } from '../../../features/account/state.js'
import type { ViewParameters } from '../../../features/modal/screens.js'
import { networkOf } from '../../../features/network/state.js'
import { switchNetwork } from '../../../features/network/switchNetwork.js'
import { namespaceOf } from '../../../protocol/caip.js'
import { useAction } from '../../hooks/useAction.js'
import { useNetworkImage } from '../../hooks/useImage.js'
import { useIsLate } from '../../hooks/useIsLate.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useStart } from '../../hooks/useStart.js'
import { useWalletName } from '../../hooks/useWalletName.js'
import { useErrorText, useText } from '../../locales/useText.js'
import { slowAfter } from '../../styles/timings.js'
import { Button } from '../../ui/Button/Button.js'
import { WaitingPane } from '../WaitingPane/WaitingPane.js'

/** Asks the wallet to switch when the screen opens, and shows the result. Closes once the wallet has switched. */
export function SwitchNetwork({ parameters }: { readonly parameters: ViewParameters['SwitchNetwork'] }) {
  const { networkId } = parameters
  const text = useText()
  const errorText = useErrorText()
  const network = useKitState((state) => networkOf(state, networkId))
  const switching = useKitState((state) => state.network.switching)
  const image = useNetworkImage(network)
  const namespace = namespaceOf(networkId)
  const wallet = useWalletName(namespace)
  const isConnected = useKitState((state) => accountOf(state, namespace) !== undefined)
  const ask = useAction(switchNetwork)
  const error = switching?.error
  const isLate = useIsLate(slowAfter, error === undefined)

  // A failed switch is in the state, which this screen shows.
  const start = () => void ask({ networkId }).catch(() => {})
  useStart(start)

  const waitingText = isLate ? text('connecting.slow') : text('switch.approveText')
  return (
    <WaitingPane
      image={image}
      fallback="network"
      state={error === undefined ? (isConnected ? 'waiting' : 'success') : 'error'}
      title={error === undefined ? text('switch.approve', { name: wallet }) : errorText(error)}
      text={error === undefined ? waitingText : text('switch.declinedText')}
    >
      {error === undefined ? null : (
        <Button variant="primary" icon="refresh" onClick={start}>
          {text('common.retry')}
        </Button>
      )}
    </WaitingPane>
  )
}
