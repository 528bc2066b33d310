import type { Kit, State } from '../Kit.js'

/**
 * Returns a function that says, of any later state, whether the visitor has left what the modal shows now: the modal
 * was closed. An embedded modal stays in view when it is closed, so there it counts that the visitor is back at its
 * first screen, or that another first screen has replaced it.
 */
export function hasLeftModal({ config, store }: Kit): (state: State) => boolean {
  const { stack } = store.getState().modal
  if (config.enableEmbedded !== true) return ({ modal }) => !modal.isOpen
  return ({ modal }) => modal.stack !== stack && modal.stack.length === 1
}
