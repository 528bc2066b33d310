import { type Kit, update } from '../Kit.js'

export function hideTooltip(kit: Kit): void {
  update(kit, 'notify', (notify) => (notify.tooltip === null ? notify : { ...notify, tooltip: null }))
}
