import { isOffered } from '../account/isOffered.js'
import type { Kit } from '../Kit.js'
import { screens, type View } from './screens.js'

/** Whether the screen exists: a page in JavaScript may pass any name. */
export function isScreen({ name }: View): boolean {
  return Object.hasOwn(screens, name)
}

/** Whether the screen exists, the host offers its feature and the chain family supports it. */
export function isScreenOffered(kit: Kit, view: View): boolean {
  if (!isScreen(view)) return false
  const { needs } = screens[view.name]
  if (needs === undefined || needs === 'account') return true
  if (needs === 'signIn') return (kit.config.siwx ?? kit.config.siweConfig) !== undefined
  return isOffered(kit, needs, kit.store.getState().modal.namespace)
}
