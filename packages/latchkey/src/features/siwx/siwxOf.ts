import type { SiwxConfig } from '../../core/siwx.js'
import { defineSlot } from '../../core/slots.js'
import type { Kit } from '../Kit.js'
import { fromSiweConfig } from './fromSiweConfig.js'

const mapped = defineSlot<SiwxConfig>('siwx.mapped')

/** How visitors of this kit sign in; `undefined` if the host has no sign-in. */
export function siwxOf(kit: Kit): SiwxConfig | undefined {
  const { siwx, siweConfig } = kit.config
  if (siwx !== undefined || siweConfig === undefined) return siwx
  if (siweConfig.enabled === false) return undefined
  return kit.slots.ensure(mapped, () => fromSiweConfig(siweConfig))
}
