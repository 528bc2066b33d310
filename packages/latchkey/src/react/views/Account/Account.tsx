import { accountOf } from '../../../features/account/state.js'
import { accountsOf } from '../../../features/account/switchAccount.js'
import { pushView } from '../../../features/modal/navigate.js'
import type { ViewParameters } from '../../../features/modal/state.js'
import { activeNetwork } from '../../../features/network/state.js'
import { truncateAddress } from '../../../protocol/truncateAddress.js'
import { useAction } from '../../hooks/useAction.js'
import { useCopy } from '../../hooks/useCopy.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useLabels } from '../../hooks/useLabels.js'
import { useTooltip } from '../../hooks/useTooltip.js'
import { useKit } from '../../KitContext.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowMount.js'
import { Avatar } from '../../ui/Avatar/Avatar.js'
import { IconButton } from '../../ui/Button/Button.js'
import { Rows } from '../../ui/Row/Row.js'
import sheet from './Account.css.js'
import { AccountActions } from './AccountActions.js'
import { AccountBalance } from './AccountBalance.js'
import { AccountRows } from './AccountRows.js'
import { AccountTabs } from './AccountTabs.js'
import { useAccountData } from './useAccountData.js'

/** Who is connected and with what; what they hold, what they did, and what they can do. */
export function Account({ parameters }: { readonly parameters: ViewParameters['Account'] }) {
  useSheet(sheet)
  const text = useText()
  useAccountData()
  const { services } = useKit().config
  const isMainnet = useKitState((state) => activeNetwork(state)?.testnet !== true)
  const account = useKitState((state) => accountOf(state))
  const portfolio = useKitState((state) => account && state.account.portfolios?.[account.caipAddress])
  if (account === undefined) return null
  // Before anything is known, it looks as it probably will: nothing moves when it is.
  const isListed =
    portfolio === undefined ? isMainnet && services.blockchain !== undefined : portfolio.status !== 'unserved'
  return (
    <div className="account">
      <AccountName />
      <AccountBalance />
      {isListed ? (
        <>
          <AccountActions />
          <AccountTabs selected={parameters?.tab ?? 'tokens'} />
        </>
      ) : (
        <div className="account-rows">
          <Rows label={text('account.title')}>
            <AccountRows />
          </Rows>
        </div>
      )}
    </div>
  )
}

/** The account's picture, its name where it has one, and its address to copy. */
function AccountName() {
  const text = useText()
  const copy = useCopy()
  const hint = useTooltip(text('account.copy'))
  const push = useAction(pushView)
  const labelOf = useLabels()
  const hasOthers = useKitState((state) => accountsOf(state).length > 1)
  const account = useKitState((state) => accountOf(state))
  const avatar = useKitState((state) => account && state.account.pictures?.[account.caipAddress])
  const identity = useKitState((state) => account && state.account.identities?.[account.caipAddress])
  if (account === undefined) return null
  const { address } = account
  const name = labelOf(account) ?? identity?.name ?? undefined
  return (
    <>
      <Avatar address={address} src={avatar} size={72} />
      <div className="account-name">
        <span className="account-address" title={address}>
          {name === undefined ? null : <bdi>{name}</bdi>}
          <span className={name === undefined ? undefined : 'account-short'} aria-hidden="true">
            {truncateAddress(address)}
          </span>
          <span className="visually-hidden">{address}</span>
        </span>
        <IconButton
          icon="chevronDown"
          label={text(hasOthers ? 'account.switch' : 'account.accounts')}
          onClick={() => push({ name: 'Accounts' })}
        />
        <IconButton
          icon="copy"
          label={text('account.copy')}
          {...hint}
          onClick={() => copy(address, text('account.copied'))}
        />
      </div>
    </>
  )
}
