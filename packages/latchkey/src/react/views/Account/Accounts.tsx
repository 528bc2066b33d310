import type { Account } from '../../../features/account/state.js'
import { accountOf } from '../../../features/account/state.js'
import { accountsOf, switchAccount } from '../../../features/account/switchAccount.js'
import { goBack } from '../../../features/modal/navigate.js'
import { networkOf } from '../../../features/network/state.js'
import { showError } from '../../../features/notify/showSnackbar.js'
import { truncateAddress } from '../../../protocol/truncateAddress.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useLabels } from '../../hooks/useLabels.js'
import { useKit } from '../../KitContext.js'
import { useText } from '../../locales/useText.js'
import { Avatar } from '../../ui/Avatar/Avatar.js'
import { Icon } from '../../ui/Icon/Icon.js'
import { Row, Rows } from '../../ui/Row/Row.js'
import { NameButton } from '../AddressLabel/NameButton.js'

/** Every account that is connected, to choose the one in use. */
export function Accounts() {
  const text = useText()
  const accounts = useKitState(accountsOf)
  return (
    <Rows label={text('account.accounts')}>
      {accounts.map((account) => (
        <AccountRow key={account.caipAddress} account={account} />
      ))}
    </Rows>
  )
}

function AccountRow({ account }: { readonly account: Account }) {
  const kit = useKit()
  const back = useAction(goBack)
  const change = useAction(switchAccount)
  const { address, caipAddress, networkId } = account
  const isCurrent = useKitState((state) => accountOf(state)?.caipAddress === caipAddress)
  const label = useLabels()(account)
  const identity = useKitState(({ account }) => account.identities?.[caipAddress]?.name)
  const name = label ?? identity
  const network = useKitState((state) => networkOf(state, networkId)?.name)
  return (
    <Row
      start={<Avatar address={address} size={40} />}
      name={name ?? truncateAddress(address)}
      // Never the name alone: it says nothing of whose account it is.
      note={[name == null ? undefined : truncateAddress(address), network].filter(Boolean).join(' · ')}
      isCurrent={isCurrent}
      end={isCurrent ? <Icon name="check" /> : null}
      action={
        <NameButton address={address} namespace={account.namespace} name={name ?? truncateAddress(address)} />
      }
      onClick={() => {
        change({ account }).then(back, (error: unknown) => showError(kit, error))
      }}
    />
  )
}
