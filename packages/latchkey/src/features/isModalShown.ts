import type { Kit } from './Kit.js'

/** Whether the modal's screens are in view: it is open, or embedded in the host's page, where it needs no opening. */
export function isModalShown({ config, store }: Kit): boolean {
  return store.getState().modal.isOpen || config.enableEmbedded === true
}
