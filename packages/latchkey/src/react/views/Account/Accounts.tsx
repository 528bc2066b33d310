import { shortAddress } from '../../../core/addresses.js'
import type { Account } from '../../../features/account/state.js'
import { accountOf } from '../../../features/account/state.js'
import { accountsOf, switchAccount } from '../../../features/account/switchAccount.js'
import { disconnect } from '../../../features/connection/disconnect.js'
import { walletNameOf } from '../../../features/connection/walletNameOf.js'
import { goBack, pushView } from '../../../features/modal/navigate.js'
import { networkOf } from '../../../features/network/state.js'
import { showError } from '../../../features/notify/showSnackbar.js'
import { useAccountPicture } from '../../hooks/useAccountPicture.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useLabels } from '../../hooks/useLabels.js'
import { useKit } from '../../KitContext.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Avatar } from '../../ui/Avatar/Avatar.js'
import { Divider } from '../../ui/Divider/Divider.js'
import { Icon } from '../../ui/Icon/Icon.js'
import { Row, RowIcon, Rows } from '../../ui/Row/Row.js'
import { NameButton } from '../AddressLabel/NameButton.js'
import sheet from './Account.css.js'
import { useCanAddWallet } from './useCanAddWallet.js'

/** Lists all connected accounts, grouped by wallet if there are several, and selects the account to use. */
export function Accounts() {
  useSheet(sheet)
  const text = useText()
  const push = useAction(pushView)
  const canAddWallet = useCanAddWallet()
  const accounts = useKitState(accountsOf)
  const connectorIds = [...new Set(accounts.map(({ connectorId }) => connectorId))]
  return (
    <div className="accounts">
      {connectorIds.map((connectorId) => (
        <WalletAccounts
          key={connectorId}
          connectorId={connectorId}
          accounts={accounts.filter((account) => account.connectorId === connectorId)}
          isOnlyOne={connectorIds.length === 1}
        />
      ))}
      {canAddWallet ? (
        <Rows label={text('account.another')}>
          <Row
            start={<RowIcon name="wallet" />}
            name={text('account.another')}
            end={<Icon name="chevronRight" size={18} />}
            onClick={() => push({ name: 'Connect' })}
          />
        </Rows>
      ) : null}
    </div>
  )
}

/** The accounts of one wallet, and a button that disconnects it if other wallets are connected. */
function WalletAccounts({ connectorId, accounts, isOnlyOne }: WalletAccounts.Props) {
  const kit = useKit()
  const text = useText()
  const end = useAction(disconnect)
  const wallet = useKitState((state) => walletNameOf(state, connectorId))
  return (
    <>
      {isOnlyOne ? null : <Divider>{wallet}</Divider>}
      <Rows label={isOnlyOne ? text('account.accounts') : wallet}>
        {accounts.map((account) => (
          <AccountRow key={account.caipAddress} account={account} />
        ))}
        {isOnlyOne ? null : (
          <Row
            start={<RowIcon name="disconnect" />}
            name={text('account.disconnect')}
            note={text('account.connectedWith', { name: wallet })}
            onClick={() => {
              end({ connectorId }).catch((error: unknown) => showError(kit, error))
            }}
          />
        )}
      </Rows>
    </>
  )
}

declare namespace WalletAccounts {
  type Props = {
    readonly connectorId: string
    readonly accounts: readonly Account[]
    /** True if no other wallet is connected. */
    readonly isOnlyOne: boolean
  }
}

function AccountRow({ account }: { readonly account: Account }) {
  const kit = useKit()
  const back = useAction(goBack)
  const change = useAction(switchAccount)
  const { address, caipAddress, networkId } = account
  const isCurrent = useKitState((state) => accountOf(state)?.caipAddress === caipAddress)
  const label = useLabels()(account)
  const identity = useKitState(({ account }) => account.identities?.[caipAddress]?.name)
  const picture = useAccountPicture(caipAddress)
  const name = label ?? identity
  const short = shortAddress(kit, account)
  const network = useKitState((state) => networkOf(state, networkId)?.name)
  return (
    <Row
      start={<Avatar address={address} src={picture} size={40} />}
      name={name ?? short}
      // Shows the address with every name, because a name does not identify the account.
      note={[name == null ? undefined : short, network].filter(Boolean).join(' · ')}
      isCurrent={isCurrent}
      end={isCurrent ? <Icon name="check" /> : null}
      action={<NameButton address={address} namespace={account.namespace} name={name ?? short} />}
      onClick={() => {
        change({ account }).then(back, (error: unknown) => showError(kit, error))
      }}
    />
  )
}
