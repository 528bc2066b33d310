import type { LeavingName } from '../../protocol/storageFacts.js'

/**
 * The stored items to delete when the last account disconnects. It compiles only if it equals the list in
 * `storageFacts`.
 */
const leaving: { readonly [name in LeavingName]: true } = {
  'latchkey.connections': true,
  'latchkey.accounts': true,
  'latchkey.deepLink': true,
  'latchkey.quarantine': true,
}

export const leavingNames = Object.keys(leaving) as readonly LeavingName[]
