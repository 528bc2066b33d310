import { cancelConnect, connect } from '../../../features/connection/connect.js'
import type { ErrorState } from '../../../features/connection/state.js'
import { goBack } from '../../../features/modal/navigate.js'
import { rememberWallet } from '../../../features/wallets/rememberWallet.js'
import type { Wallet } from '../../../protocol/entities/Wallet.js'
import { useAction } from '../../hooks/useAction.js'
import { useWalletImage } from '../../hooks/useImage.js'
import { useIsLate } from '../../hooks/useIsLate.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useStart } from '../../hooks/useStart.js'
import { useErrorText, useText } from '../../locales/useText.js'
import { slowAfter } from '../../styles/timings.js'
import { Button } from '../../ui/Button/Button.js'
import { WaitingPane } from './WaitingPane.js'

/** Asks a wallet in this browser to connect when the screen opens, and shows the attempt's status. */
export function ConnectorPane({ connectorId, wallet }: ConnectorPane.Props) {
  const text = useText()
  const errorText = useErrorText()
  const connector = useKitState(({ connection }) =>
    connection.connectors.find(({ id }) => id === connectorId),
  )
  const attempt = useKitState(({ connection }) => connection.attempt)
  const ask = useAction(connect)
  const cancel = useAction(cancelConnect)
  const remember = useAction(rememberWallet)
  const back = useAction(goBack)
  const explorerImage = useWalletImage(connector?.imageUrl === undefined ? wallet : undefined)
  const isPending = attempt?.status === 'pending'
  const isLate = useIsLate(slowAfter, isPending)

  const start = () => {
    // The attempt's failure is in the state, which this screen shows.
    ask({ connectorId }).then(
      () => wallet !== undefined && remember(wallet),
      () => {},
    )
  }
  useStart(start, cancel)

  const failure = attempt?.status === 'error' ? attempt.error : undefined
  // The wallet still shows its prompt for an earlier request, so nothing has failed.
  const isOpenAlready = failure?.code === 'REQUEST_ALREADY_PENDING'
  const error = isOpenAlready ? undefined : failure
  return (
    <WaitingPane
      image={connector?.imageUrl ?? explorerImage}
      state={error === undefined ? 'waiting' : 'error'}
      title={
        error === undefined
          ? text('connecting.continueIn', { name: connector?.name ?? wallet?.name ?? '' })
          : errorText(error)
      }
      text={
        error === undefined
          ? isOpenAlready
            ? errorText(failure)
            : isLate
              ? text('connecting.slow')
              : text('connecting.acceptInWallet')
          : isDeclined(error)
            ? text('connecting.declinedText')
            : hasAnswered(error)
              ? undefined
              : text('connecting.pendingText')
      }
    >
      {failure === undefined ? null : (
        <Button variant={isOpenAlready ? 'secondary' : 'primary'} icon="refresh" onClick={start}>
          {text('common.retry')}
        </Button>
      )}
      {isLate ? <Button onClick={back}>{text('common.cancel')}</Button> : null}
    </WaitingPane>
  )
}

export declare namespace ConnectorPane {
  type Props = { readonly connectorId: string; readonly wallet: Wallet | undefined }
}

function isDeclined({ code }: ErrorState): boolean {
  return code === 'CONNECTION_DECLINED' || code === 'REQUEST_REJECTED'
}

/** Whether the wallet has ended the request, so that nothing is open in it. */
function hasAnswered({ code }: ErrorState): boolean {
  return code === 'NO_ACCOUNTS_FOUND'
}
