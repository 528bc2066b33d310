import { type ReactElement, useCallback } from 'react'
import { createPortal } from 'react-dom'
import { closeModal } from '../../features/modal/closeModal.js'
import { KitError } from '../../protocol/errors.js'
import { useKitState } from '../hooks/useKitState.js'
import { useLazy } from '../hooks/useLazy.js'
import { useKit } from '../KitContext.js'

/** The modal at the end of the page's body. Its code is loaded when it first opens. */
export function ModalMount() {
  const Dialog = useDialog(false)
  return Dialog === undefined ? null : createPortal(<Dialog />, document.body)
}

/** The modal where the host renders it: for `disableAppend` and `enableEmbedded`. */
export function Modal(): ReactElement | null {
  const isEmbedded = useKit().config.enableEmbedded === true
  const Dialog = useDialog(isEmbedded)
  return Dialog === undefined ? null : <Dialog />
}

function useDialog(isEmbedded: boolean) {
  const kit = useKit()
  const isOpen = useKitState((state) => state.modal.isOpen)
  const onFail = useCallback(
    (cause: unknown) => {
      // The next click opens the modal and loads its code again.
      closeModal(kit)
      console.error(new KitError('SERVICE_UNREACHABLE', { slots: { service: 'modal' }, cause }))
    },
    [kit],
  )
  return useLazy(loadDialog, isOpen || isEmbedded, onFail)
}

function loadDialog() {
  return import('./ModalDialog.js').then((module) => module.ModalDialog)
}
