import { isOffered } from '../account/isOffered.js'
import type { Kit } from '../Kit.js'
import { screenOf } from './screenOf.js'
import type { View } from './screens.js'

/** Whether the screen exists, the host offers its feature and the chain family supports it. */
export function isScreenOffered(kit: Kit, view: View): boolean {
  const screen = screenOf(kit, view)
  if (screen === undefined || screen.isOffered?.(kit) === false) return false
  const { needs } = screen
  if (needs === undefined || needs === 'account') return true
  if (needs === 'signIn') return (kit.config.siwx ?? kit.config.siweConfig) !== undefined
  return isOffered(kit, needs, kit.store.getState().modal.namespace)
}
