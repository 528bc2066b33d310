import type { AlertCode } from '../../protocol/alerts.js'
import { connectErrorTexts, fillSlots } from '../../protocol/errors.js'
import { type Kit, update } from '../Kit.js'

/**
 * Tells the developer of a mistake in the configuration, in the modal and the console. Only when `debug` is on, and each
 * alert once in a kit's life (spec §8 "Alerts").
 */
export function showAlert(
  kit: Kit,
  code: AlertCode,
  slots: { readonly [name: string]: string | number } = {},
): void {
  if (!kit.config.debug || kit.live.has(`alert.${code}`)) return
  kit.live.set(`alert.${code}`, true)
  update(kit, 'notify', (notify) => ({ ...notify, alert: { code } }))
  // The advice is long, and most pages never need it.
  import('../../protocol/alertAdvice.js').then(
    ({ alertAdvice }) =>
      console.error(`[latchkey] ${connectErrorTexts[code]}. ${fillSlots(alertAdvice[code], slots)}`),
    () => console.error(`[latchkey] ${connectErrorTexts[code]}`),
  )
}

export function hideAlert(kit: Kit): void {
  update(kit, 'notify', (notify) => (notify.alert === null ? notify : { ...notify, alert: null }))
}
