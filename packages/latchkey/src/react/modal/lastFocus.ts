import { defineSlot } from '../../core/slots.js'

/** What last got the focus in the page. A host may disable its button while it waits: browsers then focus nothing. */
export const lastFocusSlot = defineSlot<EventTarget | undefined>('modal.lastFocus')
