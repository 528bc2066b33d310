import { getLoginResult, loginBySocial } from 'latchkey/protocol'
import { expect, test } from 'vitest'
import type { Calls } from './calls.js'
import { createSession, LoginFailedError } from './session.js'
import type { Kept } from './storage.js'

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
function open(kept: Kept, at = 0) {
  const asked: unknown[] = []
  const calls = Object.assign(
    async (endpoint: { readonly path: string }, { body }: { readonly body?: unknown } = {}) => {
      asked.push([endpoint.path, body])
      if (endpoint.path === loginBySocial.path)
        return { flow: 'f'.repeat(43), uri: 'https://wallet.example/login/start/github' }
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
