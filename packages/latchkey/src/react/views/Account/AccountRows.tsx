import { pushView } from '../../../features/modal/navigate.js'
import { useAction } from '../../hooks/useAction.js'
import { useWalletName } from '../../hooks/useWalletName.js'
import { useText } from '../../locales/useText.js'
import { openLink } from '../../openLink.js'
import { Icon } from '../../ui/Icon/Icon.js'
import { Row, RowIcon } from '../../ui/Row/Row.js'
import { useExplorerLink } from './useExplorerLink.js'
import { useLeave } from './useLeave.js'
import { useWalletFeatures } from './useWalletFeatures.js'

/** What can be done with an account of which nothing is listed, as rows: its features, the explorer, the way out. */
export function AccountRows() {
  return (
    <>
      <ActionRows />
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
  const href = useExplorerLink()
  if (href === undefined) return null
  return (
    <Row
      start={<RowIcon name="web" />}
      name={text('account.explorer')}
      end={<Icon name="external" size={18} />}
      onClick={() => openLink(href)}
    />
  )
}

function DisconnectRow() {
  const text = useText()
  const wallet = useWalletName()
  const leave = useLeave()
  return (
    <Row
      start={<RowIcon name="disconnect" />}
      name={text(leave.isPending ? 'account.disconnecting' : 'account.disconnect')}
      note={text('account.connectedWith', { name: wallet })}
      onClick={() => leave.mutate(undefined)}
    />
  )
}
