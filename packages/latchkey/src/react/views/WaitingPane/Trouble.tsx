import type { ErrorState } from '../../../core/ErrorState.js'
import { useErrorText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Icon } from '../../ui/Icon/Icon.js'
import sheet from './Trouble.css.js'

/** Shows a problem with reaching the wallet on a screen that waits for the wallet; hidden without a problem. */
export function Trouble({ error, text }: Trouble.Props) {
  useSheet(sheet)
  const errorText = useErrorText()
  if (error === undefined) return null
  return (
    <p className="trouble" role="alert">
      <Icon name="warning" size={18} />
      {text ?? errorText(error)}
    </p>
  )
}

export declare namespace Trouble {
  type Props = {
    readonly error: ErrorState | undefined
    /** Replaces the error's own text. */
    readonly text?: string | undefined
  }
}
