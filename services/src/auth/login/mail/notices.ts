import type { UserRef } from '../../../keys/DataKeys.js'
import type { Context } from '../../../shared/context.js'
import { messageOf } from '../../../shared/log.js'
import { openProjectId } from '../../../shared/projects.js'
import type { LoginParts } from '../LoginParts.js'
import { appOf } from '../placeOf.js'
import type { Rule } from '../quotas.js'
import type { Notice, Place } from './Letter.js'

/** Notices for one user: whoever makes many devices must not fill a mailbox with them. */
const rule: Rule = { count: 20, window: 3_600_000 }

type Parts = Pick<LoginParts, 'users' | 'quotas' | 'outbox'> & { readonly context: Context }

export type Notices = {
  /** Stores a mail to a user, if the account has an address. Never rejects: what was done is done. */
  notify(user: UserRef, notice: Notice, place?: Place): Promise<void>
  /** Does the same in the background. */
  readonly tell: LoginParts['tell']
}

/** Tells users by mail what has happened to their accounts. */
export function createNotices({ context, users, quotas, outbox }: Parts): Notices {
  const { projects, clock, log, settings } = context

  async function post(user: UserRef, notice: Notice, place: Place | undefined): Promise<void> {
    if (outbox === undefined) return
    const profile = await users.read(user)
    if (profile?.email == null) return
    const counted = await quotas.take(`notices ${user.user}`, [rule])
    if ('wait' in counted) return log.warn('login.notices', { project: user.project, reason: notice.type })
    const admission = projects.admit({ projectId: user.project, origin: undefined })
    // The project of apps without one has no name: the wallet's own host stands for it.
    const page = user.project === openProjectId ? settings.frameUrl : undefined
    const app = place?.app ?? ('project' in admission ? appOf(admission.project, page) : user.project)
    const letter = { kind: 'notice', notice, app, place, at: clock.now() } as const
    await outbox.add(user.project, { to: profile.email, letter })
    outbox.kick()
  }

  const notify = (user: UserRef, notice: Notice, place?: Place) =>
    post(user, notice, place).catch((error: unknown) =>
      log.error('login.notices', { project: user.project, error: messageOf(error) }),
    )
  return { notify, tell: (...parts) => void notify(...parts) }
}
