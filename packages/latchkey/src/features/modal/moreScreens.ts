import { defineSlot } from '../../core/slots.js'
import type { EmbeddedViewName, Screen } from './screens.js'

/**
 * The rules of the screens that `latchkey/embedded` brings. Apart from the modal's own rules, because a host's page has these from the start, and
 * those only with the modal.
 */
export const moreScreens = defineSlot<{ readonly [name in EmbeddedViewName]: Screen }>('modal.screens')
