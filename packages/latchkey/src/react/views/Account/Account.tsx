import { accountOf } from '../../../features/account/state.js'
import { disconnect } from '../../../features/connection/disconnect.js'
import { pushView } from '../../../features/modal/navigate.js'
import { activeNetwork } from '../../../features/network/state.js'
import { showError } from '../../../features/notify/showSnackbar.js'
import { truncateAddress } from '../../../protocol/truncateAddress.js'
import { useAction } from '../../hooks/useAction.js'
import { useCopy } from '../../hooks/useCopy.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useMutation } from '../../hooks/useMutation.js'
import { useTooltip } from '../../hooks/useTooltip.js'
import { useWalletName } from '../../hooks/useWalletName.js'
import { useKit } from '../../KitContext.js'
import { useText } from '../../locales/useText.js'
import { openLink } from '../../openLink.js'
import { useSheet } from '../../shadow/ShadowMount.js'
import { Avatar } from '../../ui/Avatar/Avatar.js'
import { IconButton } from '../../ui/Button/Button.js'
import { Icon } from '../../ui/Icon/Icon.js'
import { Row, RowIcon, Rows } from '../../ui/Row/Row.js'
import sheet from './Account.css.js'
import { AccountBalance } from './AccountBalance.js'

/** Who is connected, with what, and what they hold. */
export function Account() {
  useSheet(sheet)
  const text = useText()
  const copy = useCopy()
  const hint = useTooltip(text('account.copy'))
  const account = useKitState((state) => accountOf(state))
  if (account === undefined) return null
  const { address } = account
  return (
    <div className="account">
      <Avatar address={address} size={72} />
      <div className="account-name">
        <span className="account-address" title={address}>
          <span aria-hidden="true">{truncateAddress(address)}</span>
          <span className="visually-hidden">{address}</span>
        </span>
        <IconButton
          icon="copy"
          label={text('account.copy')}
          {...hint}
          onClick={() => copy(address, text('account.copied'))}
        />
      </div>
      <AccountBalance />
      <div className="account-rows">
        <Rows label={text('account.title')}>
          <ReceiveRow />
          <ExplorerRow address={address} />
          <DisconnectRow />
        </Rows>
      </div>
    </div>
  )
}

function ReceiveRow() {
  const text = useText()
  const { config } = useKit()
  const push = useAction(pushView)
  if (config.features?.receive === false) return null
  return (
    <Row
      start={<RowIcon name="qr" />}
      name={text('receive.title')}
      end={<Icon name="chevronRight" size={18} />}
      onClick={() => push({ name: 'WalletReceive' })}
    />
  )
}

function ExplorerRow({ address }: { readonly address: string }) {
  const text = useText()
  const explorer = useKitState((state) => activeNetwork(state)?.blockExplorers?.default)
  if (explorer === undefined) return null
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
