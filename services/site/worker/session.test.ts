import {
  confirmEmail,
  endLogin,
  getLoginResult,
  loginByCode,
  loginByEmail,
  loginByPasskey,
  loginBySocial,
  redeemLink,
  refreshLogin,
  updateEmail,
} from 'latchkey/protocol'
import { expect, test } from 'vitest'
import { CallError, type Calls } from './calls.js'
import { createSession } from './session.js'
import { LoginFailedError, NotLoggedInError } from './sessionErrors.js'
import type { Kept } from './storage.js'
import { toWorkerError } from './toWorkerError.js'
import { createTurns } from './turns.js'

function createKept(): Kept {
  const entries = new Map<string, unknown>()
  return {
    isLasting: true,
    get: async (name) => entries.get(name),
    set: async (name, value) => void entries.set(name, value),
    ensure: async (_, make) => make(),
    remove: async (...names) => {
      for (const name of names) entries.delete(name)
    },
  }
}

const user = { id: 'u', email: null, userName: 'ann', way: 'github' }

/** Opens the session of a surface; several on one storage are loads of one page. */
function open(kept: Kept, at = 0, { refuses }: { readonly refuses?: string | undefined } = {}) {
  const asked: unknown[] = []
  const calls = Object.assign(
    async (endpoint: { readonly path: string }, { body }: { readonly body?: unknown } = {}) => {
      asked.push([endpoint.path, body])
      if (endpoint.path === refuses) throw new CallError(403)
      if (endpoint.path === loginBySocial.path)
        return { flow: 'f'.repeat(43), uri: 'https://wallet.example/login/start/github' }
      if (endpoint.path === updateEmail.path) return { flow: 'f'.repeat(43), action: 'VERIFY_PRIMARY_OTP' }
      return { token: 't'.repeat(43), refreshToken: 'r'.repeat(43), expiresIn: 900, user }
    },
    { prove: async () => '' },
  ) as unknown as Calls
  const session = createSession({
    calls,
    kept,
    lock: (work) => work(),
    host: () => 'https://app.example',
    now: () => at,
  })
  return { session, asked }
}

test('a login for which the page itself has left is finished by its next load, once', async () => {
  const kept = createKept()
  await open(kept).session.loginBySocial('github')
  const { session, asked } = open(kept)
  expect(await session.awaitLogin()).toEqual(user)
  expect(asked).toEqual([[getLoginResult.path, { flow: 'f'.repeat(43) }]])
  await expect(open(kept).session.awaitLogin()).rejects.toThrow(LoginFailedError)
})

test('a login that was left for too long is not finished', async () => {
  const kept = createKept()
  await open(kept).session.loginBySocial('github')
  const { session, asked } = open(kept, 600_000)
  await expect(session.awaitLogin()).rejects.toThrow(LoginFailedError)
  expect(asked).toEqual([])
})

test('signing out gives up a login that was left', async () => {
  const kept = createKept()
  const { session } = open(kept)
  await session.loginBySocial('github')
  await session.signOut()
  await expect(open(kept).session.awaitLogin()).rejects.toThrow(LoginFailedError)
})

type Session = ReturnType<typeof createSession>

test.each([
  [
    'a new address that belongs to another account',
    confirmEmail.path,
    'login_other',
    async (session: Session) => {
      await session.updateEmail('ann@example.com')
      await session.confirmEmail('123456')
    },
  ],
  [
    'an account without an address whose login is old',
    updateEmail.path,
    'not_connected',
    (session: Session) => session.updateEmail('ann@example.com'),
  ],
  [
    'a passkey that opens no wallet',
    loginByPasskey.path,
    'login_failed',
    (session: Session) => session.loginByPasskey('f', {}),
  ],
])('%s is told as that', async (_, refuses, code, act) => {
  const kept = createKept()
  await kept.set('session', { token: 't', refreshToken: 'r', expiresAt: 900_000, user })
  const failed = await act(open(kept, 0, { refuses }).session).then(
    () => undefined,
    (error: unknown) => toWorkerError(error),
  )
  expect(failed).toMatchObject({ code })
})

/** A session whose calls are answered by a script. */
function scripted(answers: { readonly [path: string]: () => unknown }, kept = createKept()) {
  const ended: true[] = []
  let at = 0
  const calls = Object.assign(
    async ({ path }: { readonly path: string }) => {
      const answer = await answers[path]?.()
      if (answer instanceof Error) throw answer
      return answer
    },
    { prove: async () => '' },
  ) as unknown as Calls
  const session = createSession({
    ...{ calls, kept, lock: createTurns(), now: () => at },
    host: () => 'https://app.example',
    onEnd: () => void ended.push(true),
  })
  const sessionOf = (id: string) => ({
    ...{ token: `t-${id}`, refreshToken: `r-${id}`, expiresIn: 900 },
    user: { ...user, id },
  })
  return {
    ...{ session, kept, ended, sessionOf },
    advance: (milliseconds: number) => {
      at += milliseconds
    },
  }
}

test('a login that was given up for another one logs nobody in when it ends', async () => {
  let end = (_: unknown) => {}
  const ending = new Promise((resolve) => {
    end = resolve
  })
  const { session, sessionOf } = scripted({
    [loginBySocial.path]: () => ({ flow: 'social', uri: '' }),
    [getLoginResult.path]: () => ending,
    [loginByEmail.path]: () => ({ flow: 'mail', action: 'VERIFY_OTP', expiresIn: 300, retryIn: 30 }),
    [loginByCode.path]: () => sessionOf('mailed'),
  })
  await session.loginBySocial('github')
  const waiting = session.awaitLogin()
  await session.loginByEmail('ann@example.com')
  end(sessionOf('social'))
  await expect(waiting).rejects.toThrow(LoginFailedError)
  expect(await session.user()).toBeUndefined()
  await session.loginByCode('123456')
  expect(await session.user()).toMatchObject({ id: 'mailed' })
})

test('a session that was being replaced does not come back over the next login', async () => {
  let end = (_: unknown) => {}
  const ending = new Promise((resolve) => {
    end = resolve
  })
  let next = 'first'
  const { session, sessionOf, advance } = scripted({
    [loginByEmail.path]: () => ({ flow: 'mail', action: 'VERIFY_OTP', expiresIn: 300, retryIn: 30 }),
    [loginByCode.path]: () => sessionOf(next),
    [refreshLogin.path]: () => ending,
  })
  const logIn = async () => {
    await session.loginByEmail('ann@example.com')
    await session.loginByCode('123456')
  }
  await logIn()
  advance(900_000)
  const moment = () => new Promise((resolve) => setTimeout(resolve, 10))
  const replacing = session.renew('first')
  await moment()
  next = 'second'
  const again = logIn()
  await moment()
  end(sessionOf('first'))
  await Promise.all([replacing, again])
  expect(await session.user()).toMatchObject({ id: 'second' })
})

test('a call of one visitor is not made as the next one', async () => {
  let next = 'first'
  const { session, sessionOf } = scripted({
    [loginByEmail.path]: () => ({ flow: 'mail', action: 'VERIFY_OTP', expiresIn: 300, retryIn: 30 }),
    [loginByCode.path]: () => sessionOf(next),
  })
  const logIn = async () => {
    await session.loginByEmail('ann@example.com')
    await session.loginByCode('123456')
  }
  const request = { method: 'POST', url: 'https://wallet.example/keys/v1/wallet', body: '{}' } as const
  await logIn()
  await session.authorize(request, 'first')
  next = 'second'
  await logIn()
  await expect(session.authorize(request, 'first')).rejects.toThrow(NotLoggedInError)
  await expect(session.renew('first')).rejects.toThrow(NotLoggedInError)
  await session.authorize(request, 'second')
})

test('who is told that the server has ended the session: once, and nobody is logged in', async () => {
  const { session, ended, sessionOf, advance } = scripted({
    [loginByEmail.path]: () => ({ flow: 'mail', action: 'VERIFY_OTP', expiresIn: 300, retryIn: 30 }),
    [loginByCode.path]: () => sessionOf('ann'),
    [refreshLogin.path]: () => new CallError(401),
  })
  await session.loginByEmail('ann@example.com')
  await session.loginByCode('123456')
  advance(900_000)
  await Promise.allSettled([session.link(), session.ticket()])
  expect(ended).toEqual([true])
  expect(await session.user()).toBeUndefined()
})

test('the account of a link is not stored before the visitor says that it is theirs', async () => {
  const ends: true[] = []
  const { session, kept, sessionOf } = scripted({
    [redeemLink.path]: () => sessionOf('stranger'),
    [endLogin.path]: () => void ends.push(true),
  })
  expect(await session.tryLink('code')).toMatchObject({ id: 'stranger' })
  expect([await session.user(), await kept.get('session')]).toEqual([undefined, undefined])
  await session.keepLink(false)
  expect([await session.user(), ends]).toEqual([undefined, [true]])
  await expect(session.keepLink(true)).rejects.toThrow(LoginFailedError)
  await session.tryLink('code')
  await session.keepLink(true)
  expect(await session.user()).toMatchObject({ id: 'stranger' })
})

test('who must log in again is the same visitor: the session of another one is ended, and the one before stays', async () => {
  const ends: true[] = []
  let next = 'ann'
  const { session, sessionOf } = scripted({
    [loginByEmail.path]: () => ({ flow: 'mail', action: 'VERIFY_OTP', expiresIn: 300, retryIn: 30 }),
    [loginByCode.path]: () => sessionOf(next),
    [loginBySocial.path]: () => ({ flow: 'social', uri: '' }),
    [getLoginResult.path]: () => sessionOf(next),
    [loginByPasskey.path]: () => sessionOf(next),
    [endLogin.path]: () => void ends.push(true),
  })
  const byCode = async (only?: string) => {
    await session.loginByEmail('ann@example.com')
    return session.loginByCode('123456', only)
  }
  await byCode()
  next = 'bob'
  const logins = [
    () => byCode('ann'),
    async () => {
      await session.loginBySocial('github')
      return session.awaitLogin('ann')
    },
    () => session.loginByPasskey('passkey', {}, 'ann'),
  ]
  for (const logIn of logins) {
    expect(toWorkerError(await logIn().catch((error: unknown) => error))).toMatchObject({
      code: 'login_other',
    })
    expect(await session.user()).toMatchObject({ id: 'ann' })
  }
  expect(ends).toHaveLength(3)
  next = 'ann'
  for (const logIn of logins) await logIn()
  expect(ends).toHaveLength(3)
})
