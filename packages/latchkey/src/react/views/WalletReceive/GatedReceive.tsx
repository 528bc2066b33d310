import { accountOf } from '../../../features/account/state.js'
import { embeddedSlot } from '../../../features/embedded/embeddedWallet.js'
import { openSurface } from '../../../features/embedded/openSurface.js'
import { showError } from '../../../features/notify/showSnackbar.js'
import { isKitError } from '../../../protocol/errors.js'
import { useEmbeddedText } from '../../embedded/useEmbeddedText.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'
import { Button } from '../../ui/Button/Button.js'
import { Notice } from '../../ui/Notice/Notice.js'
import { WalletReceive } from './WalletReceive.js'

/**
 * Asks for a second way in before an embedded account's address shows: whoever loses the only device would lose what they
 * receive (spec §10 "Keys").
 */
export function GatedReceive() {
  const kit = useKit()
  const text = useEmbeddedText()
  const open = useAction(openSurface)
  const isDue = useKitState((state) => {
    const isEmbedded = accountOf(state)?.connectorId === kit.slots.get(embeddedSlot)?.connectorId
    return isEmbedded && state.embedded?.user?.isBackedUp === false
  })
  if (!isDue) return <WalletReceive />
  const add = () => {
    open({ view: 'backup' }).catch((error: unknown) => {
      if (!isKitError(error, 'REQUEST_ABORTED')) showError(kit, error)
    })
  }
  return (
    <Notice
      icon="key"
      title={text('receive.first')}
      text={text('receive.firstText')}
      action={
        <Button variant="primary" onClick={add}>
          {text('receive.add')}
        </Button>
      }
    />
  )
}
