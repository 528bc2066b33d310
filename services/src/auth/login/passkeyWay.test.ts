import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createProver } from '../../testing/createProver.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { createFullWallet } from '../../testing/keys/createFullWallet.js'
import { createTestAuthenticator, type Lies } from '../../testing/keys/createTestAuthenticator.js'
import { startTestKeys, type TestKeys } from '../../testing/keys/startTestKeys.js'

import { type Asked, frameUrl, page, startLogin } from '../../testing/startLogin.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-passkey-login-'))
const clock = createTestClock()
let keys: TestKeys
const cleanups: (() => unknown)[] = []
beforeAll(async () => {
  const projects = ['acme', 'other'].map((id) => ({ id, origins: [page] }))
  keys = await startTestKeys({ directory: folder, clock, settings: { projects } })
})
afterAll(async () => {
  await keys.close()
  rmSync(folder, { recursive: true })
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

let count = 0
const salt = new Uint8Array(32)

/** Starts the login, and logs a visitor in by mail who has a wallet with a passkey. */
async function setUp(options: Parameters<typeof startLogin>[0] = {}) {
  const started = await startLogin({ clock, passkeys: keys.keys.passkeys, ...options })
  cleanups.push(started.login.close)
  const { logIn, call } = started
  const email = `passkey${count++}@mail.example`
  const { user } = await logIn(email)
  const { authenticator } = await createFullWallet(keys, { user: user.id })
  // The wallet's making has used parts of the limits.
  clock.advance(86_400_000)

  const ask = async (challenge: string, rpId: string, lies: Lies = {}, asked = authenticator) => {
    asked.lies = lies
    const credentialId = String(authenticator.assertions[0]?.id)
    const { assertion } = await asked.ask({ challenge, rpId, credentials: [{ credentialId, salt }] })
    return assertion
  }
  const begin = async (asked: Asked = {}) => {
    const { body } = await call('passkey/options', {}, asked)
    return { flow: String(body.flow), challenge: String(body.challenge), rpId: String(body.rpId) }
  }
  return { ...started, email, user, authenticator, ask, begin }
}

test('a visitor logs in with a passkey of the wallet, on another device too, and is told of it', async () => {
  const { app, call, begin, ask, user, email, mailTo, lines } = await setUp()
  const methods = await app.request(`${frameUrl}/auth/v1/login/methods?projectId=acme`)
  expect(await methods.json()).toMatchObject({ passkey: true })
  const device = { prover: await createProver() }
  const { flow, challenge, rpId } = await begin(device)
  expect(rpId).toBe('wallet.example')
  const { body } = await call('passkey', { flow, assertion: await ask(challenge, rpId) }, device)
  expect(body).toMatchObject({ token: expect.any(String), user: { id: user.id, email, way: 'passkey' } })
  expect((await mailTo(email, 2)).subject).toMatch(/new device/)
  expect(lines.join('\n')).not.toContain(challenge)
})

test('an assertion counts once, for the flow and the key that asked for it, and for five minutes', async () => {
  const { call, begin, ask } = await setUp()
  const refused = (flow: string, assertion: unknown, asked: Asked = {}) =>
    expect(call('passkey', { flow, assertion }, asked)).resolves.toMatchObject({
      status: 403,
      body: { error: { message: 'The passkey opens no wallet here' } },
    })
  const one = await begin()
  const used = await ask(one.challenge, one.rpId)
  await refused(one.flow, used, { prover: await createProver() })
  await refused(one.flow, used, { project: 'other' })
  const uses = await Promise.all(
    Array.from({ length: 4 }, () => call('passkey', { flow: one.flow, assertion: used })),
  )
  expect(uses.filter(({ status }) => status === 200)).toHaveLength(1)
  await refused(one.flow, used)

  const [first, second] = [await begin(), await begin()]
  await refused(second.flow, await ask(first.challenge, first.rpId))
  const late = await begin()
  clock.advance(300_000)
  await refused(late.flow, await ask(late.challenge, late.rpId))
})

test('an assertion that another page, another user or nobody has made is refused', async () => {
  const { call, begin, ask, lines } = await setUp()
  const lies: readonly Lies[] = [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { challenge: Buffer.alloc(32).toString('base64url') },
    { crossOrigin: true },
    { topOrigin: 'https://evil.example' },
    { type: 'webauthn.create' },
    // Nobody was there, or nobody has proven who.
    { flags: 0x00 },
    { flags: 0x01 },
    { hasWrongSignature: true },
  ]
  for (const lie of lies) {
    const { flow, challenge, rpId } = await begin()
    const { status } = await call('passkey', { flow, assertion: await ask(challenge, rpId, lie) })
    expect([lie, status]).toEqual([lie, 403])
  }
  const { flow, challenge, rpId } = await begin()
  const stranger = createTestAuthenticator(frameUrl)
  const { credentialId } = await stranger.register({ challenge, rpId } as never)
  const { assertion } = await stranger.ask({ challenge, rpId, credentials: [{ credentialId, salt }] })
  expect((await call('passkey', { flow, assertion })).status).toBe(403)
  expect(lines.join('\n')).toContain('login.passkey')
  expect((await call('passkey', { flow: (await begin()).flow, assertion: {} })).status).toBe(400)
})

test('an account that is gone has no passkeys, and without another way there are none', async () => {
  const { call, begin, ask, login, user } = await setUp()
  await login.forget({ project: 'acme', user: user.id })
  const { flow, challenge, rpId } = await begin()
  expect((await call('passkey', { flow, assertion: await ask(challenge, rpId) })).status).toBe(403)

  for (const settings of [{ loginPasskey: '0' }, { mailUrl: undefined }] as const) {
    const other = await startLogin({ clock, passkeys: keys.keys.passkeys, settings })
    cleanups.push(other.login.close)
    const methods = await other.app.request(`${frameUrl}/auth/v1/login/methods?projectId=acme`)
    expect(await methods.json()).toMatchObject({ passkey: false })
    expect((await other.call('passkey/options', {})).status).toBe(404)
  }
})
