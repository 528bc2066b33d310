import type { ThemeMode, ThemeVariables } from '../../core/Config.js'
import { type Kit, update } from '../Kit.js'

/** Changes the look of every mount of the kit at once; `'auto'` follows the visitor's system. */
export function setThemeMode(kit: Kit, mode: ThemeMode): void {
  update(kit, 'theme', (theme) => (theme.mode === mode ? theme : { ...theme, mode }))
}

/** Sets the given tokens over those that are set; `undefined` takes one back to its default. */
export function setThemeVariables(kit: Kit, variables: ThemeVariables): void {
  update(kit, 'theme', (theme) => ({ ...theme, variables: { ...theme.variables, ...variables } }))
}
