import type { SiwxConfig } from '../../core/siwx.js'
import type { Kit } from '../Kit.js'
import { fromSiweConfig } from './fromSiweConfig.js'

const key = 'siwx.config'

/** How visitors of this kit sign in; `undefined` where they do not. */
export function siwxOf(kit: Kit): SiwxConfig | undefined {
  const { siwx, siweConfig } = kit.config
  if (siwx !== undefined || siweConfig === undefined) return siwx
  if (siweConfig.enabled === false) return undefined
  const made = (kit.live.get(key) as SiwxConfig | undefined) ?? fromSiweConfig(siweConfig)
  kit.live.set(key, made)
  return made
}
