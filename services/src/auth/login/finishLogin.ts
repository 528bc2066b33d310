import type { LoginSession } from 'latchkey/protocol'
import type { UserRef } from '../../keys/DataKeys.js'
import { lockRule } from './codeLimits.js'
import { limitsOf } from './email/chargeCode.js'
import type { LoginParts } from './LoginParts.js'
import type { WayName } from './loginTables.js'
import type { Place } from './mail/Letter.js'
import type { Identity } from './users.js'

/** A login that has proven who somebody is. */
export type Proven = {
  readonly project: string
  /** The key of the surface that began the login. */
  readonly key: string
  readonly identity: Identity
  readonly place: Place
}

/** The address belongs to an account that logs in another way; accounts are never merged. */
type Other = { readonly failed: 'other'; readonly way: string }

/** Ends every way to log in: returns a session for the user of an identity, who is told of a new device. */
export async function finishLogin(
  parts: LoginParts,
  { project, key, identity, place }: Proven,
): Promise<LoginSession | Other> {
  const entered = await parts.users.enter(project, identity)
  if ('other' in entered) return { failed: 'other', way: entered.other }
  const { id, isNew } = entered
  const { way, email } = identity
  return openLogin(parts, { user: { project, user: id }, key, isNew, way, email, place })
}

/** A user who is known to be the one that logs in. */
type Known = Pick<Proven, 'key' | 'place'> & {
  readonly user: UserRef
  readonly way: WayName
  readonly isNew: boolean
  /** An address of the user that was proven. */
  readonly email: string | undefined
}

/** Opens a session for a user, who is told of a new device. */
export async function openLogin(
  { context, users, sessions, quotas, keys, tell }: LoginParts,
  { user, key, isNew, way, email, place }: Known,
): Promise<LoginSession> {
  const isKnown = await users.noteDevice(user.user, key)
  if (!isNew && !isKnown) tell(user, { type: 'device-added' }, place)
  if (way !== 'email' && email !== undefined) {
    const limits = await limitsOf({ settings: context.settings, keys }, user.project, email)
    // Only what is locked: an owner who often logs in another way would else allow a guesser more tries each time.
    if ((await quotas.count(`lock ${limits}`, lockRule.window)) > 0)
      for (const name of ['wrong', 'lock']) await quotas.clear(`${name} ${limits}`)
  }
  return sessions.open({ user, key, way, at: context.clock.now() })
}
