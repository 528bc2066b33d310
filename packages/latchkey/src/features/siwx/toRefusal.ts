import type { SiwxSession } from '../../core/siwx.js'
import { accountError } from '../../protocol/accountErrors.js'
import { isKitError, KitError } from '../../protocol/errors.js'
import { walletError } from '../../protocol/walletErrors.js'
import { isContract } from '../account/isContract.js'
import type { Kit } from '../Kit.js'

/**
 * Why a signature was refused, in the catalogue's words. A verifier that knows only keys refuses a smart account's
 * signature without saying so; the kit finds that out from the account (spec §8).
 */
export async function toRefusal(kit: Kit, cause: unknown, signed: SiwxSession): Promise<KitError> {
  const { chainId: networkId, accountAddress: address } = signed.data
  if (isRefusal(cause) && (await isContract(kit, { networkId, address, signature: signed.signature })))
    return accountError('SMART_ACCOUNT_MIGHT_BE_UNSUPPORTED', { cause })
  // The server has verified the signature and does not take it; its status says nothing to a visitor. It does not say
  // why, either: the message may be too old, or the wallet has signed another text or with another account.
  if (isKitError(cause, 'SERVICE_REFUSED') && cause.slots.status === 401) {
    return isExpired(kit, signed)
      ? accountError('SIWX_INIT_FAILED', { cause })
      : walletError('WALLET_ANSWER_INVALID', { cause })
  }
  return cause instanceof KitError ? cause : accountError('SIWX_INIT_FAILED', { cause })
}

function isExpired({ clock }: Kit, { message }: SiwxSession): boolean {
  return Date.parse(/^Expiration Time: (.+)$/m.exec(message)?.[1] ?? '') <= clock.now()
}

/** Whether a verifier refused the signature. A server that fails or cannot be reached has not verified it. */
function isRefusal(cause: unknown): boolean {
  if (!(cause instanceof KitError)) return true
  return isKitError(cause, 'SERVICE_REFUSED') && Number(cause.slots.status) < 500
}
