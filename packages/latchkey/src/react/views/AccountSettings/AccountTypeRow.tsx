import { accountOf } from '../../../features/account/state.js'
import { canBeSmart } from '../../../features/embedded/canBeSmart.js'
import { setAccountType } from '../../../features/embedded/setAccountType.js'
import { showError } from '../../../features/notify/showSnackbar.js'
import { useEmbeddedText } from '../../embedded/useEmbeddedText.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useMutation } from '../../hooks/useMutation.js'
import { useKit } from '../../KitContext.js'
import { Row, RowIcon } from '../../ui/Row/Row.js'

/** Switches between the two ways in which the account acts; only on networks where it can be a smart account. */
export function AccountTypeRow() {
  const kit = useKit()
  const text = useEmbeddedText()
  const set = useAction(setAccountType)
  const isOffered = useKitState(canBeSmart)
  const type = useKitState((state) => accountOf(state)?.facts?.type)
  const change = useMutation(() =>
    set({ type: type === 'smartAccount' ? 'eoa' : 'smartAccount' }).catch((error: unknown) => {
      showError(kit, error)
      throw error
    }),
  )
  if (!isOffered) return null
  const label = type === 'smartAccount' ? 'settings.eoa' : 'settings.smart'
  return (
    <Row
      start={<RowIcon name="swap" />}
      name={text(change.isPending ? 'settings.switching' : label)}
      onClick={() => change.isPending || change.mutate(undefined)}
    />
  )
}
