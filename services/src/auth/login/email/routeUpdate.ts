import { confirmEmail, loginByCodeBody, updateEmail, updateEmailBody } from 'latchkey/protocol'
import type { App } from '../../../shared/app.js'
import { HttpError } from '../../../shared/HttpError.js'
import { route } from '../../../shared/route.js'
import type { Login } from '../Login.js'
import type { LoginParts } from '../LoginParts.js'
import type { Outbox } from '../mail/outbox.js'
import { isMailAddress, plainMailAddress } from '../mailAddress.js'
import { placeOf } from '../placeOf.js'
import { readBody } from '../readBody.js'
import { readHost } from '../readHost.js'
import { chargeCode, limitsOf } from './chargeCode.js'
import { beginEmailFlow, postCode, rememberedOf, sealRemembered } from './emailFlow.js'
import { proveCode } from './proveCode.js'

/** How long after a login an account without an address may get one, in milliseconds. */
const freshness = 5 * 60_000

/**
 * Adds the calls that change an account's address: a code to the old address, then one to the new. The answers are the same
 * whether or not the new address has an account; only who has proven both learns that.
 */
export function routeUpdate(app: App, parts: LoginParts, outbox: Outbox): void {
  const { context, keys, users, flows, frameUrl, checkLogin } = parts
  const { settings, clock } = context
  const mailing = { ...parts, outbox }
  const subjectOf = (project: string, email: string) =>
    users.subjectOf(project, { way: 'email', subject: email })

  route(app, updateEmail, async (input) => {
    const body = readBody(updateEmailBody, input)
    if (!isMailAddress(body.email)) throw new HttpError('INVALID_BODY', { details: 'email' })
    const host = readHost(input.project, body.host, frameUrl)
    const login = await checkLogin(input, updateEmail)
    const email = plainMailAddress(body.email)
    const old = login.user.email ?? undefined
    if (email === old) throw new HttpError('INVALID_BODY', { details: 'email' })
    if (old === undefined) requireFresh(login, clock.now())
    const { project, key } = login
    const to = old ?? email
    const limits = await limitsOf({ settings, keys }, project, to)
    const charges = await chargeCode(parts, input, { to, limits, host })
    const place = placeOf(input, host, clock.now())
    const { flow, expiresIn } = await beginEmailFlow(mailing, {
      ...{ project, key, host, email, to, limits, charges, place, from: old, needsLink: false },
      purpose: old === undefined ? 'update-next' : 'update',
      subject: await subjectOf(project, to),
      userId: login.user.id,
    })
    input.onSent(outbox.kick)
    return {
      ...{ flow, expiresIn },
      action: old === undefined ? 'VERIFY_SECONDARY_OTP' : 'VERIFY_PRIMARY_OTP',
    } as const
  })

  route(app, confirmEmail, async (input) => {
    const body = readBody(loginByCodeBody, input)
    const { project, key, user } = await checkLogin(input, confirmEmail)
    const found = await flows.find(body.flow, project)
    if (found?.user_id !== user.id) return { triesLeft: 0 }
    const result = await proveCode(parts, { ...body, project, key, purposes: ['update', 'update-next'] })
    if ('triesLeft' in result) return result
    const { flow } = result
    const { email, place, from } = await rememberedOf(keys, flow)
    if (flow.purpose === 'update') {
      const limits = await limitsOf({ settings, keys }, project, email)
      const charges = await chargeCode(parts, input, { to: email, limits, host: flow.host })
      const next = { id: flow.id, project, purpose: 'update-next', place, to: email, charges } as const
      await postCode(mailing, next, {
        limits,
        subject: await subjectOf(project, email),
        sealed: await sealRemembered(keys, flow, { email, to: email, place, from }),
      })
      input.onSent(outbox.kick)
      return { isNext: true } as const
    }
    const changed = await users.changeEmail({ project, user: user.id }, { from: from ?? null, to: email })
    if (changed === 'taken')
      throw new HttpError('FORBIDDEN', { message: 'The address belongs to another account' })
    // Another change came first: who has proven the address before may not be who has the present one.
    if (changed === 'outdated') return { triesLeft: 0 }
    if (from !== undefined) {
      const letter = {
        kind: 'notice',
        notice: { type: 'email-changed' },
        app: place.app,
        at: clock.now(),
        place,
      } as const
      await outbox.add(project, { to: from, letter })
      input.onSent(outbox.kick)
    }
    return { newEmail: email }
  })
}

function requireFresh({ loggedInAt }: Login, now: number): void {
  if (loggedInAt + freshness < now) throw new HttpError('FORBIDDEN', { message: 'Log in again first' })
}
