import { shortAddress } from '../../../core/addresses.js'
import { accountOf } from '../../../features/account/state.js'
import { pushView } from '../../../features/modal/navigate.js'
import { activeNetwork } from '../../../features/network/state.js'
import { EmbeddedIcon } from '../../embedded/EmbeddedIcon.js'
import { useEmbeddedText } from '../../embedded/useEmbeddedText.js'
import { useIdentifier } from '../../embedded/useIdentifier.js'
import { useAccountPicture } from '../../hooks/useAccountPicture.js'
import { useAction } from '../../hooks/useAction.js'
import { useCopy } from '../../hooks/useCopy.js'
import { useNetworkImage } from '../../hooks/useImage.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Avatar } from '../../ui/Avatar/Avatar.js'
import { IconButton } from '../../ui/Button/Button.js'
import { Icon } from '../../ui/Icon/Icon.js'
import { Picture } from '../../ui/Picture/Picture.js'
import { Row, RowIcon, Rows } from '../../ui/Row/Row.js'
import account from '../Account/Account.css.js'
import { useLeave } from '../Account/useLeave.js'
import sheet from './AccountSettings.css.js'
import { AccountTypeRow } from './AccountTypeRow.js'
import { SurfaceRows } from './SurfaceRows.js'

/** The settings of the embedded wallet. What concerns its keys opens on the wallet's own surface. */
export function AccountSettings() {
  useSheet(account)
  useSheet(sheet)
  const kit = useKit()
  const text = useEmbeddedText()
  const copy = useCopy()
  const push = useAction(pushView)
  const current = useKitState((state) => accountOf(state))
  const canSwitch = useKitState(
    ({ options, network }) => options.enableNetworkSwitch !== false && network.networks.length > 1,
  )
  const custody = useKitState(({ embedded }) => embedded?.user?.custody)
  const identifier = useIdentifier()
  const network = useKitState(activeNetwork)
  const networkImage = useNetworkImage(network)
  const picture = useAccountPicture(current?.caipAddress)
  const leave = useLeave()
  if (current === undefined) return null
  const { address } = current
  return (
    <div className="settings">
      <div className="account">
        <Avatar address={address} src={picture} size={72} />
        <div className="account-name">
          <span className="account-address" title={address}>
            <span aria-hidden="true">{shortAddress(kit, current)}</span>
            <span className="visually-hidden">{address}</span>
          </span>
          <IconButton
            icon="copy"
            label={text('account.copy')}
            onClick={() => copy(address, text('account.copied'))}
          />
        </div>
        {custody === undefined ? null : (
          <p className="settings-custody" data-custody={custody}>
            {text(`settings.${custody}`)}
          </p>
        )}
      </div>
      <Rows label={text('settings.title')}>
        <IdentifierRow identifier={identifier} />
        {canSwitch ? (
          <Row
            start={<Picture src={networkImage} fallback="network" size={40} shape="round" />}
            name={network?.name ?? text('button.unknownNetwork')}
            note={text('settings.network')}
            end={<Icon name="chevronRight" size={18} />}
            onClick={() => push({ name: 'Networks' })}
          />
        ) : null}
        <AccountTypeRow />
        <SurfaceRows />
        <Row
          start={<RowIcon name="disconnect" />}
          name={text(leave.isPending ? 'account.disconnecting' : 'account.disconnect')}
          onClick={() => leave.mutate(undefined)}
        />
      </Rows>
    </div>
  )
}

/** Who has logged in; an e-mail address can be changed. */
function IdentifierRow({ identifier }: { readonly identifier: useIdentifier.Identifier | undefined }) {
  const push = useAction(pushView)
  if (identifier === undefined) return null
  const { name, note, logo, isEmail } = identifier
  if (!isEmail) {
    return (
      <li className="row">
        {logo}
        <span className="row-body">
          <bdi className="row-name">{name}</bdi>
          <span className="row-note">{note}</span>
        </span>
      </li>
    )
  }
  return (
    <Row
      start={
        <span className="row-icon">
          <EmbeddedIcon name="mail" />
        </span>
      }
      name={name}
      note={note}
      end={<Icon name="chevronRight" size={18} />}
      onClick={() => push({ name: 'UpdateEmailWallet' })}
    />
  )
}
