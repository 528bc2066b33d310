import { createRoot } from 'react-dom/client'
import type { Kit } from '../features/Kit.js'
import { KitContext } from '../react/KitContext.js'
import { Modal } from '../react/modal/ModalMount.js'

/**
 * Renders the modal into an element, by default a new one at the end of the body; returns a function that removes it.
 */
export function drawModal(kit: Kit, target: Element | undefined): () => void {
  const container = target ?? document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(
    <KitContext.Provider value={kit}>
      <Modal />
    </KitContext.Provider>,
  )
  return () => {
    root.unmount()
    if (target === undefined) container.remove()
  }
}
