import { followTexts } from '../features/embedded/followTexts.js'
import type { Kit } from '../features/Kit.js'
import { embeddedParts } from '../react/embedded/embeddedParts.js'
import { modalParts } from '../react/modal/extension.js'
import { addScreenParts } from '../react/modal/screenParts.js'
import { Login } from '../react/views/Login/Login.js'

/** Adds the embedded wallet's screens and texts to the modal. Called before the modal first shows. */
export function extendModal(kit: Kit): void {
  if (kit.slots.get(modalParts) !== undefined) return
  addScreenParts(embeddedParts)
  kit.slots.set(modalParts, { Login })
  kit.slots.onStop(followTexts(kit))
}
