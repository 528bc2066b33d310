import type { SendState } from '../../../features/send/state.js'
import { useText } from '../../locales/useText.js'
import { Icon } from '../../ui/Icon/Icon.js'
import { LookalikeNotice } from './LookalikeNotice.js'
import { warningsOf } from './sendTexts.js'

/** A warning that is not about the recipient. */
export function Caution({ text, isGrave = false }: Caution.Props) {
  return (
    <ul className="send-warnings">
      <li data-grave={isGrave}>
        <Icon name="warning" size={18} />
        {text}
      </li>
    </ul>
  )
}

export declare namespace Caution {
  type Props = {
    readonly text: string
    /** True if a visitor who ignores the warning loses money. */
    readonly isGrave?: boolean | undefined
  }
}

/** The warnings about the recipient, shown before anything is sent. */
export function Warnings({ form }: { readonly form: SendState }) {
  const text = useText()
  const { recipient } = form
  const warnings = warningsOf(text, form)
  if (warnings.length === 0 || recipient.status !== 'valid') return null
  const { address, lookalike } = recipient
  const isLookalike = ({ warning }: { readonly warning: string }) => warning === 'lookalike'
  const draw = (list: typeof warnings) => (
    <div role="status">
      <ul className="send-warnings">
        {list.map(({ warning, isGrave, text }) => (
          <li key={warning} data-grave={isGrave}>
            <Icon name="warning" size={18} />
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
  if (lookalike === undefined) return draw(warnings)
  return (
    <>
      {draw(warnings.filter(isLookalike))}
      <LookalikeNotice form={form} address={address} known={lookalike} />
      {draw(warnings.filter((warning) => !isLookalike(warning)))}
    </>
  )
}
