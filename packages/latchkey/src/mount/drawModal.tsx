import { createRoot } from 'react-dom/client'
import type { Kit } from '../features/Kit.js'
import { KitContext } from '../react/KitContext.js'
import { Modal } from '../react/modal/ModalMount.js'

/** Draws the modal into an element, by default one of its own at the end of the body; returns how to take it out. */
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
