import { jsonRpc } from '../../core/jsonRpc.js'
import type { SiwxSession } from '../../core/siwx.js'
import { accountError } from '../../protocol/accountErrors.js'
import { isKitError, KitError } from '../../protocol/errors.js'
import type { Kit } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { within } from './within.js'

const chainPatience = 3_000

/**
 * Why a signature was not taken in, in the catalogue's words. A verifier that knows only keys refuses what a smart
 * account signed, and cannot say so: that is told from the account (spec §8).
 */
export async function toRefusal(
  kit: Kit,
  cause: unknown,
  signed: Pick<SiwxSession, 'data' | 'signature'>,
): Promise<KitError> {
  if (isRefusal(cause) && (await isSmartAccount(kit, signed)))
    return accountError('SMART_ACCOUNT_MIGHT_BE_UNSUPPORTED', { cause })
  return cause instanceof KitError ? cause : accountError('SIWX_INIT_FAILED', { cause })
}

/** Whether somebody looked at the signature and said no; a server that is ill, or out of reach, did not look. */
function isRefusal(cause: unknown): boolean {
  if (!(cause instanceof KitError)) return true
  return isKitError(cause, 'SERVICE_REFUSED') && Number(cause.slots.status) < 500
}

async function isSmartAccount(
  kit: Kit,
  { data, signature }: Pick<SiwxSession, 'data' | 'signature'>,
): Promise<boolean> {
  if (!data.chainId.startsWith('eip155:')) return false
  // The 65 bytes of a key's signature, in hex; a contract's may be as long, and mostly are not.
  if (/^0x[0-9a-f]+$/i.test(signature) && signature.length !== 132) return true
  const network = networkOf(kit.store.getState(), data.chainId)
  if (network === undefined) return false
  const asked = jsonRpc(
    { clock: kit.clock, network },
    { method: 'eth_getCode', params: [data.accountAddress, 'latest'] },
  )
  const code = await within(kit.clock, asked, chainPatience).catch(() => undefined)
  // EIP-7702: an account that has both a key and code; its key's signature is as good as any.
  return typeof code === 'string' && code.length > 2 && !code.startsWith('0xef0100')
}
