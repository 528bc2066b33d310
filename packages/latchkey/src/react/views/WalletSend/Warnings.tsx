import type { SendState } from '../../../features/send/state.js'
import { useText } from '../../locales/useText.js'
import { Icon } from '../../ui/Icon/Icon.js'
import { warningsOf } from './sendTexts.js'

/** What there is to know of the recipient before anything is sent there. */
export function Warnings({ form }: { readonly form: SendState }) {
  const text = useText()
  const warnings = warningsOf(text, form)
  if (warnings.length === 0) return null
  return (
    <div role="status">
      <ul className="send-warnings">
        {warnings.map(({ warning, isGrave, text }) => (
          <li key={warning} data-grave={isGrave}>
            <Icon name="warning" size={18} />
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
