import { callEndpoint } from '../../core/callEndpoint.js'
import { KitError } from '../../protocol/errors.js'
import { revokeSession } from '../../protocol/http/blockchain.js'
import { accountOf } from '../account/state.js'
import { signMessage } from '../intent/signMessage.js'
import type { Kit } from '../Kit.js'

/**
 * Revokes a permission of the connected account: asks the wallet to sign `Revoke session {pci}`, then tells the
 * service. Resolves to the time when the permission ended, in epoch seconds.
 *
 * - `POST /v1/sessions/:address/revoke`, for the account that was connected when the wallet was asked.
 *
 * @throws `NOT_CONNECTED`, what `signMessage` throws, and the codes of `callEndpoint`: `SERVICE_REFUSED`
 *   with 404 for a permission that the account has not given
 */
export async function revokeSmartSession(
  kit: Kit,
  { pci }: revokeSmartSession.Parameters,
): Promise<{ readonly revokedAt: number }> {
  const account = accountOf(kit.store.getState())
  if (account === undefined) throw new KitError('NOT_CONNECTED')
  const signature = await signMessage(kit, { message: `Revoke session ${pci}` })
  const params = { address: account.caipAddress }
  const { revokedAt } = await callEndpoint(kit, revokeSession, { params, body: { pci, signature } })
  return { revokedAt }
}

export declare namespace revokeSmartSession {
  /** `pci`: the permission's id, as `fetchSmartSessions` gives it. */
  type Parameters = { readonly pci: string }
}
