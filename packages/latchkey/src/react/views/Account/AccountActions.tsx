import { pushView } from '../../../features/modal/navigate.js'
import { useAction } from '../../hooks/useAction.js'
import { useWalletName } from '../../hooks/useWalletName.js'
import { useText } from '../../locales/useText.js'
import { openLink } from '../../openLink.js'
import { Icon, type IconName } from '../../ui/Icon/Icon.js'
import { Row, RowIcon, Rows } from '../../ui/Row/Row.js'
import { useAccountActions } from './useAccountActions.js'
import { useExplorerLink } from './useExplorerLink.js'
import { useLeave } from './useLeave.js'

/**
 * The account's actions, in the host's order; then the explorer link and "Disconnect". Round buttons above the assets,
 * or rows if the screen lists none.
 */
export function AccountActions({ shape }: { readonly shape: 'round' | 'row' }) {
  const text = useText()
  const actions = useActions()
  const Action = shape === 'round' ? RoundAction : RowAction
  const list = actions.map((action) => <Action key={action.id} {...action} />)
  if (shape === 'row') {
    return (
      <div className="account-rows">
        <Rows label={text('account.title')}>{list}</Rows>
      </div>
    )
  }
  return (
    <ul className="account-actions" aria-label={text('account.title')}>
      {list}
    </ul>
  )
}

type Action = {
  readonly id: string
  readonly icon: IconName
  readonly label: string
  /** The label used where there is room for a longer one. */
  readonly longLabel?: string | undefined
  readonly note?: string | undefined
  /** The icon at a row's start, if it differs from the button's. */
  readonly rowIcon?: IconName | undefined
  /** The icon at a row's end, which shows where the row leads. */
  readonly end?: IconName | undefined
  /** True if the action opens a screen of the modal; other actions leave the modal. */
  readonly isMain?: boolean | undefined
  readonly run: () => void
}

function useActions(): readonly Action[] {
  const text = useText()
  const push = useAction(pushView)
  const features = useAccountActions()
  const href = useExplorerLink()
  const wallet = useWalletName()
  const leave = useLeave()
  return [
    ...features.map(({ id, icon, label, opens }) => ({
      id,
      icon,
      label: text(label),
      end: 'chevronRight' as const,
      isMain: true,
      run: () => push(opens),
    })),
    ...(href === undefined
      ? []
      : [
          {
            id: 'explorer',
            icon: 'external',
            rowIcon: 'web',
            end: 'external',
            label: text('account.explorerShort'),
            longLabel: text('account.explorer'),
            run: () => openLink(href),
          } as const,
        ]),
    {
      id: 'disconnect',
      icon: 'disconnect',
      label: text(leave.isPending ? 'account.disconnecting' : 'account.disconnect'),
      note: text('account.connectedWith', { name: wallet }),
      run: () => leave.mutate(undefined),
    },
  ]
}

function RoundAction({ icon, label, isMain = false, run }: Action) {
  return (
    <li>
      <button type="button" className="account-action" data-main={isMain} onClick={run}>
        <span className="account-action-icon">
          <Icon name={icon} />
        </span>
        {label}
      </button>
    </li>
  )
}

function RowAction({ icon, rowIcon = icon, label, longLabel = label, note, end, run }: Action) {
  return (
    <Row
      start={<RowIcon name={rowIcon} />}
      name={longLabel}
      note={note}
      end={end === undefined ? undefined : <Icon name={end} size={18} />}
      onClick={run}
    />
  )
}
