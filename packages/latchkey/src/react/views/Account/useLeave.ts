import { disconnect } from '../../../features/connection/disconnect.js'
import { showError } from '../../../features/notify/showSnackbar.js'
import { useAction } from '../../hooks/useAction.js'
import { type Mutation, useMutation } from '../../hooks/useMutation.js'
import { useKit } from '../../KitContext.js'

/** Disconnects; a failure shows in the snackbar. */
export function useLeave(): Mutation<undefined, void> {
  const kit = useKit()
  const end = useAction(disconnect)
  return useMutation(() => end().catch((error: unknown) => showError(kit, error)))
}
