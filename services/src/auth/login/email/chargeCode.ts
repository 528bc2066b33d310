import type { DataKeys } from '../../../keys/DataKeys.js'
import { ownerFor } from '../../../shared/caller.js'
import { addressKey } from '../../../shared/clientAddress.js'
import type { Context } from '../../../shared/context.js'
import { HttpError } from '../../../shared/HttpError.js'
import type { Settings } from '../../../shared/settings.js'
import { clientWindow, codeRules, lockRule, retrySeconds } from '../codeLimits.js'
import type { Asked, LoginParts } from '../LoginParts.js'
import { mailboxOf, plainMailAddress } from '../mailAddress.js'
import { appOf } from '../placeOf.js'
import type { Charge } from '../quotas.js'
import { postUnlock } from './unlockLetter.js'

/**
 * Returns the keyed hash by which the tries of an address are limited: of the exact one, because somebody who has another address of the same
 * mailbox, or what looks so, must not lock this one.
 */
export function limitsOf(
  { settings, keys }: { readonly settings: Settings; readonly keys: DataKeys },
  project: string,
  email: string,
): Promise<string> {
  return keys.lookup(ownerFor(settings, project), 'login_limits', plainMailAddress(email))
}

/** Returns the keyed hash by which the mails of an address are limited: all addresses of a mailbox count together, so that nobody fills it. */
export function mailboxKeyOf(
  { context, keys }: Pick<LoginParts, 'context' | 'keys'>,
  project: string,
  to: string,
): Promise<string> {
  return keys.lookup(ownerFor(context.settings, project), 'login_mailboxes', mailboxOf(to))
}

/**
 * Counts a code for a mailbox, its client and its project. Returns what to give back if the code cannot be sent.
 *
 * The limits are the same for addresses that have an account and those that have none.
 *
 * @throws `RATE_LIMITED`
 */
export async function chargeCode(
  parts: LoginParts,
  input: Pick<Asked, 'project' | 'client'>,
  { to, limits, host }: { readonly to: string; readonly limits: string; readonly host: string },
): Promise<readonly Charge[]> {
  const { context, keys, quotas } = parts
  const { settings } = context
  const owner = ownerFor(settings, input.project.id)
  const client = await keys.lookup(owner, 'login_clients', addressKey(input.client))
  const ofClient = await quotas.take(`client ${client}`, [
    { count: settings.loginCodesPerClient, window: clientWindow },
  ])
  if ('wait' in ofClient) throw tooMany(ofClient.wait)
  const mailbox = await mailboxKeyOf(parts, input.project.id, to)
  const unlock = { project: input.project.id, limits, mailbox, to, app: appOf(input.project, host) }
  if ((await quotas.count(`lock ${limits}`, lockRule.window)) > 0) {
    await postUnlock(parts, { ...unlock, because: 'tries' })
    throw tooMany(clientWindow)
  }
  const ofMailbox = await quotas.take(`codes ${mailbox}`, codeRules)
  if ('wait' in ofMailbox) {
    // Strangers may have asked for those that the owner now lacks.
    if (ofMailbox.wait > retrySeconds * 1_000) await postUnlock(parts, { ...unlock, because: 'codes' })
    throw tooMany(ofMailbox.wait)
  }
  takeOfProject(context, owner)
  return [ofClient, ofMailbox]
}

/** The mails of a whole project are counted by each process: they only bound the harm of a crowd of clients. */
function takeOfProject({ requests, settings }: Context, owner: string): void {
  const burst = settings.loginMailsPerHour
  const allowance = { rate: burst / 3_600, burst }
  const key = `login mails ${owner}`
  if (!requests.take(key, allowance)) throw tooMany(1_000 * requests.waitSeconds(key, allowance))
}

function tooMany(wait: number): HttpError {
  const seconds = Math.max(1, Math.ceil(wait / 1_000))
  return new HttpError('RATE_LIMITED', {
    message: `Please try again after ${seconds} seconds`,
    headers: { 'retry-after': String(seconds) },
  })
}
