import { unlockSeconds } from '../codeLimits.js'
import type { LoginParts } from '../LoginParts.js'
import type { Link } from '../links.js'
import type { Rule } from '../quotas.js'
import { confirmUrl } from './emailFlow.js'

/** Whoever asks again and again for codes, or types wrong ones, fills no mailbox. */
const rule: Rule = { count: 1, window: 86_400_000 }

type Unlock = {
  readonly project: string
  /** The keyed hashes by which the tries of the address and the codes of its mailbox are limited. */
  readonly limits: string
  readonly mailbox: string
  readonly to: string
  readonly app: string
  /** What there was too much of; each has its letter, because somebody with another address of the mailbox may have caused the other. */
  readonly because: 'tries' | 'codes'
}

/**
 * Mails a link that allows codes again to an address that has had too many, or too many wrong ones; at most once a day. It
 * works as often as its holder needs it: who reads the mailbox may log in, whatever strangers do meanwhile.
 */
export async function postUnlock(
  { frameUrl, quotas, links, outbox }: Pick<LoginParts, 'frameUrl' | 'quotas' | 'links' | 'outbox'>,
  { project, limits, mailbox, to, app, because }: Unlock,
): Promise<void> {
  if (outbox === undefined) return
  const counted = await quotas.take(`unlock ${because === 'tries' ? limits : mailbox}`, [rule])
  if ('wait' in counted) return
  const subject = `${limits} ${mailbox}`
  const secret = await links.make({ kind: 'unlock', project, subject }, unlockSeconds)
  const letter = { kind: 'locked', url: confirmUrl({ frameUrl }, secret), app } as const
  await outbox.add(project, { to, letter, charges: [counted] })
  outbox.kick()
}

/** Allows codes again: forgets the tries and the lock of an address, and the codes of its mailbox. */
export async function unlock({ quotas }: Pick<LoginParts, 'quotas'>, { subject }: Link): Promise<void> {
  const [limits = '', mailbox] = subject.split(' ')
  for (const name of ['wrong', 'lock', 'tries']) await quotas.clear(`${name} ${limits}`)
  // A link of an older version names no mailbox.
  if (mailbox !== undefined) await quotas.clear(`codes ${mailbox}`)
}
