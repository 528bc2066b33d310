import { shortAddress } from '../../../core/addresses.js'
import { accountOf } from '../../../features/account/state.js'
import { accountsOf } from '../../../features/account/switchAccount.js'
import { pushView } from '../../../features/modal/navigate.js'
import type { ViewParameters } from '../../../features/modal/screens.js'
import { activeNetwork } from '../../../features/network/state.js'
import { useAccountPicture } from '../../hooks/useAccountPicture.js'
import { useAction } from '../../hooks/useAction.js'
import { useCopy } from '../../hooks/useCopy.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useLabels } from '../../hooks/useLabels.js'
import { useLazy } from '../../hooks/useLazy.js'
import { useTooltip } from '../../hooks/useTooltip.js'
import { useKit } from '../../KitContext.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Avatar } from '../../ui/Avatar/Avatar.js'
import { IconButton } from '../../ui/Button/Button.js'
import sheet from './Account.css.js'
import { AccountActions } from './AccountActions.js'
import { AccountBalance } from './AccountBalance.js'
import type { AccountPurposes } from './AccountPurposes.js'
import { AccountTabs } from './AccountTabs.js'
import { useAccountData } from './useAccountData.js'

const loadPurposes = () => import('./AccountPurposes.js').then((module) => module.AccountPurposes)

/** The connected account: its name and network, assets, activity, and actions. */
export function Account({ parameters }: { readonly parameters: ViewParameters['Account'] }) {
  useSheet(sheet)
  useAccountData()
  const { services } = useKit().config
  const lastTab = useKitState((state) => state.modal.accountTab)
  const isMainnet = useKitState((state) => activeNetwork(state)?.testnet !== true)
  const account = useKitState((state) => accountOf(state))
  const portfolio = useKitState((state) => account && state.account.portfolios?.[account.caipAddress])
  const hasPurpose = /^(payment|ordinal)$/.test(account?.facts?.type ?? '')
  // If this code fails to load, the list of accounts still switches.
  const Purposes = useLazy<AccountPurposes.Props>(loadPurposes, hasPurpose)
  if (account === undefined) return null
  // Before the data arrives, assume the likely layout, so that it does not shift.
  const isListed =
    portfolio === undefined ? isMainnet && services.blockchain !== undefined : portfolio.status !== 'unserved'
  const screen = (
    <div className="account">
      <AccountName />
      <AccountBalance />
      {isListed ? (
        <>
          <AccountActions shape="round" />
          <AccountTabs wanted={parameters?.tab ?? lastTab ?? 'tokens'} />
        </>
      ) : (
        <AccountActions shape="row" />
      )}
    </div>
  )
  return Purposes === undefined ? screen : <Purposes>{screen}</Purposes>
}

/** The account's picture, its name where it has one, and its address to copy. */
function AccountName() {
  const kit = useKit()
  const text = useText()
  const copy = useCopy()
  const hint = useTooltip(text('account.copy'))
  const push = useAction(pushView)
  const labelOf = useLabels()
  const hasOthers = useKitState((state) => accountsOf(state).length > 1)
  const account = useKitState((state) => accountOf(state))
  const isEmbedded = useKitState(({ connection }) =>
    connection.connectors.some(({ id, type }) => id === account?.connectorId && type === 'AUTH'),
  )
  const avatar = useAccountPicture(account?.caipAddress)
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
            {shortAddress(kit, account)}
          </span>
          <span className="visually-hidden">{address}</span>
        </span>
        <IconButton
          icon="chevronDown"
          label={text(hasOthers ? 'account.switch' : 'account.accounts')}
          onClick={() => push({ name: isEmbedded ? 'Profile' : 'Accounts' })}
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
