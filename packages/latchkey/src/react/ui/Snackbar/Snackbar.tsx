import { useSheet } from '../../shadow/ShadowRootContext.js'
import { IconButton } from '../Button/Button.js'
import { Icon } from '../Icon/Icon.js'
import { Spinner } from '../Spinner/Spinner.js'
import sheet from './Snackbar.css.js'

/**
 * A temporary message under the modal's header. The live region is always in the document: otherwise screen readers
 * would miss its first message.
 */
export function Snackbar({ message, dismissLabel, onDismiss }: Snackbar.Props) {
  useSheet(sheet)
  return (
    <div className="snackbar-area" role="status" aria-live="polite">
      {message === undefined ? null : (
        <div
          key={message.id}
          className="snackbar"
          data-variant={message.variant}
          data-lines={message.text.length > 34 ? 'many' : 'one'}
        >
          <span className="snackbar-sign">
            {message.variant === 'loading' ? (
              <Spinner size="md" />
            ) : (
              <Icon name={message.variant === 'success' ? 'check' : 'warning'} size={18} />
            )}
          </span>
          {message.text}
          {message.variant === 'error' ? (
            <IconButton icon="close" label={dismissLabel} onClick={onDismiss} />
          ) : null}
        </div>
      )}
    </div>
  )
}

export declare namespace Snackbar {
  type Props = {
    readonly message:
      | { readonly id: number; readonly text: string; readonly variant: 'loading' | 'success' | 'error' }
      | undefined
    readonly dismissLabel: string
    readonly onDismiss: () => void
  }
}
