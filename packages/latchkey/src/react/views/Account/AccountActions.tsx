import { pushView } from '../../../features/modal/navigate.js'
import { useAction } from '../../hooks/useAction.js'
import { useText } from '../../locales/useText.js'
import { openLink } from '../../openLink.js'
import { Icon, type IconName } from '../../ui/Icon/Icon.js'
import { useExplorerLink } from './useExplorerLink.js'
import { useLeave } from './useLeave.js'
import { useWalletFeatures } from './useWalletFeatures.js'

/** What can be done with what the account holds, in the host's order; then the explorer, and the way out. */
export function AccountActions() {
  const text = useText()
  const push = useAction(pushView)
  const features = useWalletFeatures()
  const href = useExplorerLink()
  const leave = useLeave()
  return (
    <ul className="account-actions" aria-label={text('account.title')}>
      {features.map(({ id, icon, title, view }) => (
        <RoundAction
          key={id}
          icon={icon}
          label={text(title)}
          isMain={true}
          onClick={() => push({ name: view })}
        />
      ))}
      {href === undefined ? null : (
        <RoundAction icon="external" label={text('account.explorerShort')} onClick={() => openLink(href)} />
      )}
      <RoundAction
        icon="disconnect"
        label={text(leave.isPending ? 'account.disconnecting' : 'account.disconnect')}
        onClick={() => leave.mutate(undefined)}
      />
    </ul>
  )
}

function RoundAction({ icon, label, isMain = false, onClick }: RoundAction.Props) {
  return (
    <li>
      <button type="button" className="account-action" data-main={isMain} onClick={onClick}>
        <span className="account-action-icon">
          <Icon name={icon} />
        </span>
        {label}
      </button>
    </li>
  )
}

declare namespace RoundAction {
  type Props = {
    readonly icon: IconName
    readonly label: string
    /** One of the account's features, not a way out. */
    readonly isMain?: boolean | undefined
    readonly onClick: () => void
  }
}
