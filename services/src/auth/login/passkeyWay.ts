import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { loginByPasskey, loginByPasskeyBody, passkeyLoginOptions } from 'latchkey/protocol'
import { PasskeyError } from '../../keys/Parts.js'
import { HttpError } from '../../shared/HttpError.js'
import { route } from '../../shared/route.js'
import { openLogin } from './finishLogin.js'
import { createSecret } from './flows.js'
import type { LoginWay } from './LoginWay.js'
import { placeOf } from './placeOf.js'
import { readBody } from './readBody.js'
import { startsOf } from './startsOf.js'

/** How long the visitor may take to use the passkey, in milliseconds. */
const life = 5 * 60_000

/**
 * Logs in with a passkey of a wallet: it is a way in that the wallet has already, so it makes no account (spec §10 "Keys").
 *
 * @param others The ways by which visitors get an account.
 */
export function passkeyWay(others: readonly LoginWay[]): LoginWay {
  return {
    offered: (settings) =>
      settings.loginPasskey === '1' && others.some((way) => way.offered(settings).length > 0)
        ? ['passkey']
        : [],
    route({ calls }, parts) {
      const { context, flows, frameUrl, passkeys, users, checkKey } = parts
      if (passkeys === undefined) return
      const { clock, settings, log } = context

      route(calls, passkeyLoginOptions, async (input) => {
        const key = await checkKey(input, passkeyLoginOptions)
        input.take('login starts', startsOf(settings))
        const [flow, challenge] = [createSecret(), randomBytes(32).toString('base64url')]
        await flows.begin(flow, {
          ...{
            project: input.project.id,
            host: frameUrl,
            way: 'passkey',
            purpose: 'login',
            browser_key: key,
          },
          sealed: hashOf(challenge),
          expires_at: clock.now() + life,
        })
        return { flow, challenge, rpId: new URL(frameUrl).hostname }
      })

      route(calls, loginByPasskey, async (input) => {
        const { flow: name, assertion } = readBody(loginByPasskeyBody, input)
        const key = await checkKey(input, loginByPasskey)
        const project = input.project.id
        const flow = await flows.find(name, project)
        const isOwn = flow !== undefined && flow.way === 'passkey' && flow.browser_key === key
        if (!isOwn || !(await flows.claim(flow.id))) throw refusal()
        // The flow takes one assertion, so its challenge is used once.
        const useChallenge = async (challenge: string) => isEqual(hashOf(challenge), flow.sealed ?? '')
        try {
          const { user } = await passkeys.checkAssertion({ project: input.project, useChallenge }, assertion)
          const owner = { project, user }
          const profile = await users.read(owner)
          // The account is being deleted.
          if (profile === undefined) throw new PasskeyError('no such account')
          return await openLogin(parts, {
            ...{ key, isNew: false, way: 'passkey', user: owner, email: profile.email ?? undefined },
            place: placeOf(input, frameUrl, clock.now()),
          })
        } catch (error) {
          if (!(error instanceof PasskeyError)) throw error
          log.info('login.passkey', { project, reason: error.message })
          throw refusal(error)
        }
      })
    },
  }
}

/** One answer for every passkey that does not log in, so that nobody learns which ones there are. */
function refusal(cause?: unknown): HttpError {
  return new HttpError('FORBIDDEN', { message: 'The passkey opens no wallet here', cause })
}

function hashOf(challenge: string): string {
  return createHash('sha256').update(challenge).digest('base64url')
}

function isEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
