import type { SiwxConfig } from '../../core/siwx.js'
import { accountOf } from '../account/state.js'
import type { Kit } from '../Kit.js'
import { hostAnswer } from './hostAnswer.js'

/** How long looking up a session may take before the visitor gets an error, in milliseconds. */
const patience = 15_000

/** Looks up whether the account in use is signed in. @throws What `getSessions` throws; `SIWX_INIT_FAILED` */
export async function hasSession(kit: Kit, siwx: SiwxConfig): Promise<boolean> {
  const account = accountOf(kit.store.getState())
  if (account === undefined) return false
  const asked = siwx.getSessions(account.networkId, account.address)
  return (await hostAnswer(kit.clock, patience, asked)).length > 0
}
