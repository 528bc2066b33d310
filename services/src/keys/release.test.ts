import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { random, toText } from '../../site/vault/bytes.js'
import { changeWallet } from '../../site/vault/changeWallet.js'
import { createKeyPair } from '../../site/vault/hpke.js'
import { unlockWallet } from '../../site/vault/unlockWallet.js'
import { createFullWallet, testPassword } from '../testing/keys/createFullWallet.js'
import { createTestAuthenticator, type Lies } from '../testing/keys/createTestAuthenticator.js'
import { createTestDevice } from '../testing/keys/createTestDevice.js'
import { siteUrl, startTestKeys, type TestKeys } from '../testing/keys/startTestKeys.js'

const minute = 60_000
const day = 24 * 60 * minute
const folder = mkdtempSync(join(tmpdir(), 'latchkey-release-'))
let keys: TestKeys
let full: Awaited<ReturnType<typeof createFullWallet>>
let count = 0

beforeAll(async () => {
  const projects = ['acme', 'other'].map((id) => ({ id, origins: ['https://app.example'] }))
  keys = await startTestKeys({ directory: folder, settings: { projects } })
})
beforeEach(async () => {
  full = await createFullWallet(keys, { user: `user${++count}` })
  // The wallet's making has used parts of the limits.
  keys.clock.advance(day)
})
afterAll(async () => {
  await keys.close()
  rmSync(folder, { recursive: true })
})

const freshKey = () => toText(createKeyPair().publicKey)
const connect = async (options: Parameters<TestKeys['connect']>[1] = {}) =>
  keys.connect(await createTestDevice(), { user: `user${count}`, ...options })
const refused = (work: Promise<unknown>, code: string, status: number) =>
  expect(work).rejects.toMatchObject({ code, status })
const eventsOf = async () => (await full.session.calls.audit()).entries.map(({ event }) => event)

describe('device', () => {
  test('the half goes only to the session with the key that made the slot', async () => {
    const slot = full.slotOf('device').id
    await full.session.calls.release({ slot, epoch: 1, key: freshKey() })
    const other = await connect()
    await refused(other.calls.release({ slot, epoch: 1, key: freshKey() }), 'FORBIDDEN', 403)
    expect((await eventsOf()).slice(0, 2)).toEqual(['refused', 'half-released'])
  })

  test('no half of another user, project or epoch, and none of a slot that is not there', async () => {
    const slot = full.slotOf('device').id
    for (const options of [{ user: 'nobody' }, { project: 'other' }]) {
      const session = keys.connect(full.device, { user: `user${count}`, ...options })
      await refused(session.calls.release({ slot, epoch: 1, key: freshKey() }), 'NOT_FOUND', 404)
    }
    for (const epoch of [0, 2, 99])
      await refused(full.session.calls.release({ slot, epoch, key: freshKey() }), 'NOT_FOUND', 404)
    const gone = toText(random(16))
    await refused(full.session.calls.release({ slot: gone, epoch: 1, key: freshKey() }), 'NOT_FOUND', 404)
  })

  test('the key of a request is used once, also with a new proof', async () => {
    const slot = full.slotOf('device').id
    const key = freshKey()
    await full.session.calls.release({ slot, epoch: 1, key })
    await refused(full.session.calls.release({ slot, epoch: 1, key }), 'UNAUTHORIZED', 401)
    expect((await eventsOf())[0]).toBe('replayed')
  })

  test('a key that is no point gets nothing', async () => {
    const slot = full.slotOf('device').id
    await refused(
      full.session.calls.release({ slot, epoch: 1, key: toText(random(65)) }),
      'INVALID_BODY',
      400,
    )
  })

  test('30 halves a minute, 300 a day', async () => {
    const slot = full.slotOf('device').id
    const ask = () => full.session.calls.release({ slot, epoch: 1, key: freshKey() })
    for (let batch = 0; batch < 10; batch++) {
      const answers = await Promise.allSettled(Array.from({ length: 35 }, ask))
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
      expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { status: 429, code: 'RATE_LIMITED' },
      })
      keys.clock.advance(minute)
    }
    await refused(ask(), 'RATE_LIMITED', 429)
    keys.clock.advance(day)
    await ask()
  }, 60_000)
})

describe('passkey', () => {
  const asked = async () => {
    const { challenge, rpId } = await full.session.calls.challenge()
    const { credentialId = '', salt = '' } = full.slotOf('passkey')
    const credentials = [{ credentialId, salt: new Uint8Array(Buffer.from(salt, 'base64url')) }]
    return { challenge, rpId, credentials }
  }
  const release = (assertion: { readonly [name: string]: unknown }) =>
    full.session.calls.release({ slot: full.slotOf('passkey').id, epoch: 1, key: freshKey(), assertion })

  test('the half goes to any session with a fresh assertion', async () => {
    const { assertion } = await full.authenticator.ask(await asked())
    await release(assertion)
    const other = await connect()
    const opened = await unlockWallet(other, { type: 'passkey', ask: full.authenticator.ask })
    expect(opened.version).toEqual(full.opened.version)
  })

  test('not without an assertion, not with one again, not after five minutes', async () => {
    const slot = full.slotOf('passkey').id
    await refused(full.session.calls.release({ slot, epoch: 1, key: freshKey() }), 'INVALID_BODY', 400)
    const { assertion } = await full.authenticator.ask(await asked())
    await release(assertion)
    await refused(release(assertion), 'FORBIDDEN', 403)
    const late = await full.authenticator.ask(await asked())
    keys.clock.advance(5 * minute)
    await refused(release(late.assertion), 'FORBIDDEN', 403)
  })

  test('a challenge of another user does not count', async () => {
    const options = await asked()
    const other = await createFullWallet(keys, { user: `other${count}` })
    const { challenge } = await other.session.calls.challenge()
    const { assertion } = await full.authenticator.ask({ ...options, challenge })
    await refused(release(assertion), 'FORBIDDEN', 403)
  })

  test.each<[string, Lies]>([
    ['no user verification', { flags: 0x01 }],
    ['nobody present', { flags: 0x04 }],
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: `${siteUrl}:8443` }],
    ['another host name', { rpId: 'evil.example' }],
    ['a challenge that nobody made', { challenge: 'A'.repeat(43) }],
    ['a registration', { type: 'webauthn.create' }],
    ['another signature', { hasWrongSignature: true }],
    ['in a page that the project does not list', { topOrigin: 'https://evil.example' }],
    ['in a page whose name only begins alike', { topOrigin: 'https://app.example.evil.example' }],
    ['in a page that is not named', { crossOrigin: true }],
    ['named, and not in a page', { crossOrigin: false, topOrigin: 'https://app.example' }],
  ])('refused: %s', async (_, lies) => {
    full.authenticator.lies = lies
    const { assertion } = await full.authenticator.ask(await asked())
    await refused(release(assertion), 'FORBIDDEN', 403)
    expect((await eventsOf())[0]).toBe('refused')
  })

  test('in a page of the project it counts', async () => {
    full.authenticator.lies = { topOrigin: 'https://app.example' }
    const { assertion } = await full.authenticator.ask(await asked())
    await release(assertion)
  })

  test('a counter must rise, and one that was never there may stay away', async () => {
    full.authenticator.lies = { counter: 7 }
    await release((await full.authenticator.ask(await asked())).assertion)
    for (const counter of [7, 6, 0]) {
      full.authenticator.lies = { counter }
      const { assertion } = await full.authenticator.ask(await asked())
      await refused(release(assertion), 'FORBIDDEN', 403)
    }
    full.authenticator.lies = { counter: 8 }
    await release((await full.authenticator.ask(await asked())).assertion)
  })

  test('another passkey of the same user does not release the half', async () => {
    const second = createTestAuthenticator(siteUrl)
    const { added } = await changeWallet(full.session, full.opened, {
      add: [{ type: 'passkey', label: 'Second', register: second.register, ask: second.ask }],
    })
    const { credentialId = '', salt = '' } = added[0]?.slot ?? {}
    const credentials = [{ credentialId, salt: new Uint8Array(Buffer.from(salt, 'base64url')) }]
    const { assertion } = await second.ask({ ...(await asked()), credentials })
    await refused(release(assertion), 'FORBIDDEN', 403)
  })

  test('a passkey opens one slot only', async () => {
    const other = await createFullWallet(keys, { user: `other${count}` })
    const { register } = full.authenticator
    const { challenge, rpId, userHandle } = await other.session.calls.challenge()
    const { registration } = await register({ challenge, rpId, userHandle, salt: random(32) })
    const body = { slot: toText(random(16)), type: 'passkey' as const, key: freshKey(), registration }
    await refused(other.session.calls.half(body), 'CONFLICT', 409)
  })

  test('a body with the outputs of extensions is refused: one of them is half a key', async () => {
    full.authenticator.lies = { isLeaking: true }
    const { assertion } = await full.authenticator.ask(await asked())
    await refused(release(assertion), 'INVALID_BODY', 400)
    const { challenge, rpId, userHandle } = await full.session.calls.challenge()
    const { registration } = await full.authenticator.register({
      challenge,
      rpId,
      userHandle,
      salt: random(32),
    })
    const body = { slot: toText(random(16)), type: 'passkey' as const, key: freshKey(), registration }
    await refused(full.session.calls.half(body), 'INVALID_BODY', 400)
  })

  test.each<[string, Lies]>([
    ['no user verification', { flags: 0x41 }],
    ['another origin', { origin: 'https://evil.example' }],
    ['another host name', { rpId: 'evil.example' }],
    ['a challenge that nobody made', { challenge: 'A'.repeat(43) }],
    ['an assertion', { type: 'webauthn.get' }],
    ['in a page that the project does not list', { topOrigin: 'https://evil.example' }],
  ])('a registration is refused: %s', async (_, lies) => {
    const second = createTestAuthenticator(siteUrl)
    second.lies = lies
    const { challenge, rpId, userHandle } = await full.session.calls.challenge()
    const { registration } = await second.register({ challenge, rpId, userHandle, salt: random(32) })
    const body = { slot: toText(random(16)), type: 'passkey' as const, key: freshKey(), registration }
    await refused(full.session.calls.half(body), 'FORBIDDEN', 403)
  })

  test('the name for authenticators is the same each time, and says nothing', async () => {
    const { userHandle, rpId } = await full.session.calls.challenge()
    expect((await (await connect()).calls.challenge()).userHandle).toBe(userHandle)
    expect(userHandle).toMatch(/^[\w-]{43}$/)
    expect(rpId).toBe('wallet.example')
  })
})

describe('password', () => {
  const guess = (session = full.session) =>
    unlockWallet(session, { type: 'password', password: 'wrong horse battery staple' })

  test('the right one opens the wallet, a wrong one does not', async () => {
    await expect(guess()).rejects.toMatchObject({ code: 'wrong-secret' })
    const opened = await unlockWallet(await connect(), { type: 'password', password: testPassword })
    expect(opened.version).toEqual(full.opened.version)
  })

  test('5 evaluations in 15 minutes, over all devices and at once', async () => {
    const sessions = await Promise.all(Array.from({ length: 3 }, () => connect()))
    const guesses = await Promise.allSettled(
      Array.from({ length: 24 }, (_, index) => guess(sessions[index % 3] ?? full.session)),
    )
    const codes = guesses.map((one) => (one.status === 'rejected' ? one.reason.code : 'opened'))
    expect(codes.filter((code) => code === 'wrong-secret')).toHaveLength(5)
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(19)
    const error = await guess().catch((error) => error)
    expect(error).toMatchObject({ status: 429 })
    keys.clock.advance(14 * minute)
    await expect(guess()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    keys.clock.advance(minute)
    await expect(guess()).rejects.toMatchObject({ code: 'wrong-secret' })
  })

  test('20 evaluations a day', async () => {
    for (let round = 0; round < 4; round++) {
      for (let index = 0; index < 5; index++)
        await expect(guess()).rejects.toMatchObject({ code: 'wrong-secret' })
      keys.clock.advance(15 * minute)
    }
    await expect(guess()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    keys.clock.advance(day - 60 * minute)
    await expect(guess()).rejects.toMatchObject({ code: 'wrong-secret' })
  })

  test('neither guesses nor slots that another session is about to add use up what the owner opens with', async () => {
    const other = await connect()
    const slot = toText(random(16))
    await other.calls.half({ slot, type: 'device', key: freshKey() })
    const ask = () => other.calls.release({ slot, epoch: 1, isPending: true, key: freshKey() })
    for (let index = 0; index < 30; index++) await ask()
    await refused(ask(), 'RATE_LIMITED', 429)
    await expect(guess(other)).rejects.toMatchObject({ code: 'wrong-secret' })
    const own = { slot: full.slotOf('device').id, epoch: 1 }
    for (let index = 0; index < 30; index++) await full.session.calls.release({ ...own, key: freshKey() })
  })

  test('only elements of the group are evaluated', async () => {
    const slot = full.slotOf('password').id
    const ask = (blinded: string | undefined) =>
      full.session.calls.release({
        slot,
        epoch: 1,
        key: freshKey(),
        ...(blinded === undefined ? {} : { blinded }),
      })
    await refused(ask(undefined), 'INVALID_BODY', 400)
    await refused(ask(toText(new Uint8Array(32))), 'INVALID_BODY', 400)
    await refused(ask(toText(new Uint8Array(32).fill(255))), 'INVALID_BODY', 400)
  })
})

describe('kit', () => {
  test('there is no half to release', async () => {
    const slot = full.slotOf('kit').id
    await refused(full.session.calls.release({ slot, epoch: 1, key: freshKey() }), 'INVALID_BODY', 400)
    const opened = await unlockWallet(await connect(), { type: 'kit', secret: full.kitSecret })
    expect(opened.version).toEqual(full.opened.version)
  })
})

describe('operator', () => {
  test('there is no such slot unless the operator turns it on', async () => {
    const body = { slot: toText(random(16)), type: 'operator' as const, key: freshKey() }
    await refused(full.session.calls.half(body), 'FORBIDDEN', 403)
    await expect(
      changeWallet(full.session, full.opened, { add: [{ type: 'operator', label: 'e-mail' }] }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('with it, a login within five minutes opens the wallet on any device, and the wallet says so', async () => {
    const directory = mkdtempSync(join(folder, 'convenience-'))
    const kept = await startTestKeys({ directory, settings: { keysConvenience: '1' } })
    const { session, opened } = await createFullWallet(kept)
    const { opened: next } = await changeWallet(session, opened, {
      add: [{ type: 'operator', label: 'e-mail' }],
    })
    expect((await session.calls.wallet()).wallet?.custody).toBe('convenience')
    expect(kept.told.at(-1)?.notice).toEqual({ type: 'custody-changed' })
    const elsewhere = kept.connect(await createTestDevice())
    const again = await unlockWallet(elsewhere, { type: 'operator' })
    expect(again.version).toEqual(next.version)
    kept.clock.advance(5 * minute + 1)
    await refused(unlockWallet(elsewhere, { type: 'operator' }), 'LOGIN_AGAIN', 403)
    await kept.close()

    // Turned off again, the slot opens nothing.
    const off = await startTestKeys({ directory, clock: kept.clock })
    await refused(unlockWallet(off.connect(await createTestDevice()), { type: 'operator' }), 'FORBIDDEN', 403)
    await off.close()
  })
})

describe('new ways in', () => {
  test('5 new devices a day', async () => {
    let opened = await unlockWallet(full.session, { type: 'device' })
    const add = async () => {
      opened = (await changeWallet(full.session, opened, { add: [{ type: 'device', label: 'Next' }] })).opened
      keys.clock.advance(minute)
    }
    for (let index = 0; index < 5; index++) await add()
    await refused(add(), 'RATE_LIMITED', 429)
    keys.clock.advance(day)
    await add()
  })

  test('a session that asks for as many as it may takes none from the owner, who opens the wallet on a new device', async () => {
    const thief = await connect()
    const ask = (type: 'device' | 'password') =>
      thief.calls.half({ slot: toText(random(16)), type, key: freshKey() })
    for (let index = 0; index < 50; index++) {
      await ask(index % 2 === 0 ? 'device' : 'password')
      if (index % 10 === 9) keys.clock.advance(minute)
    }
    await refused(ask('device'), 'RATE_LIMITED', 429)
    const next = await connect()
    const opened = await unlockWallet(next, { type: 'password', password: testPassword })
    const { added } = await changeWallet(next, opened, { add: [{ type: 'device', label: 'Next' }] })
    expect(added).toHaveLength(1)
  })

  test('a slot that is not committed is forgotten after ten minutes, and serves only who made it', async () => {
    const slot = toText(random(16))
    await full.session.calls.half({ slot, type: 'device', key: freshKey() })
    await refused((await connect()).calls.half({ slot, type: 'device', key: freshKey() }), 'CONFLICT', 409)
    const ask = (session = full.session) =>
      session.calls.release({ slot, epoch: 1, isPending: true, key: freshKey() })
    await ask()
    await refused(ask(await connect()), 'NOT_FOUND', 404)
    await refused(full.session.calls.release({ slot, epoch: 1, key: freshKey() }), 'NOT_FOUND', 404)
    keys.clock.advance(10 * minute)
    await refused(ask(), 'NOT_FOUND', 404)
  })
})

test('exports: after a login within five minutes, 3 a day, and the owner is told', async () => {
  const session = await connect()
  for (let index = 0; index < 3; index++) await session.calls.noteExport()
  await refused(session.calls.noteExport(), 'RATE_LIMITED', 429)
  expect(keys.told.at(-1)).toEqual({ user: `user${count}`, notice: { type: 'exported' } })
  keys.clock.advance(day)
  await refused(session.calls.noteExport(), 'LOGIN_AGAIN', 403)
  await refused(session.calls.delete({}), 'LOGIN_AGAIN', 403)
})
