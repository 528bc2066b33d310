import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WalletVersion } from 'latchkey/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { random, toText } from '../../site/vault/bytes.js'
import { changeKeyOf, digestOf, proveChange } from '../../site/vault/changeKey.js'
import { changeWallet } from '../../site/vault/changeWallet.js'
import { createKeyPair } from '../../site/vault/hpke.js'
import { makeSlot } from '../../site/vault/makeSlot.js'
import { readWallet, unlockWallet } from '../../site/vault/unlockWallet.js'
import { createFullWallet } from '../testing/keys/createFullWallet.js'
import { createTestDevice } from '../testing/keys/createTestDevice.js'
import { openTables } from '../testing/keys/readTables.js'
import { startTestKeys, type TestKeys } from '../testing/keys/startTestKeys.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-changes-'))
let keys: TestKeys
let full: Awaited<ReturnType<typeof createFullWallet>>
let user = ''
let count = 0
beforeAll(async () => {
  keys = await startTestKeys({ directory: folder })
})
beforeEach(async () => {
  user = `user${++count}`
  full = await createFullWallet(keys, { user })
})
afterAll(async () => {
  await keys.close()
  rmSync(folder, { recursive: true })
})

/** Prepares a version, signed by somebody who has opened the wallet. */
async function prepare(next: WalletVersion, session = full.session) {
  const { place, version, vaultKey } = full.opened
  const change = { ...place, over: version.version, digest: await digestOf(next) }
  const proof = await proveChange(vaultKey, change)
  return session.calls.prepare({ wallet: place.wallet, over: version.version, next, proof })
}

const next = (changes: Partial<WalletVersion> = {}): WalletVersion => ({
  ...full.opened.version,
  version: full.opened.version.version + 1,
  ...changes,
})
const slots = (change: (slot: WalletVersion['slots'][number], index: number) => object) =>
  full.opened.version.slots.map((slot, index) => ({ ...slot, ...change(slot, index) }))
const point = () => toText(createKeyPair().publicKey)

describe('prepare', () => {
  test('a change that is signed with the wallet’s key is taken', async () => {
    expect(await prepare(next())).toEqual({})
    expect(await prepare(next({ slots: slots(() => ({ label: 'renamed' })) }))).toEqual({})
  })

  test('a session alone changes nothing: without the signature, with another key’s, or for another change', async () => {
    const { place, version, vaultKey } = full.opened
    const wanted = next()
    const change = { ...place, over: version.version, digest: await digestOf(wanted) }
    const proofs = [
      undefined,
      toText(random(64)),
      await proveChange(random(32), change),
      await proveChange(vaultKey, { ...change, over: 1 }),
      await proveChange(vaultKey, { ...change, wallet: toText(random(16)) }),
      await proveChange(vaultKey, { ...change, project: 'other' }),
      await proveChange(vaultKey, { ...change, digest: await digestOf(next({ epoch: 2 })) }),
    ]
    for (const proof of proofs) {
      const body = { wallet: place.wallet, over: version.version, next: wanted, ...(proof && { proof }) }
      await expect(full.session.calls.prepare(body)).rejects.toMatchObject({ status: 403 })
    }
    const { entries } = await full.session.calls.audit()
    expect(entries.slice(0, proofs.length).every(({ event }) => event === 'refused')).toBe(true)
  })

  test.each<[string, () => WalletVersion, string]>([
    ['a version is left out', () => next({ version: 4 }), 'version'],
    ['an epoch is left out', () => next({ epoch: 3 }), 'epoch'],
    ['an epoch goes back', () => next({ epoch: 0 }), 'epoch'],
    ['other addresses', () => next({ addresses: { ...next().addresses, eip155: '0x1' } }), 'addresses'],
    ['other addresses', () => next({ addresses: { ...next().addresses, solana: '1' } }), 'addresses'],
    ['a new epoch with the old key', () => next({ epoch: 2 }), 'changeKey'],
    ['the old epoch with another key', () => next({ changeKey: toText(random(32)) }), 'changeKey'],
    ['a key of another length', () => next({ epoch: 2, changeKey: toText(random(31)) }), 'vault'],
    ['a slot is missing in the same epoch', () => next({ slots: next().slots.slice(1) }), 'epoch'],
    ['a slot twice', () => next({ slots: [...next().slots, ...next().slots.slice(0, 1)] }), 'slots'],
    [
      'a slot that has no half',
      () => next({ slots: [...next().slots, ...slots(() => ({ id: toText(random(16)) })).slice(0, 1)] }),
      'slots.4.id',
    ],
    ['another public key', () => next({ slots: slots(() => ({ publicKey: point() })) }), 'slots.0.publicKey'],
    ['no public key', () => next({ slots: slots(() => ({ publicKey: toText(random(65)) })) }), 'slots.0'],
    [
      'another point',
      () => next({ slots: slots((_, index) => (index === 0 ? { point: point() } : {})) }),
      'slots.0.point',
    ],
    [
      'a point for a passkey',
      () => next({ slots: slots(({ type }) => (type === 'passkey' ? { point: point() } : {})) }),
      'slots.1.point',
    ],
    [
      'another passkey',
      () => next({ slots: slots(({ type }) => (type === 'passkey' ? { credentialId: 'AAAA' } : {})) }),
      'slots.1.credentialId',
    ],
    [
      'another salt',
      () => next({ slots: slots(({ type }) => (type === 'passkey' ? { salt: toText(random(32)) } : {})) }),
      'slots.1.salt',
    ],
    [
      'another type',
      () => next({ slots: slots(({ type }) => (type === 'kit' ? { type: 'password' } : {})) }),
      'slots.3.type',
    ],
    [
      'a lock of another length',
      () => next({ slots: slots(() => ({ locked: { iv: toText(random(12)), text: toText(random(64)) } })) }),
      'slots.0.locked',
    ],
    [
      'a sealed key of another length',
      () => next({ slots: slots(() => ({ sealed: { enc: point(), text: toText(random(32)) } })) }),
      'slots.0.sealed',
    ],
  ])('refused: %s', async (_, make, detail) => {
    await expect(prepare(make())).rejects.toMatchObject({
      code: 'INVALID_BODY',
      message: expect.stringContaining(`(${detail}`),
    })
  })

  test('refused: a slot of another device that is not committed, and one of another type than was asked for', async () => {
    const elsewhere = keys.connect(await createTestDevice(), { user })
    const way = { type: 'kit', label: 'theirs' } as const
    const { addresses } = full.opened.version
    const made = await makeSlot(elsewhere, { project: 'acme', epoch: 1, way, addresses })
    const sealed = { enc: point(), text: toText(random(48)) }
    const added = next({ slots: [...next().slots, { ...made.slot, sealed }] })
    await expect(prepare(added)).rejects.toMatchObject({ message: expect.stringContaining('(slots.4.id') })
    expect(await prepare(added, elsewhere)).toEqual({})
    const mine = await makeSlot(full.session, { project: 'acme', epoch: 1, way, addresses })
    const other = { ...mine.slot, type: 'password' as const, sealed }
    await expect(prepare(next({ slots: [...next().slots, other] }))).rejects.toMatchObject({
      message: expect.stringContaining('(slots.4.id'),
    })
  })

  test('refused: the wallet of somebody else, and a version that is not the current one', async () => {
    const other = await createFullWallet(keys, { user: `other${count}` })
    const { wallet } = other.opened.place
    const wanted = next()
    await expect(full.session.calls.prepare({ wallet, over: 2, next: wanted })).rejects.toMatchObject({
      status: 404,
    })
    const body = { wallet: full.opened.place.wallet, over: 1, next: wanted }
    await expect(full.session.calls.prepare(body)).rejects.toMatchObject({ status: 409 })
  })
})

describe('commit', () => {
  const commit = async (wanted: WalletVersion, session = full.session) =>
    session.calls.commit({
      wallet: full.opened.place.wallet,
      over: 2,
      version: 3,
      digest: await digestOf(wanted),
    })

  test('what was not prepared, or by another session, is not committed', async () => {
    const wanted = next()
    expect(await commit(wanted)).toMatchObject({ isCommitted: false, winner: { version: 2 } })
    await prepare(wanted)
    const elsewhere = keys.connect(await createTestDevice(), { user })
    expect(await commit(wanted, elsewhere)).toMatchObject({ isCommitted: false })
    expect(await commit(wanted)).toEqual({ isCommitted: true })
  })

  test('asked for again, it answers the same', async () => {
    const wanted = next()
    await prepare(wanted)
    for (let index = 0; index < 3; index++) expect(await commit(wanted)).toEqual({ isCommitted: true })
    expect((await readWallet(full.session)).held?.version).toBe(3)
  })

  test('a version that waits for more than ten minutes is forgotten', async () => {
    const wanted = next()
    await prepare(wanted)
    keys.clock.advance(10 * 60_000)
    expect(await commit(wanted)).toMatchObject({ isCommitted: false })
  })
})

describe('a service that lies', () => {
  /** Answers what a database that somebody changed would answer. */
  async function rewrite(change: (version: WalletVersion) => WalletVersion) {
    const { wallet } = full.opened.place
    const { database: wallets, ...tables } = await openWallets()
    const row = await wallets
      .selectFrom('keys_versions')
      .selectAll()
      .where('wallet', '=', wallet)
      .executeTakeFirstOrThrow()
    const owner = { project: 'acme', user }
    const about = (version: number, digest: string) => `keys_versions|${wallet}|${version}|${digest}`
    const bytes = await keys.dataKeys.open(owner, about(row.version, row.digest), row.sealed)
    const changed = change(JSON.parse(Buffer.from(bytes).toString()))
    const digest = await digestOf(changed)
    const text = Buffer.from(JSON.stringify(changed))
    const sealed = await keys.dataKeys.seal(owner, about(changed.version, digest), text)
    await wallets
      .updateTable('keys_versions')
      .set({ sealed, digest, version: changed.version })
      .where('wallet', '=', wallet)
      .execute()
    await wallets
      .updateTable('keys_wallets')
      .set({ version: changed.version, epoch: changed.epoch })
      .where('id', '=', wallet)
      .execute()
    await tables.close()
    return changed
  }
  async function openWallets() {
    const tables = await openTables({ directory: folder })
    return { database: tables.wallets, close: tables.close }
  }

  test('a device refuses a version older than the last one that it has seen', async () => {
    const old = full.opened.version
    await changeWallet(full.session, full.opened, { isRotating: true })
    await rewrite(() => old)
    await expect(unlockWallet(full.session, { type: 'device' })).rejects.toMatchObject({
      code: 'older-version',
    })
    await expect(readWallet(full.session)).rejects.toMatchObject({ code: 'older-version' })
  })

  test('a device refuses another version of the same number', async () => {
    await rewrite((version) => ({
      ...version,
      slots: version.slots.map((slot) => ({ ...slot, label: 'x' })),
    }))
    await expect(readWallet(full.session)).rejects.toMatchObject({ code: 'older-version' })
  })

  test('a device refuses another wallet, and none where there was one', async () => {
    const { session } = full
    const seen = full.device.store.seen.get(user) ?? expect.fail()
    await session.device.writeSeen(user, { ...seen, wallet: toText(random(16)) })
    await expect(readWallet(session)).rejects.toMatchObject({ code: 'older-version' })
    const addresses = { ...seen.addresses, solana: 'other' }
    await session.device.writeSeen(user, { ...seen, addresses })
    await expect(readWallet(session)).rejects.toMatchObject({ code: 'older-version' })
    const none = { ...session, calls: { ...session.calls, wallet: async () => ({ project: 'acme' }) } }
    await session.device.writeSeen(user, seen)
    await expect(readWallet(none)).rejects.toMatchObject({ code: 'older-version' })
  })

  const damages: [string, (version: WalletVersion) => WalletVersion][] = [
    [
      'a bit of the vault',
      (version) => ({ ...version, vault: { ...version.vault, text: flip(version.vault.text) } }),
    ],
    [
      'the iv of the vault',
      (version) => ({ ...version, vault: { ...version.vault, iv: flip(version.vault.iv) } }),
    ],
    [
      'an address',
      (version) => ({ ...version, addresses: { ...version.addresses, eip155: `0x${'1'.repeat(40)}` } }),
    ],
    ['the version’s number', (version) => ({ ...version, version: version.version + 1 })],
    ['the epoch', (version) => ({ ...version, epoch: version.epoch + 1 })],
    ['the key that signs changes', (version) => ({ ...version, changeKey: toText(random(32)) })],
    [
      'a slot is added',
      (version) => ({
        ...version,
        slots: [...version.slots, { ...(version.slots[3] ?? expect.fail()), id: toText(random(16)) }],
      }),
    ],
    ['a slot is missing', (version) => ({ ...version, slots: version.slots.slice(0, -1) })],
    [
      'a slot has the server’s public key',
      (version) => ({
        ...version,
        slots: version.slots.map((slot, index) => (index === 3 ? { ...slot, publicKey: point() } : slot)),
      }),
    ],
    [
      'the type of a slot',
      (version) => ({
        ...version,
        slots: version.slots.map((slot) =>
          slot.type === 'kit' ? { ...slot, type: 'operator' as const } : slot,
        ),
      }),
    ],
    [
      'the lock of the slot',
      (version) => ({
        ...version,
        slots: version.slots.map((slot) => ({
          ...slot,
          locked: { ...slot.locked, text: flip(slot.locked.text) },
        })),
      }),
    ],
    [
      'the sealed vault key',
      (version) => ({
        ...version,
        slots: version.slots.map((slot) => ({
          ...slot,
          sealed: { ...slot.sealed, text: flip(slot.sealed.text) },
        })),
      }),
    ],
    [
      'the point of a device',
      (version) => ({
        ...version,
        slots: version.slots.map((slot) => (slot.type === 'device' ? { ...slot, point: point() } : slot)),
      }),
    ],
  ]
  test.each(damages)('a wallet does not open, and has no other address: %s', async (_, change) => {
    await rewrite(change)
    // A device that has seen nothing yet.
    full.device.store.seen.clear()
    await expect(unlockWallet(full.session, { type: 'device' })).rejects.toMatchObject({ code: 'damaged' })
  })

  test('a half of another slot opens nothing', async () => {
    const { session, slotOf } = full
    const swapped = {
      ...session,
      calls: {
        ...session.calls,
        release: (body: Parameters<typeof session.calls.release>[0]) =>
          session.calls.release({ ...body, slot: slotOf('device').id }),
      },
    }
    await expect(
      unlockWallet(swapped, { type: 'password', password: 'correct horse battery staple' }),
    ).rejects.toMatchObject({ status: 400 })
    const other = await createFullWallet(keys, { user: `other${count}` })
    const crossed = { ...session, calls: { ...session.calls, release: other.session.calls.release } }
    await expect(unlockWallet(crossed, { type: 'device' })).rejects.toMatchObject({ status: 404 })
  })

  test('a new key is sealed only to the public keys in the vault', async () => {
    // The service shows a slot with its own public key to whoever rotates; the opened vault lists the right one.
    const opened = await unlockWallet(full.session, { type: 'device' })
    const forged = {
      ...opened,
      version: { ...opened.version, slots: slots((_, index) => (index === 3 ? { publicKey: point() } : {})) },
    }
    await expect(changeWallet(full.session, forged, { isRotating: true })).rejects.toMatchObject({
      status: 400,
    })
    expect(await changeKeyOf(opened.vaultKey)).toBe(full.opened.version.changeKey)
  })
})

test('a damaged row is an alarm, and the other wallets work', async () => {
  const tables = await openTables({ directory: folder })
  const { wallet } = full.opened.place
  const update = (sealed: string) =>
    tables.wallets.updateTable('keys_versions').set({ sealed }).where('wallet', '=', wallet).execute()
  await update('1.AAAA')
  await expect(readWallet(full.session)).rejects.toMatchObject({ status: 500, code: 'DAMAGED' })
  expect(keys.lines.some((line) => line.includes('keys.damaged'))).toBe(true)
  const { entries } = await full.session.calls.audit()
  expect(entries[0]?.event).toBe('damaged')
  const other = await createFullWallet(keys, { user: `other${count}` })
  await unlockWallet(other.session, { type: 'device' })
  await tables.close()
})

function flip(text: string): string {
  const bytes = Buffer.from(text, 'base64url')
  bytes[3] = (bytes[3] ?? 0) ^ 1
  return bytes.toString('base64url')
}
