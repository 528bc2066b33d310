import { type Kit, update } from '../Kit.js'
import type { Tooltip } from './state.js'

/** Shows a hint beside what the visitor points at (spec §2 "Feedback"). */
export function showTooltip(
  kit: Kit,
  {
    variant = 'shade',
    ...tooltip
  }: Omit<Tooltip, 'variant'> & { readonly variant?: Tooltip['variant'] | undefined },
): void {
  update(kit, 'notify', (notify) => ({ ...notify, tooltip: { ...tooltip, variant } }))
}
