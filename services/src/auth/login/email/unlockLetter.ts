import { unlockSeconds } from '../codeLimits.js'
import type { LoginParts } from '../LoginParts.js'
import type { Rule } from '../quotas.js'
import { confirmUrl } from './emailFlow.js'

/** Whoever asks again and again for codes of a locked address fills no mailbox. */
const rule: Rule = { count: 1, window: 86_400_000 }

/** Mails a link that allows codes again to an address that has had too many wrong ones; at most once a day. */
export async function postUnlock(
  { frameUrl, quotas, links, outbox }: Pick<LoginParts, 'frameUrl' | 'quotas' | 'links' | 'outbox'>,
  {
    project,
    limits,
    to,
    app,
  }: { readonly project: string; readonly limits: string; readonly to: string; readonly app: string },
): Promise<void> {
  const counted = await quotas.take(`unlock ${limits}`, [rule])
  if (outbox === undefined || 'wait' in counted) return
  const secret = await links.make({ kind: 'unlock', project, subject: limits }, unlockSeconds)
  await outbox.add(project, { to, letter: { kind: 'locked', url: confirmUrl({ frameUrl }, secret), app } })
  outbox.kick()
}
