import { pushView } from '../../../features/modal/navigate.js'
import { useAction } from '../../hooks/useAction.js'
import { useText } from '../../locales/useText.js'
import { Icon } from '../../ui/Icon/Icon.js'
import { useWalletFeatures } from './useWalletFeatures.js'

/** What can be done with what the account holds, as round buttons in the host's order. */
export function AccountActions() {
  const text = useText()
  const push = useAction(pushView)
  const features = useWalletFeatures()
  if (features.length === 0) return null
  return (
    <ul className="account-actions" aria-label={text('account.title')}>
      {features.map(({ id, icon, title, view }) => (
        <li key={id}>
          <button type="button" className="account-action" onClick={() => push({ name: view })}>
            <span className="account-action-icon">
              <Icon name={icon} />
            </span>
            {text(title)}
          </button>
        </li>
      ))}
    </ul>
  )
}
