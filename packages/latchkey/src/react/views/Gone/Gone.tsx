import { useText } from '../../locales/useText.js'
import { Notice } from '../../ui/Notice/Notice.js'

/**
 * Replaces a screen without a subject: another account or network is in use, or the subject never existed. The header
 * leads back or closes the modal.
 */
export function Gone() {
  const text = useText()
  return <Notice icon="search" title={text('modal.gone')} />
}
