import { useEffect } from 'react'
import { initialIntentState, isOpen } from '../../core/intent.js'
import { currentView } from '../../core/router.js'
import { isWalletGone } from '../../features/connection/isWalletGone.js'
import { loadAsked } from '../../features/intent/asked.js'
import { pushView } from '../../features/modal/navigate.js'
import { showsRequest } from '../../features/modal/showsRequest.js'
import { useAction } from '../hooks/useAction.js'
import { useKitState } from '../hooks/useKitState.js'
import { useKit } from '../KitContext.js'
import { useText } from '../locales/useText.js'
import { Icon } from '../ui/Icon/Icon.js'

/** Shows, on every screen, a wallet request that is not settled; a press leads to its status. */
export function OpenRequest() {
  const kit = useKit()
  const text = useText()
  const load = useAction(loadAsked)
  const push = useAction(pushView)
  const open = useKitState(({ intent = initialIntentState, modal }) => {
    const view = currentView(modal.stack)
    return intent.open
      .filter((one) => isOpen(one) && !showsRequest(kit, view, one.intent, intent.review?.intent.id))
      .at(-1)
  })
  const isGone = useKitState((state) => open !== undefined && isWalletGone(state.connection, open.intent))
  useEffect(() => load(), [load])
  if (open === undefined) return null
  const { intent, status } = open
  return (
    <button
      type="button"
      className="open-request"
      onClick={() => push({ name: 'WalletSendStatus', parameters: { id: intent.id } })}
    >
      <Icon name="warning" size={16} />
      <span>
        {text(status === 'unknown' || isGone ? 'send.unknown' : 'send.asked', { name: intent.wallet })}
      </span>
      <Icon name="chevronRight" size={16} />
    </button>
  )
}
