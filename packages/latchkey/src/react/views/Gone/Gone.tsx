import { goBack } from '../../../features/modal/navigate.js'
import { useAction } from '../../hooks/useAction.js'
import { useText } from '../../locales/useText.js'
import { Button } from '../../ui/Button/Button.js'
import { Notice } from '../../ui/Notice/Notice.js'

/** Replaces a screen without a subject: another account or network is in use, or the subject never existed. */
export function Gone() {
  const text = useText()
  const back = useAction(goBack)
  return (
    <Notice
      icon="search"
      title={text('modal.gone')}
      action={<Button onClick={() => back()}>{text('modal.back')}</Button>}
    />
  )
}
