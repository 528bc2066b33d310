import type { ComponentType, ReactNode } from 'react'
import { defineSlot } from '../../core/slots.js'

/**
 * Loads what a connector adds to the modal: screens, and parts of others. The modal waits for it before it first shows, so
 * that nothing changes under the visitor's hand. It never rejects.
 */
export const extensionSlot = defineSlot<() => Promise<void>>('modal.extension')

/** The parts of the modal's own screens that the embedded wallet adds. */
export type ModalParts = {
  /** The ways to log in and the wallets, in the host's order. */
  readonly Login: ComponentType<{ readonly wallets: ReactNode }>
}

export const modalParts = defineSlot<ModalParts>('modal.parts')
