import {
  awaitDevice,
  flowBody,
  loginByCode,
  loginByCodeBody,
  loginByEmail,
  loginByEmailBody,
} from 'latchkey/protocol'
import { HttpError } from '../../../shared/HttpError.js'
import { route } from '../../../shared/route.js'
import { retrySeconds } from '../codeLimits.js'
import { finishLogin } from '../finishLogin.js'
import type { LoginWay } from '../LoginWay.js'
import { isMailAddress, plainMailAddress } from '../mailAddress.js'
import { placeOf } from '../placeOf.js'
import { readBody } from '../readBody.js'
import { readHost } from '../readHost.js'
import { chargeCode, limitsOf } from './chargeCode.js'
import { beginEmailFlow, rememberedOf } from './emailFlow.js'
import { proveCode } from './proveCode.js'
import { routeConfirm } from './routeConfirm.js'
import { routeUpdate } from './routeUpdate.js'

/** Logs in by a code that is sent by mail (spec §10 "Login calls"). */
export const emailWay: LoginWay = {
  offered: ({ mailUrl }) => (mailUrl === undefined ? [] : ['email']),
  route({ calls, pages }, parts) {
    const { context, keys, users, flows, outbox, frameUrl, checkKey, wait } = parts
    if (outbox === undefined) return
    const { settings, clock } = context

    route(calls, loginByEmail, async (input) => {
      const body = readBody(loginByEmailBody, input)
      if (!isMailAddress(body.email)) throw new HttpError('INVALID_BODY', { details: 'email' })
      const host = readHost(input.project, body.host, frameUrl)
      const key = await checkKey(input, loginByEmail)
      const email = plainMailAddress(body.email)
      const project = input.project.id
      const limits = await limitsOf({ settings, keys }, project, email)
      const charges = await chargeCode(parts, input, { to: email, limits, host })
      const identity = { way: 'email', subject: email } as const
      const needsLink = settings.loginDeviceLink === '1' && !(await users.knowsDevice(project, identity, key))
      const begun = await beginEmailFlow(
        { ...parts, outbox },
        {
          ...{ project, key, host, needsLink, limits, charges, email, to: email, purpose: 'login' },
          subject: await users.subjectOf(project, identity),
          place: placeOf(input, host, clock.now()),
        },
      )
      // The mail is sent after the answer, so that its server's time tells nothing.
      input.onSent(outbox.kick)
      return { ...begun, action: needsLink ? 'VERIFY_DEVICE' : 'VERIFY_OTP', retryIn: retrySeconds } as const
    })

    route(calls, awaitDevice, async (input) => {
      const { flow } = readBody(flowBody, input)
      const key = await checkKey(input, awaitDevice)
      const read = async () => {
        const found = await flows.find(flow, input.project.id)
        if (found?.browser_key !== key) return false
        return found.approved_at === null ? undefined : true
      }
      return { isApproved: (await wait(read, input.signal)) ?? false }
    })

    route(calls, loginByCode, async (input) => {
      const body = readBody(loginByCodeBody, input)
      const key = await checkKey(input, loginByCode)
      const project = input.project.id
      const result = await proveCode(parts, { ...body, project, key, purposes: ['login'] })
      if ('triesLeft' in result) return result
      const { email, place } = await rememberedOf(keys, result.flow)
      return finishLogin(parts, { project, key, place, identity: { way: 'email', subject: email, email } })
    })

    routeConfirm(pages, parts, outbox)
    routeUpdate(calls, parts, outbox)
  },
}
