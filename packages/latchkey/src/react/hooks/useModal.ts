import { closeModal } from '../../features/modal/closeModal.js'
import { openModal } from '../../features/modal/openModal.js'
import { isMobileDevice } from '../device.js'
import { useKit } from '../KitContext.js'
import { useKitState } from './useKitState.js'

/**
 * Opens and closes the modal.
 *
 * @example
 * ```tsx
 * const { open } = useModal()
 * <button onClick={() => open({ view: { name: 'Networks' } })}>Networks</button>
 * ```
 */
export function useModal(): useModal.ReturnType {
  const kit = useKit()
  const isOpen = useKitState((state) => state.modal.isOpen)
  return {
    isOpen,
    open: (parameters = {}) => openModal(kit, { isMobile: isMobileDevice(), ...parameters }),
    close: () => closeModal(kit),
  }
}

export declare namespace useModal {
  type ReturnType = {
    readonly isOpen: boolean
    readonly open: (parameters?: Omit<openModal.Parameters, 'isMobile'>) => void
    readonly close: () => void
  }
}
