import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { random, toText } from '../../site/vault/bytes.js'
import { changeWallet } from '../../site/vault/changeWallet.js'
import { recoverWallet } from '../../site/vault/recoverWallet.js'
import { readWallet, unlockWallet } from '../../site/vault/unlockWallet.js'
import { createFullWallet, testPassword } from '../testing/keys/createFullWallet.js'
import { createTestDevice } from '../testing/keys/createTestDevice.js'
import { siteUrl, startTestKeys, type TestKeys } from '../testing/keys/startTestKeys.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-replay-'))
let keys: TestKeys
beforeAll(async () => {
  keys = await startTestKeys({ directory: folder })
})
afterAll(async () => {
  await keys.close()
  rmSync(folder, { recursive: true })
})

/** A day in the life of a wallet: every call is made at least once. */
async function live() {
  const full = await createFullWallet(keys)
  const { session } = full
  await unlockWallet(session, { type: 'device' })
  await unlockWallet(session, { type: 'passkey', ask: full.authenticator.ask })
  const elsewhere = keys.connect(await createTestDevice())
  const second = await recoverWallet(elsewhere, {
    way: { type: 'password', password: testPassword },
    label: 'Phone',
  })
  await changeWallet(elsewhere, second, { isRotating: true })
  await session.calls.noteExport()
  await session.calls.audit()
  return full
}

describe('what was captured', () => {
  test('every request of a day is refused when it is sent again, and changes nothing', async () => {
    const { session, device } = await live()
    const place = toText(random(16))
    const put = { path: `/keys/v1/rendezvous/put?projectId=acme`, body: { place, seq: 0, text: 'AAAA' } }
    const url = `${siteUrl}/keys/v1/rendezvous/put`
    const body = JSON.stringify(put.body)
    const dpop = await device.prove({
      method: 'POST',
      url,
      body,
      token: session.token,
      now: keys.clock.now(),
    })
    await keys.send(put.path, body, { authorization: `DPoP ${session.token}`, dpop })

    const captured = [...keys.exchanges]
    const paths = new Set(captured.map(({ path }) => path.replace(/\?.*/, '')))
    expect([...paths].sort()).toEqual(
      [
        'audit',
        'challenge',
        'commit',
        'export',
        'half',
        'prepare',
        'release',
        'rendezvous/put',
        'wallet',
      ].map((name) => `/keys/v1/${name}`),
    )
    expect(captured.every(({ status }) => status === 200)).toBe(true)
    const before = (await readWallet(session)).held
    const log = await session.calls.audit()
    for (const { path, body, headers } of captured) {
      const { status, answer } = await keys.send(path, body, headers)
      expect([path, status]).toEqual([path, 401])
      expect(answer).not.toContain('half')
    }
    expect((await readWallet(session)).held).toEqual(before)
    expect(await session.calls.audit()).toEqual(log)
  })

  test('with another body, path, token or key a proof is refused', async () => {
    const device = await createTestDevice()
    const thief = await createTestDevice()
    const session = keys.connect(device, { user: 'carl' })
    const [url, body, now] = [`${siteUrl}/keys/v1/audit`, '{}', keys.clock.now()]
    const proof = () => device.prove({ method: 'POST', url, body, token: session.token, now })
    const authorization = `DPoP ${session.token}`
    const send = async (path: string, text: string, headers: { readonly [name: string]: string }) =>
      (await keys.send(`${path}?projectId=acme`, text, headers)).status
    expect(await send('/keys/v1/audit', '{"a":1}', { authorization, dpop: await proof() })).toBe(401)
    expect(await send('/keys/v1/delete', body, { authorization, dpop: await proof() })).toBe(401)
    expect(await send('/keys/v1/audit', body, { authorization: 'DPoP other', dpop: await proof() })).toBe(401)
    expect(await send('/keys/v1/audit', body, { authorization })).toBe(401)
    expect(await send('/keys/v1/audit', body, { dpop: await proof() })).toBe(401)
    const stolen = await thief.prove({ method: 'POST', url, body, token: session.token, now })
    expect(await send('/keys/v1/audit', body, { authorization, dpop: stolen })).toBe(401)
    // A user without a wallet: the proof counts.
    expect(await send('/keys/v1/audit', body, { authorization, dpop: await proof() })).toBe(404)
  })

  test('a half that was captured opens with no other key than that of its request', async () => {
    const { session } = await createFullWallet(keys, { user: 'dora' })
    await unlockWallet(session, { type: 'device' })
    const halves = keys.exchanges
      .filter(({ path, status }) => /release|half/.test(path) && status === 200)
      .map(({ answer }) => JSON.parse(answer).half)
      .filter((half) => half !== undefined)
    expect(halves.length).toBeGreaterThan(5)
    // A fresh key for each: none comes twice, and no two answers are alike.
    expect(new Set(halves.map(({ enc }) => enc)).size).toBe(halves.length)
    expect(new Set(halves.map(({ text }) => text)).size).toBe(halves.length)
    const asked = keys.exchanges
      .filter(({ path, status }) => /release|half/.test(path) && status === 200)
      .map(({ body }) => JSON.parse(body).key)
    expect(new Set(asked).size).toBe(asked.length)
  })
})
