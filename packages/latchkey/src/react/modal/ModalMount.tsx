import { type ComponentType, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { closeModal } from '../../features/modal/closeModal.js'
import { KitError } from '../../protocol/errors.js'
import { useAction } from '../hooks/useAction.js'
import { useKitState } from '../hooks/useKitState.js'
import { useKit } from '../KitContext.js'

/** The modal at the end of the page's body. Its code is loaded when it first opens. */
export function ModalMount() {
  const isOpen = useKitState((state) => state.modal.isOpen)
  const Dialog = useModalDialog(isOpen)
  return Dialog === undefined ? null : createPortal(<Dialog />, document.body)
}

/** The modal where the host puts it: for `disableAppend` and `enableEmbedded`. */
export function Modal() {
  const isEmbedded = useKit().config.enableEmbedded === true
  const isOpen = useKitState((state) => state.modal.isOpen)
  const Dialog = useModalDialog(isOpen || isEmbedded)
  return Dialog === undefined ? null : <Dialog />
}

function useModalDialog(isWanted: boolean): ComponentType | undefined {
  const [Dialog, setDialog] = useState<ComponentType>()
  const close = useAction(closeModal)
  useEffect(() => {
    if (!isWanted || Dialog !== undefined) return
    let isCurrent = true
    import('./ModalDialog.js').then(
      (module) => isCurrent && setDialog(() => module.ModalDialog),
      (cause) => {
        // Offline, or a new release took the file away: closed again, the next click tries once more.
        if (!isCurrent) return
        close()
        console.error(new KitError('SERVICE_UNREACHABLE', { slots: { service: 'modal' }, cause }))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [isWanted, Dialog, close])
  return Dialog
}
