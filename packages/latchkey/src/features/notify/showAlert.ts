import { defineSlot } from '../../core/slots.js'
import { accountErrorTexts } from '../../protocol/accountErrorTexts.js'
import type { AlertCode } from '../../protocol/alerts.js'
import { fillSlots } from '../../protocol/errors.js'
import { type Kit, update } from '../Kit.js'

const toldAlerts = defineSlot<Set<AlertCode>>('notify.alerts')

/**
 * Tells the developer about a configuration mistake, in the modal and the console. Only if `debug` is on, and each
 * alert once in a kit's life (spec §8 "Alerts").
 */
export function showAlert(
  kit: Kit,
  code: AlertCode,
  slots: { readonly [name: string]: string | number } = {},
): void {
  const told = kit.slots.ensure(toldAlerts, () => new Set())
  if (!kit.store.getState().options.debug || told.has(code)) return
  told.add(code)
  update(kit, 'notify', (notify) => ({ ...notify, alert: { code } }))
  // The advice loads on demand: it is long, and most pages never need it.
  import('../../protocol/alertAdvice.js').then(
    ({ alertAdvice }) =>
      console.error(`[latchkey] ${accountErrorTexts[code]}. ${fillSlots(alertAdvice[code], slots)}`),
    () => console.error(`[latchkey] ${accountErrorTexts[code]}`),
  )
}

export function hideAlert(kit: Kit): void {
  update(kit, 'notify', (notify) => (notify.alert === null ? notify : { ...notify, alert: null }))
}
