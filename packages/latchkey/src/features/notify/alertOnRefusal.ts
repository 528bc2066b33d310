import { alertOfServerMessage } from '../../protocol/alerts.js'
import type { Kit } from '../Kit.js'
import { showAlert } from './showAlert.js'

/** Tells the developer, where a service or the relay refused the app for its configuration or time (spec §8 "Alerts"). */
export function alertOnRefusal(kit: Kit, error: unknown): void {
  const { code: known, details } = (error ?? {}) as { readonly code?: unknown; readonly details?: unknown }
  const refusal = typeof details === 'string' ? alertOfServerMessage(details) : undefined
  // A wallet, too, may be who finds that the clocks differ, in other words.
  const code = known === 'JWT_TOKEN_NOT_VALID' ? known : refusal
  if (code === undefined) return
  showAlert(kit, code, { origin: kit.config.metadata?.url ?? globalThis.location?.origin ?? '' })
}
