import { timingSafeEqual } from 'node:crypto'
import { hashOf } from '../../AuthStore.js'
import { lockRule, triesOfCode, tryRule, wrongRule } from '../codeLimits.js'
import type { Flow } from '../flows.js'
import type { LoginParts } from '../LoginParts.js'
import type { FlowTable } from '../loginTables.js'
import { mailboxKeyOf } from './chargeCode.js'
import { hashCode, rememberedOf } from './emailFlow.js'
import { postUnlock } from './unlockLetter.js'

type Try = {
  readonly flow: string
  readonly code: string
  readonly project: string
  readonly key: string
  readonly purposes: readonly FlowTable['purpose'][]
}

/**
 * Tries a code. Returns its flow if it is right, once; else how many tries are left.
 *
 * Each try is counted before the code is looked at, in statements of which only so many succeed as there are tries: first
 * by the code, then by the identity over all its codes. A try with another key than the flow's counts, too, and is never
 * right. All refusals look alike.
 */
export async function proveCode(
  parts: LoginParts,
  { flow: name, code, project, key, purposes }: Try,
): Promise<{ readonly flow: Flow } | { readonly triesLeft: number }> {
  const { context, database, keys, quotas } = parts
  const now = context.clock.now()
  const flow = await database
    .updateTable('login_flows')
    .set((field) => ({ tries: field('tries', '+', 1) }))
    .where('id', '=', hashOf(name))
    .where('project', '=', project)
    .where('purpose', 'in', purposes)
    .where('code_hash', 'is not', null)
    .where('code_expires_at', '>', now)
    .where('tries', '<', triesOfCode)
    .returningAll()
    .executeTakeFirst()
  const { limits, code_hash: expected } = flow ?? {}
  if (flow === undefined || limits == null || expected == null) return { triesLeft: 0 }
  const counted = await quotas.take(`tries ${limits}`, [tryRule])
  if ('wait' in counted) {
    await offerUnlock(parts, flow, limits)
    return { triesLeft: 0 }
  }
  if ((await quotas.count(`lock ${limits}`, lockRule.window)) > 0) return { triesLeft: 0 }
  if (flow.browser_key !== key) {
    await noteWrong(parts, flow, limits)
    return { triesLeft: 0 }
  }
  const given = await hashCode(keys, flow, code)
  if (!isEqual(given, expected)) {
    const isLocked = await noteWrong(parts, flow, limits)
    const ofDay = tryRule.count - (await quotas.count(`tries ${limits}`, tryRule.window))
    return { triesLeft: isLocked ? 0 : Math.max(0, Math.min(triesOfCode - flow.tries, ofDay)) }
  }
  // One statement, so that of two right answers at once one logs in.
  const first = await database
    .updateTable('login_flows')
    .set({ code_hash: null, state: 'taken' })
    .where('id', '=', flow.id)
    .where('code_hash', '=', expected)
    .returning('id')
    .executeTakeFirst()
  return first === undefined ? { triesLeft: 0 } : { flow }
}

/** Counts a wrong try. After the last one of a day, or of all, the owner of the identity gets a mail. Returns whether it gets no more codes. */
async function noteWrong(parts: LoginParts, flow: Flow, limits: string): Promise<boolean> {
  const { context, quotas } = parts
  noteOfProject(parts, flow.project)
  await quotas.take(`wrong ${limits}`, [wrongRule])
  const isLocked = (await quotas.count(`wrong ${limits}`, wrongRule.window)) >= wrongRule.count
  if (isLocked && !('wait' in (await quotas.take(`lock ${limits}`, [lockRule]))))
    context.log.warn('login.locked', { project: flow.project })
  const ofDay = await quotas.count(`tries ${limits}`, tryRule.window)
  if (isLocked || ofDay >= tryRule.count) await offerUnlock(parts, flow, limits)
  return isLocked
}

/** Mails the owner of the flow's address how to allow codes again. */
async function offerUnlock(parts: LoginParts, flow: Flow, limits: string): Promise<void> {
  const { to, place } = await rememberedOf(parts.keys, flow)
  const mailbox = await mailboxKeyOf(parts, flow.project, to)
  await postUnlock(parts, { project: flow.project, limits, mailbox, to, app: place.app, because: 'tries' })
}

/** Wrong codes of a whole project, per minute, above which somebody is probably guessing. */
const alarm = { rate: 50 / 60, burst: 50 }

function noteOfProject({ context: { requests, log } }: LoginParts, project: string): void {
  const key = `login wrong ${project}`
  const isCalm = requests.take(key, alarm)
  if (!isCalm && requests.take(`${key} told`, { rate: 1 / 60, burst: 1 }))
    log.warn('login.guessing', { project })
}

function isEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
