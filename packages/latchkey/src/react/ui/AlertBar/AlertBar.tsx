import { useSheet } from '../../shadow/ShadowRootContext.js'
import { IconButton } from '../Button/Button.js'
import { Icon } from '../Icon/Icon.js'
import sheet from './AlertBar.css.js'

/** Shows a developer that the host's configuration is wrong; the console has the details. */
export function AlertBar({ text, dismissLabel, onDismiss }: AlertBar.Props) {
  useSheet(sheet)
  return (
    <div className="alert-bar" role="alert">
      <Icon name="warning" size={18} />
      <p>{text}</p>
      <IconButton icon="close" label={dismissLabel} onClick={onDismiss} />
    </div>
  )
}

export declare namespace AlertBar {
  type Props = { readonly text: string; readonly dismissLabel: string; readonly onDismiss: () => void }
}
