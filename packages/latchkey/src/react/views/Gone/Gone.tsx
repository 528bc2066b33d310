import { useText } from '../../locales/useText.js'
import { Notice } from '../../ui/Notice/Notice.js'

/**
 * Replaces a screen that has nothing to show, because another account or network is in use, or because the requested
 * item does not exist. The header leads back or closes the modal.
 */
export function Gone() {
  const text = useText()
  return <Notice icon="search" title={text('modal.gone')} />
}
