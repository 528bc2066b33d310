import type { ErrorState } from '../../../core/ErrorState.js'
import { useErrorText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowMount.js'
import { Icon } from '../../ui/Icon/Icon.js'
import sheet from './Trouble.css.js'

/** Shows a problem with reaching the wallet, next to what waits for it; hidden while there is none. */
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
    /** Instead of the error's own words. */
    readonly text?: string | undefined
  }
}
