import { randomInt } from 'node:crypto'
import { hashOf } from '../../AuthStore.js'
import { linkSeconds } from '../codeLimits.js'
import { createSecret, type Flow, type FlowChange } from '../flows.js'
import type { LoginParts } from '../LoginParts.js'
import type { FlowTable } from '../loginTables.js'
import type { Place } from '../mail/Letter.js'
import type { Outbox } from '../mail/outbox.js'
import type { Charge } from '../quotas.js'
import { openPending, sealPending } from '../sealing.js'

/** What a flow by mail remembers, sealed. */
export type Remembered = {
  /** The address that the flow is about: of the account, or the next one. */
  readonly email: string
  /** The address that gets the mails. */
  readonly to: string
  /** Where the flow was begun. */
  readonly place: Place
  /** The address that the account had when its change was begun. */
  readonly from?: string | undefined
}

/** A flow by mail that is to begin. */
export type EmailFlow = Remembered & {
  readonly project: string
  readonly purpose: FlowTable['purpose']
  readonly key: string
  readonly host: string
  /** Whether a link must be confirmed before there is a code. */
  readonly needsLink: boolean
  readonly subject: string
  readonly limits: string
  readonly userId?: string | undefined
  readonly charges: readonly Charge[]
}

type Parts = Pick<LoginParts, 'context' | 'database' | 'keys' | 'flows' | 'links' | 'frameUrl'> & {
  readonly outbox: Outbox
}

/** Begins a flow by mail, and posts its code or its link. Returns the flow's name and how long the mail is good for. */
export async function beginEmailFlow(
  parts: Parts,
  {
    email,
    place,
    project,
    purpose,
    key,
    host,
    needsLink,
    to,
    subject,
    limits,
    userId,
    charges,
    from,
  }: EmailFlow,
): Promise<{ readonly flow: string; readonly expiresIn: number }> {
  const { context, database, flows, links, outbox } = parts
  const { settings, clock } = context
  const name = createSecret()
  const id = hashOf(name)
  const seconds = settings.loginCodeSeconds
  // A new code ends the one before, whoever asked for it.
  await database
    .updateTable('login_flows')
    .set({ code_hash: null })
    .where('project', '=', project)
    .where('subject', '=', subject)
    .where('code_hash', 'is not', null)
    .execute()
  await flows.begin(name, {
    ...{ project, purpose, host, subject, limits, way: 'email', browser_key: key, user_id: userId ?? null },
    sealed: await sealRemembered(parts.keys, { id, project }, { email, to, place, from }),
    expires_at: clock.now() + (linkSeconds + seconds + 60) * 1_000,
  })
  if (!needsLink) {
    await postCode(parts, { id, project, purpose, place, to, charges })
    return { flow: name, expiresIn: seconds }
  }
  const secret = await links.make({ kind: 'device', project, subject: id }, linkSeconds)
  const letter = { kind: 'device', url: confirmUrl(parts, secret), seconds: linkSeconds, place } as const
  await outbox.add(project, { to, letter, charges }, id)
  return { flow: name, expiresIn: linkSeconds }
}

/** Makes the code of a flow, and posts it. */
export async function postCode(
  { context, keys, flows, outbox }: Parts,
  flow: Pick<Flow, 'id' | 'project' | 'purpose'> & {
    readonly place: Place
    readonly to: string
    readonly charges: readonly Charge[]
  },
  also: FlowChange = {},
): Promise<void> {
  const { id, project, purpose, place, to, charges } = flow
  const { settings, clock } = context
  const seconds = settings.loginCodeSeconds
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await flows.change(id, {
    ...{ purpose, tries: 0, state: 'open', approved_at: clock.now() },
    code_hash: await hashCode(keys, { id, project }, code),
    code_expires_at: clock.now() + seconds * 1_000,
    ...also,
  })
  await outbox.add(project, { to, letter: { kind: 'code', purpose, code, seconds, place }, charges }, id)
}

/** Hashes a code with a key that is not in the database: a million codes are quickly tried. */
export function hashCode(
  keys: LoginParts['keys'],
  { id, project }: Pick<Flow, 'id' | 'project'>,
  code: string,
): Promise<string> {
  return keys.lookup(project, `login_codes|${id}`, code)
}

/** Encrypts what a flow by mail remembers. */
export function sealRemembered(
  keys: LoginParts['keys'],
  { id, project }: Pick<Flow, 'id' | 'project'>,
  remembered: Remembered,
): Promise<string> {
  return sealPending(keys, project, aboutFlow(id), remembered)
}

/** Returns what a flow by mail remembers. */
export function rememberedOf(keys: LoginParts['keys'], { id, project, sealed }: Flow): Promise<Remembered> {
  return openPending<Remembered>(keys, project, aboutFlow(id), sealed ?? '')
}

/** Returns the address of the page on which a link of a mail is confirmed. */
export function confirmUrl({ frameUrl }: Pick<LoginParts, 'frameUrl'>, secret: string): string {
  return `${frameUrl}/login/confirm?link=${secret}`
}

function aboutFlow(id: string): string {
  return `login_flows|${id}`
}
