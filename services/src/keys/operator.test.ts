import { createDecipheriv, hkdfSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WalletVersion } from 'latchkey/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveAccounts } from '../../site/vault/accounts.js'
import { random } from '../../site/vault/bytes.js'
import { changeWallet } from '../../site/vault/changeWallet.js'
import { openHpke } from '../../site/vault/testing/otherHpke.js'
import { unlockWallet } from '../../site/vault/unlockWallet.js'
import type { WalletSession } from '../../site/vault/WalletSession.js'
import type { Way } from '../../site/vault/Way.js'
import { buildVersion } from '../../site/vault/writeVersion.js'
import { createFullWallet, testPassword } from '../testing/keys/createFullWallet.js'
import { createTestDevice } from '../testing/keys/createTestDevice.js'
import { openTables } from '../testing/keys/readTables.js'
import { startTestKeys, type TestKeys } from '../testing/keys/startTestKeys.js'
import { createSlots } from './store/slots.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-operator-'))
let keys: TestKeys
beforeAll(async () => {
  keys = await startTestKeys({ directory: folder, settings: { keysConvenience: '1' } })
})
afterAll(async () => {
  await keys.close()
  rmSync(folder, { recursive: true })
})

const project = 'acme'
const bytes = (text: string) => Buffer.from(text, 'base64url')

/**
 * Everything that an operator has: each stored text of a user opened with the wrapper's key, and every run of bytes in it. The operator has
 * the code, so what follows uses the same formats.
 */
async function readAll(user: string) {
  const tables = await openTables({ directory: folder })
  const account = await tables.wallets
    .selectFrom('keys_wallets')
    .selectAll()
    .where('user_id', '=', user)
    .executeTakeFirstOrThrow()
  const wallet = account.id
  const owner = { project, user }
  const slots = createSlots(tables.wallets, { keys: keys.dataKeys, now: () => 0, step: () => undefined })
  const rows = await slots.list({ ...owner, wallet })
  const found: Uint8Array[] = []
  for (const row of rows) {
    if (row.half !== null) found.push(await slots.openHalf({ ...owner, wallet }, row))
    if (row.evaluator !== null) found.push(await slots.openEvaluator({ ...owner, wallet }, row))
    const credential = await slots.openCredential({ ...owner, wallet }, row.slot)
    if (credential !== undefined) found.push(bytes(credential.publicKey), bytes(credential.credentialId))
  }
  const stored = await tables.wallets
    .selectFrom('keys_versions')
    .selectAll()
    .where('wallet', '=', wallet)
    .executeTakeFirstOrThrow()
  const about = `keys_versions|${wallet}|${stored.version}|${stored.digest}`
  const text = Buffer.from(await keys.dataKeys.open(owner, about, stored.sealed)).toString()
  const version: WalletVersion = JSON.parse(text)
  const users = await tables.data.selectFrom('data_users').select('wrapped').execute()
  await tables.close()
  for (const [, value = ''] of text.matchAll(/"([\w-]{16,})"/g)) found.push(bytes(value))
  for (const { wrapped } of users) found.push(bytes(wrapped.slice(2)))
  // Also the parts of longer texts, as keys would have to be 32 bytes.
  const candidates = found.flatMap((value) =>
    value.length <= 32
      ? [Buffer.from(value)]
      : [value.subarray(0, 32), value.subarray(1, 33), value.subarray(33, 65), value.subarray(-32)].map(
          (part) => Buffer.from(part),
        ),
  )
  const unique = [...new Map(candidates.map((one) => [one.toString('hex'), one])).values()]
  return { wallet, version, halves: [Buffer.alloc(0), ...unique] }
}

function openAes(key: Buffer, about: string, { iv, text }: WalletVersion['vault']): Buffer | undefined {
  try {
    const sealed = bytes(text)
    const aes = createDecipheriv('aes-256-gcm', key, bytes(iv)).setAuthTag(sealed.subarray(-16))
    aes.setAAD(Buffer.from(about))
    return Buffer.concat([aes.update(sealed.subarray(0, -16)), aes.final()])
  } catch {
    // Not the key.
    return undefined
  }
}

/** Tries every pair of what is stored as the halves of every slot, and everything as a slot's key or as the vault key. */
async function breakIn(user: string) {
  const { wallet, version, halves } = await readAll(user)
  const place = `${project}|${wallet}`
  const addresses = `${version.addresses.eip155}|${version.addresses.solana}`
  const vaultAbout = `vault/1|${place}|${version.epoch}|${version.version}|${addresses}`
  const vaultKeys: Buffer[] = [...halves]
  let tried = 0
  for (const { id, type, locked, sealed } of version.slots) {
    const slotKeys: Buffer[] = halves.filter(({ length }) => length === 32)
    for (const client of halves) {
      for (const server of halves) {
        tried++
        const both = Buffer.concat([client, server])
        const kek = Buffer.from(hkdfSync('sha256', both, bytes(id), `latchkey kek/1|${place}|${type}`, 32))
        const key = openAes(kek, `lock/2|${place}|${id}|${type}|${addresses}`, locked)
        if (key !== undefined) slotKeys.push(key)
      }
    }
    for (const privateKey of slotKeys) {
      try {
        vaultKeys.push(
          openHpke(privateKey, {
            info: Buffer.from('latchkey slot/1'),
            aad: Buffer.from(`slot/1|${place}|${version.epoch}|${id}|${type}`),
            keyLength: 32,
            enc: bytes(sealed.enc),
            text: bytes(sealed.text),
          }),
        )
      } catch {
        // Not the slot's key, or no key at all.
      }
    }
  }
  const opened = vaultKeys.flatMap((key) => {
    tried++
    const vaultKey = Buffer.from(hkdfSync('sha256', key, '', 'latchkey vault/1', 32))
    return openAes(vaultKey, vaultAbout, version.vault) ?? []
  })
  return { opened, tried, halves: halves.length }
}

test('the whole database with the wrapper’s key opens no vault of custody self', async () => {
  await createFullWallet(keys, { user: 'self' })
  const { opened, tried, halves } = await breakIn('self')
  expect(opened).toEqual([])
  expect(halves).toBeGreaterThan(20)
  expect(tried).toBeGreaterThan(4 * 20 * 20)
}, 60_000)

test('the same attempt opens a vault of custody convenience, so it would have found a way', async () => {
  const { session, opened: wallet } = await createFullWallet(keys, { user: 'convenience' })
  const entropy = Buffer.from(wallet.contents.entropy)
  await changeWallet(session, wallet, { add: [{ type: 'operator', label: 'e-mail' }] })
  const { opened } = await breakIn('convenience')
  expect(opened.some((bytes) => bytes.includes(entropy))).toBe(true)
}, 60_000)

test('once the operator’s way in is removed, what the operator has opens the next version no more', async () => {
  const { session, opened: wallet } = await createFullWallet(keys, { user: 'left' })
  const { opened, added } = await changeWallet(session, wallet, {
    add: [{ type: 'operator', label: 'e-mail' }],
  })
  await changeWallet(session, opened, { remove: [added[0]?.slot.id ?? ''] })
  expect((await breakIn('left')).opened).toEqual([])
}, 60_000)

test('an operator who seals a wallet of their own to the public keys of a visitor’s slots opens none of them with it', async () => {
  const { device, opened, authenticator, kitSecret } = await createFullWallet(keys, { user: 'lured' })
  const entropy = random(16)
  const { addresses } = await deriveAccounts(entropy)
  const { place, version: real } = opened
  const version = await buildVersion({
    opened: { place, vaultKey: random(32), contents: { entropy, createdAt: 0 } },
    slots: real.slots.map(({ sealed: _, ...slot }) => slot),
    ...{ epoch: real.epoch, number: real.version, addresses },
  })
  // None of these devices has seen the wallet; the first has nevertheless a slot, as one that has emptied half of its storage.
  const lure = (one: WalletSession): WalletSession => ({
    ...one,
    device: { ...one.device, readSeen: async () => undefined },
    calls: {
      ...one.calls,
      async wallet() {
        const answer = await one.calls.wallet()
        if (answer.wallet === undefined) return answer
        const slots = answer.wallet.slots.map((slot) => ({
          ...slot,
          ...version.slots.find(({ id }) => id === slot.id),
        }))
        return { ...answer, wallet: { ...answer.wallet, ...version, slots } }
      },
    },
  })
  const elsewhere = keys.connect(await createTestDevice(), { user: 'lured' })
  const ways: readonly (readonly [WalletSession, Way])[] = [
    [keys.connect(device, { user: 'lured' }), { type: 'device' }],
    [elsewhere, { type: 'passkey', ask: authenticator.ask }],
    [elsewhere, { type: 'password', password: testPassword }],
    [elsewhere, { type: 'kit', secret: kitSecret }],
  ]
  for (const [one, way] of ways) {
    await expect(unlockWallet(lure(one), way), way.type).rejects.toMatchObject({
      code: way.type === 'device' ? 'damaged' : 'wrong-secret',
    })
    // The same secrets open what the visitor made.
    expect((await unlockWallet(one, way)).version.addresses).toEqual(real.addresses)
  }
}, 60_000)
