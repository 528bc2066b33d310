import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asBytes, random, toText } from '../../site/vault/bytes.js'
import { changeWallet } from '../../site/vault/changeWallet.js'
import { createWallet } from '../../site/vault/createWallet.js'
import { deleteWallet } from '../../site/vault/deleteWallet.js'
import { recoverWallet } from '../../site/vault/recoverWallet.js'
import { readWallet, unlockWallet } from '../../site/vault/unlockWallet.js'
import { createTestAuthenticator } from '../testing/keys/createTestAuthenticator.js'
import { createTestDevice } from '../testing/keys/createTestDevice.js'
import { openTables } from '../testing/keys/readTables.js'
import { siteUrl, startTestKeys, type TestKeys } from '../testing/keys/startTestKeys.js'
import { startPostgres, type TestPostgres } from '../testing/startPostgres.js'
import { createMemoryWrapper } from './wrapper/createMemoryWrapper.js'
import type { KeyWrapper } from './wrapper/KeyWrapper.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-keys-'))
const password = 'correct horse battery staple'
let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
  let keys: TestKeys
  let place: { readonly directory: string; readonly databaseUrl: string | undefined }
  beforeAll(async () => {
    const directory = mkdtempSync(join(folder, 'keys-'))
    place = { directory, databaseUrl: kind === 'postgres' ? postgres.url : undefined }
    keys = await startTestKeys(place)
  })
  afterAll(() => keys.close())

  /** A user with a wallet on one device. */
  async function setUp(user: string) {
    const device = await createTestDevice()
    const session = keys.connect(device, { user })
    const made = await createWallet(session, { label: 'Firefox' })
    if (made.status !== 'created') return expect.fail(made.status)
    return { device, session, opened: made.opened, addresses: made.opened.version.addresses }
  }

  test('a wallet is created, opens again on its device, and not on another', async () => {
    const { session, opened, addresses } = await setUp('create')
    expect(addresses.eip155).toMatch(/^0x[0-9a-fA-F]{40}$/)
    const again = await unlockWallet(session, { type: 'device' })
    expect(again.version).toEqual(opened.version)
    expect(await keys.keys.readAccount({ project: 'acme', user: 'create' })).toEqual({
      addresses,
      custody: 'self',
    })
    const other = keys.connect(await createTestDevice(), { user: 'create' })
    await expect(unlockWallet(other, { type: 'device' })).rejects.toMatchObject({ code: 'no-way' })
    expect(await createWallet(other, { label: 'other' })).toMatchObject({ status: 'exists' })
  })

  test('each way in opens the wallet on a new device, which then opens it alone', async () => {
    const { session, opened, addresses } = await setUp('ways')
    const authenticator = createTestAuthenticator(siteUrl)
    const { opened: next, added } = await changeWallet(session, opened, {
      add: [
        { type: 'passkey', label: 'Key', register: authenticator.register, ask: authenticator.ask },
        { type: 'password', label: 'Password', password },
        { type: 'kit', label: 'Paper' },
      ],
    })
    expect(next.version.slots.map(({ type }) => type)).toEqual(['device', 'passkey', 'password', 'kit'])
    const kit = added[2]?.secret
    if (kit?.type !== 'kit') return expect.fail('no kit')
    const ways = [
      { type: 'passkey', ask: authenticator.ask },
      { type: 'password', password },
      { type: 'kit', secret: kit.secret },
    ] as const
    for (const way of ways) {
      const device = await createTestDevice()
      const elsewhere = keys.connect(device, { user: 'ways' })
      const recovered = await recoverWallet(elsewhere, { way, label: `by ${way.type}` })
      expect(recovered.version.addresses).toEqual(addresses)
      const opened = await unlockWallet(elsewhere, { type: 'device' })
      expect(opened.contents.entropy).toEqual(recovered.contents.entropy)
      keys.clock.advance(60 * 60_000)
    }
    expect(keys.told.filter(({ user }) => user === 'ways').map(({ notice }) => notice)).toEqual([
      { type: 'way-added', label: 'Key' },
      { type: 'way-added', label: 'Password' },
      { type: 'way-added', label: 'Paper' },
      { type: 'device-added', label: 'by passkey' },
      { type: 'device-added', label: 'by password' },
      { type: 'device-added', label: 'by kit' },
    ])
  })

  test('a removed way opens nothing any more; the others open the new epoch', async () => {
    const { session, opened, addresses } = await setUp('remove')
    const lost = await createTestDevice()
    const { opened: second, added } = await changeWallet(session, opened, {
      add: [
        { type: 'password', label: 'Password', password },
        { type: 'kit', label: 'Paper' },
      ],
    })
    expect(second.version).toMatchObject({ epoch: 1, version: 2 })
    const elsewhere = keys.connect(lost, { user: 'remove' })
    const third = await recoverWallet(elsewhere, { way: { type: 'password', password }, label: 'lost' })
    const oldKey = third.vaultKey.slice()
    const held = (await readWallet(session)).held ?? expect.fail()
    const remove = held.slots.filter(({ label }) => label === 'lost').map(({ id }) => id)
    const mine = await unlockWallet(session, { type: 'device' })
    const { opened: fourth } = await changeWallet(session, mine, { remove })
    const staying = [session.key]
    expect(keys.ended).toEqual([{ user: 'remove', key: lost.key, staying }])
    expect(fourth.version).toMatchObject({ epoch: 2, version: 4, addresses })
    expect(fourth.vaultKey).not.toEqual(oldKey)
    await expect(unlockWallet(elsewhere, { type: 'device' })).rejects.toMatchObject({ code: 'no-way' })
    await expect(
      elsewhere.calls.release({
        slot: remove[0] ?? '',
        epoch: 2,
        key: held.slots[0]?.publicKey ?? '',
      }),
    ).rejects.toMatchObject({ status: 404 })
    const kit = added[1]?.secret
    for (const way of [{ type: 'password', password } as const, kit?.type === 'kit' ? kit : expect.fail()])
      expect((await unlockWallet(session, way)).version.epoch).toBe(2)
  })

  test('deleting leaves nothing that opens, and the visitor may begin anew, as another user', async () => {
    const { session, opened, addresses } = await setUp('delete')
    await deleteWallet(session, opened)
    expect((await readWallet(session)).held).toBeUndefined()
    expect(await keys.dataKeys.has({ project: 'acme', user: 'delete' })).toBe(false)
    await expect(createWallet(session, { label: 'late' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const again = keys.connect(await createTestDevice(), { user: 'deleted again' })
    const next = await createWallet(again, { label: 'again' })
    expect(next).toMatchObject({ status: 'created' })
    if (next.status === 'created') expect(next.opened.version.addresses).not.toEqual(addresses)
  })

  test('what is still going on when an account is deleted brings no key back', async () => {
    const { session, opened } = await setUp('late')
    const owner = { project: 'acme', user: 'late' }
    const [slot] = opened.version.slots
    const half = { slot: toText(random(16)), type: 'kit', key: slot?.publicKey ?? '' } as const
    const calls = [
      () => session.calls.half({ ...half, type: 'device' }),
      () => session.calls.noteExport(),
      () => session.calls.release({ slot: slot?.id ?? '', epoch: 1, key: half.key }),
      () => session.calls.wallet(),
    ]
    await keys.dataKeys.destroy(owner)
    for (const call of calls) {
      // The wallet is there without its key: damage, which the log would note.
      await expect(call()).rejects.toMatchObject({ code: 'DAMAGED' })
      expect(await keys.dataKeys.has(owner)).toBe(false)
    }
  })

  test('what was counted for a wallet goes with it, or once it is too old to count', async () => {
    const { session, opened } = await setUp('counted')
    const other = await setUp('counted too')
    const tables = await openTables(place)
    const owners = async () =>
      (await tables.wallets.selectFrom('keys_budgets').select('owner').execute()).map(({ owner }) => owner)
    const of = async ({ place }: typeof opened) =>
      (await owners()).filter((owner) => owner.startsWith(place.wallet)).length
    expect(await of(opened)).toBe(await of(other.opened))
    // Also those of the session that tested its new slot.
    expect((await owners()).some((owner) => owner.startsWith(`${opened.place.wallet} `))).toBe(true)
    const before = await of(other.opened)
    await deleteWallet(session, opened)
    expect([await of(opened), await of(other.opened)]).toEqual([0, before])
    keys.clock.advance(25 * 3_600_000)
    await expect.poll(() => of(other.opened)).toBe(0)
    await tables.close()
  })

  test('a change that comes after the deletion begins no wallet anew', async () => {
    const { session, opened } = await setUp('later')
    const { vaultKey, version, place } = opened
    await deleteWallet(session, { place, vaultKey: asBytes(vaultKey.slice()) })
    const gone = { status: 404, code: 'NOT_FOUND' }
    for (const work of [
      () => changeWallet(session, opened, { add: [{ type: 'kit', label: 'Paper' }] }),
      () => session.calls.challenge(),
      () =>
        session.calls.release({
          slot: version.slots[0]?.id ?? '',
          epoch: 1,
          key: version.slots[0]?.publicKey ?? '',
        }),
    ])
      await expect(work()).rejects.toMatchObject(gone)
    expect(await keys.dataKeys.has({ project: 'acme', user: 'later' })).toBe(false)
    // Nor does a change get into the wallet that the visitor has made since.
    const again = keys.connect(await createTestDevice(), { user: 'later again' })
    await createWallet(again, { label: 'again' })
    const late = changeWallet(again, opened, { add: [{ type: 'kit', label: 'Paper' }] })
    await expect(late).rejects.toMatchObject(gone)
  })

  test('a session that opens nothing deletes nothing, and is told why', async () => {
    const { opened, addresses } = await setUp('kept')
    const thief = keys.connect(await createTestDevice(), { user: 'kept' })
    const refused = { status: 403, message: expect.stringContaining('open the wallet first') }
    await expect(deleteWallet(thief, undefined)).rejects.toMatchObject(refused)
    await expect(deleteWallet(thief, { ...opened, vaultKey: random(32) })).rejects.toMatchObject(refused)
    const elsewhere = { ...opened, place: { ...opened.place, wallet: 'other' } }
    await expect(deleteWallet(thief, elsewhere)).rejects.toMatchObject(refused)
    expect((await readWallet(thief)).held?.addresses).toEqual(addresses)
    await deleteWallet(thief, opened)
    // The answer was lost, and it is asked for again.
    await deleteWallet(thief, undefined)
    expect((await readWallet(thief)).held).toBeUndefined()
  })

  test('the log tells what happened, newest first', async () => {
    const { session, opened } = await setUp('log')
    await changeWallet(session, opened, { add: [{ type: 'kit', label: 'Paper' }] })
    await session.calls.noteExport()
    const { entries } = await session.calls.audit()
    expect(entries.map(({ event, label }) => [event, label].join(' ').trim())).toEqual([
      'exported',
      'slot-added Paper',
      // Each version is opened before it counts.
      'half-released',
      'slot-added Firefox',
      'wallet-created',
      'half-released',
    ])
  })
})

test('a call whose account is deleted meanwhile learns that there is no wallet, and raises no alarm', async () => {
  const directory = mkdtempSync(join(folder, 'late-'))
  const inner = createMemoryWrapper()
  let meanwhile = async () => {}
  const wrapper: KeyWrapper = {
    ...inner,
    async unwrap(wrapped) {
      await meanwhile()
      return inner.unwrap(wrapped)
    },
  }
  const keys = await startTestKeys({ directory, wrapper })
  const session = keys.connect(await createTestDevice())
  const made = await createWallet(session, { label: 'Firefox' })
  if (made.status !== 'created') return expect.fail(made.status)
  const [slot] = made.opened.version.slots
  const owner = { project: 'acme', user: 'anna' }
  const tables = await openTables({ directory })
  meanwhile = async () => {
    await keys.dataKeys.destroy(owner)
    await tables.wallets.deleteFrom('keys_wallets').execute()
  }
  // The project's key is asked for again.
  keys.clock.advance(5 * 60_000)
  const release = session.calls.release({ slot: slot?.id ?? '', epoch: 1, key: slot?.publicKey ?? '' })
  await expect(release).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 })
  expect(await keys.dataKeys.has(owner)).toBe(false)
  expect(keys.lines.join()).not.toContain('keys.damaged')
  await tables.close()
  await keys.close()
})
