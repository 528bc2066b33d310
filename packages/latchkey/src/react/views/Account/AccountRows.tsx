import { accountOf } from '../../../features/account/state.js'
import { disconnect } from '../../../features/connection/disconnect.js'
import { pushView } from '../../../features/modal/navigate.js'
import { activeNetwork } from '../../../features/network/state.js'
import { showError } from '../../../features/notify/showSnackbar.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useMutation } from '../../hooks/useMutation.js'
import { useWalletName } from '../../hooks/useWalletName.js'
import { useKit } from '../../KitContext.js'
import { useText } from '../../locales/useText.js'
import { openLink } from '../../openLink.js'
import { Icon } from '../../ui/Icon/Icon.js'
import { Row, RowIcon } from '../../ui/Row/Row.js'
import { useWalletFeatures } from './useWalletFeatures.js'

/** The account's rows: what can be done with it where that is not above them, the explorer, and the way out. */
export function AccountRows({ hasActions }: { readonly hasActions: boolean }) {
  return (
    <>
      {hasActions ? <ActionRows /> : null}
      <ExplorerRow />
      <DisconnectRow />
    </>
  )
}

function ActionRows() {
  const text = useText()
  const push = useAction(pushView)
  return useWalletFeatures().map(({ id, icon, title, view }) => (
    <Row
      key={id}
      start={<RowIcon name={icon} />}
      name={text(title)}
      end={<Icon name="chevronRight" size={18} />}
      onClick={() => push({ name: view })}
    />
  ))
}

function ExplorerRow() {
  const text = useText()
  const explorer = useKitState((state) => activeNetwork(state)?.blockExplorers?.default)
  const address = useKitState((state) => accountOf(state)?.address)
  if (explorer === undefined || address === undefined) return null
  return (
    <Row
      start={<RowIcon name="web" />}
      name={text('account.explorer')}
      end={<Icon name="external" size={18} />}
      onClick={() => openLink(`${explorer.url.replace(/\/+$/, '')}/address/${address}`)}
    />
  )
}

function DisconnectRow() {
  const text = useText()
  const kit = useKit()
  const wallet = useWalletName()
  const end = useAction(disconnect)
  const leave = useMutation(() => end().catch((error: unknown) => showError(kit, error)))
  return (
    <Row
      start={<RowIcon name="disconnect" />}
      name={text(leave.isPending ? 'account.disconnecting' : 'account.disconnect')}
      note={text('account.connectedWith', { name: wallet })}
      onClick={() => leave.mutate(undefined)}
    />
  )
}
