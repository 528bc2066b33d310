import type { LeavingName } from '../../protocol/storageFacts.js'

/** What goes when nobody is connected any more: what `storageFacts` says of it, no more and no less, or this does not compile. */
const leaving: { readonly [name in LeavingName]: true } = {
  'latchkey.connections': true,
  'latchkey.accounts': true,
  'latchkey.deepLink': true,
  'latchkey.quarantine': true,
}

export const leavingNames = Object.keys(leaving) as readonly LeavingName[]
