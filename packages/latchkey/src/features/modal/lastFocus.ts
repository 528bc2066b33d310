import { defineSlot } from '../../core/slots.js'

/**
 * What last got the focus in the page. A host may disable its button while a request waits: browsers then focus nothing, before the modal opens
 * for the request.
 */
export const lastFocus = defineSlot<EventTarget | undefined>('modal.lastFocus')
