import { shortAddress } from '../../../core/addresses.js'
import { type Account, accountOf } from '../../../features/account/state.js'
import { accountsOf, switchAccount } from '../../../features/account/switchAccount.js'
import { pushView } from '../../../features/modal/navigate.js'
import { networkOf } from '../../../features/network/state.js'
import { showError } from '../../../features/notify/showSnackbar.js'
import { EmbeddedIcon } from '../../embedded/EmbeddedIcon.js'
import { useEmbeddedText } from '../../embedded/useEmbeddedText.js'
import { useIdentifier } from '../../embedded/useIdentifier.js'
import { useAccountPicture } from '../../hooks/useAccountPicture.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Avatar } from '../../ui/Avatar/Avatar.js'
import { Button } from '../../ui/Button/Button.js'
import { Icon } from '../../ui/Icon/Icon.js'
import { Row, RowIcon, Rows } from '../../ui/Row/Row.js'
import sheet from './Profile.css.js'

/** The accounts of the embedded wallet with their types, and the way to its settings and to other wallets. */
export function Profile() {
  useSheet(sheet)
  const text = useEmbeddedText()
  const push = useAction(pushView)
  const identifier = useIdentifier()
  const current = useKitState((state) => accountOf(state))
  const own = useKitState((state) =>
    accountsOf(state).filter(({ connectorId }) => connectorId === current?.connectorId),
  )
  const picture = useAccountPicture(current?.caipAddress)
  if (current === undefined) return null
  return (
    <div className="profile">
      <div className="profile-head">
        <Avatar address={current.address} src={picture} size={72} />
        {identifier === undefined ? null : (
          <>
            <bdi className="profile-name">{identifier.name}</bdi>
            <span className="profile-note">{identifier.note}</span>
          </>
        )}
        <Button size="small" onClick={() => push({ name: 'AccountSettings' })}>
          <EmbeddedIcon name="settings" size={18} />
          {text('settings.title')}
        </Button>
      </div>
      <Rows label={text('account.accounts')}>
        {own.map((account) => (
          <AccountRow key={account.caipAddress} account={account} />
        ))}
        <Row
          start={<RowIcon name="wallet" />}
          name={text('profile.others')}
          end={<Icon name="chevronRight" size={18} />}
          onClick={() => push({ name: 'Accounts' })}
        />
      </Rows>
    </div>
  )
}

function AccountRow({ account }: { readonly account: Account }) {
  const kit = useKit()
  const text = useEmbeddedText()
  const change = useAction(switchAccount)
  const { address, caipAddress, networkId, facts } = account
  const isCurrent = useKitState((state) => accountOf(state)?.caipAddress === caipAddress)
  const network = useKitState((state) => networkOf(state, networkId)?.name)
  const picture = useAccountPicture(caipAddress)
  const type = text(facts?.type === 'smartAccount' ? 'profile.smart' : 'profile.eoa')
  return (
    <Row
      start={<Avatar address={address} src={picture} size={40} />}
      name={shortAddress(kit, account)}
      note={[type, network].filter(Boolean).join(' · ')}
      isCurrent={isCurrent}
      end={isCurrent ? <Icon name="check" /> : null}
      onClick={() => {
        change({ account }).catch((error: unknown) => showError(kit, error))
      }}
    />
  )
}
