import { alertOfServerMessage } from '../../protocol/alerts.js'
import type { Kit } from '../Kit.js'
import { showAlert } from './showAlert.js'

/** Alerts the developer if a service or the relay refused the app for its configuration or time (spec §8 "Alerts"). */
export function alertOnRefusal(kit: Kit, error: unknown): void {
  const { code: known, details } = (error ?? {}) as { readonly code?: unknown; readonly details?: unknown }
  const refusal = typeof details === 'string' ? alertOfServerMessage(details) : undefined
  // A wallet may also report that the clocks differ, with a code of its own.
  const code = known === 'JWT_TOKEN_NOT_VALID' ? known : refusal
  if (code === undefined) return
  showAlert(kit, code, { origin: kit.config.metadata?.url ?? globalThis.location?.origin ?? '' })
}
