import type { releaseHalfBody } from 'latchkey/protocol'
import type * as v from 'valibot'
import type { Login } from '../../auth/login/Login.js'
import { HttpError } from '../../shared/HttpError.js'
import type { Project } from '../../shared/projects.js'
import { type KeysParts, PasskeyError } from '../Parts.js'
import type { SlotRow } from '../store/slots.js'
import type { WalletRow } from '../store/wallets.js'
import { needFreshLogin } from './keysRoute.js'

/** A session that asks for the half of one of its wallet's slots. */
type Asking = {
  readonly row: WalletRow
  readonly slot: SlotRow
  readonly login: Login
  readonly project: Project
  readonly body: v.InferOutput<typeof releaseHalfBody>
}

/**
 * Checks the policy of a slot's type (spec §10 "Keys"): whom its half goes to, besides a session of the wallet's owner. Throws 403, 400 or
 * `PasskeyError`.
 */
export async function checkPolicy(parts: KeysParts, asking: Asking): Promise<void> {
  const { slot, body } = asking
  if ((slot.type === 'passkey') !== (body.assertion !== undefined))
    throw new HttpError('INVALID_BODY', { details: 'assertion: only a passkey has one' })
  if ((slot.type === 'password') !== (body.blinded !== undefined))
    throw new HttpError('INVALID_BODY', { details: 'blinded: only a password has one' })
  return policies[slot.type](parts, asking)
}

const policies: { readonly [type in SlotRow['type']]: (parts: KeysParts, asking: Asking) => Promise<void> } =
  {
    async device(_, { slot, login }) {
      if (slot.ownerKey !== login.key)
        throw new HttpError('FORBIDDEN', { message: 'The slot is another device’s' })
    },
    async passkey({ passkeys, shortLived }, { row, slot, project, body }) {
      const useChallenge = (challenge: string) => shortLived.useChallenge(row.wallet, challenge)
      const place = { project, useChallenge, isPending: body.isPending }
      const found = await passkeys.checkAssertion(place, body.assertion)
      if (found.wallet !== row.wallet || found.slot !== slot.slot)
        throw new PasskeyError('the passkey of another slot')
    },
    // What limits guesses is their number, which the caller counts.
    password: async () => undefined,
    async kit() {
      throw new HttpError('INVALID_BODY', { details: 'slot: a kit has no half' })
    },
    async operator(parts, { login }) {
      if (parts.context.settings.keysConvenience !== '1')
        throw new HttpError('FORBIDDEN', { message: 'The operator offers no such slot' })
      needFreshLogin(parts, login)
    },
  }
