import { defineSlot } from '../../core/slots.js'

/**
 * The element of the page that got the focus last. A host may disable its button while a request waits; the button then loses the focus before
 * the modal opens.
 */
export const lastFocus = defineSlot<EventTarget | undefined>('modal.lastFocus')
