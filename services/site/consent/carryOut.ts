import { base58 } from '@scure/base'
import { hexToBytes } from 'viem/utils'
import {
  permissionFor,
  withoutPermissions,
  withPermission,
  withUsage,
} from '../accounts/permissions/keptPermissions.js'
import { refuse } from '../accounts/Refusal.js'
import type { WalletRecords } from '../accounts/records.js'
import type { Signers } from '../accounts/Signers.js'
import { messageHash, signForVerifiers } from '../accounts/signMessage.js'
import type { ConsentRequest } from './ConsentRequest.js'
import { broadcast } from './carry/broadcast.js'
import { done, type Outcome, refused, unknown } from './carry/Outcome.js'
import { recheck } from './carry/recheck.js'
import { sendPlan } from './carry/sendPlan.js'
import { signSolana } from './carry/sendSolana.js'
import type { Tools } from './carry/Tools.js'
import { toRefusal } from './read.js'

/**
 * Carries out a consent that the visitor has approved, or that a permission covers: checks again what may have changed,
 * then signs exactly what was shown, and sends it. The result has the shape that the method's standard says.
 *
 * Never throws. Only a clear answer counts as refused; what was signed and not answered is `unknown`.
 */
export async function carryOut(consent: ConsentRequest, signers: Signers, tools: Tools): Promise<Outcome> {
  try {
    await recheck(consent, signers, tools)
    return await signContent(consent, signers, tools)
  } catch (error) {
    return refused(toRefusal(error))
  }
}

async function signContent(consent: ConsentRequest, signers: Signers, tools: Tools): Promise<Outcome> {
  const { content, chain } = consent
  switch (content.type) {
    case 'message':
      return done(await signForVerifiers(messageHash(content.bytes), signers.eip155))
    case 'typedData':
      return done(await signForVerifiers(content.digest, signers.eip155))
    case 'solanaMessage':
      return done({ signature: base58.encode(await signers.solana.sign(hexToBytes(content.bytes))) })
    case 'calls':
      return sendPlan(consent, content, signers, tools, (records) => usePermission(records, tools))
    case 'rawTransaction': {
      const sent = await broadcast(tools.rpc, chain.id, content.bytes, content.hash)
      if (sent.status === 'sent') return done(content.hash)
      return sent.status === 'unknown'
        ? unknown(content.hash, content.hash)
        : refused(refuse('nodeRefused', { words: sent.words }))
    }
    case 'permission':
      await tools.keep((records) => withPermission(records, content.permission))
      return done(content.answer)
    case 'revocation':
      await tools.keep((records) => withoutPermissions(records, content.ids))
      return done(null)
    default:
      return signSolana(consent, content, signers.solana, tools)
  }
}

/** Uses a permission up within the step that stores the records, so that two requests cannot use the same part. */
function usePermission(records: WalletRecords, { permission, now }: Tools): WalletRecords {
  if (permission === undefined) return records
  const found = permissionFor(records, { ...permission, now: Math.floor(now() / 1_000) })
  if (found === undefined) throw refuse('cannotApprove')
  return withUsage(records, found.permission.id, found.usage)
}
