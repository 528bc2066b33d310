import { isOffered } from '../account/isOffered.js'
import type { Kit } from '../Kit.js'
import { screens, type View } from './screens.js'

/** Whether there is such a screen: a page in JavaScript may name any. */
export function isScreen({ name }: View): boolean {
  return Object.hasOwn(screens, name)
}

/** Whether there is such a screen, and the host and the chain family have what it is for. */
export function isScreenOffered(kit: Kit, view: View): boolean {
  if (!isScreen(view)) return false
  const { needs } = screens[view.name]
  if (needs === undefined || needs === 'account') return true
  if (needs === 'signIn') return (kit.config.siwx ?? kit.config.siweConfig) !== undefined
  return isOffered(kit, needs, kit.store.getState().modal.namespace)
}
