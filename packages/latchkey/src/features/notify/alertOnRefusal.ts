import { alertOfServerMessage } from '../../protocol/alerts.js'
import type { Kit } from '../Kit.js'
import { showAlert } from './showAlert.js'

/** Tells the developer, where a service or the relay refused the app for its configuration (spec §8 "Alerts"). */
export function alertOnRefusal(kit: Kit, error: unknown): void {
  const { details } = (error ?? {}) as { readonly details?: unknown }
  const code = typeof details === 'string' ? alertOfServerMessage(details) : undefined
  if (code === undefined) return
  showAlert(kit, code, { origin: kit.config.metadata?.url ?? globalThis.location?.origin ?? '' })
}
