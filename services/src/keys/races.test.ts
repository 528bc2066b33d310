import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeWallet } from '../../site/vault/changeWallet.js'
import { type CreatedWallet, createWallet } from '../../site/vault/createWallet.js'
import { deleteWallet } from '../../site/vault/deleteWallet.js'
import { readWallet, unlockWallet } from '../../site/vault/unlockWallet.js'
import { createFullWallet } from '../testing/keys/createFullWallet.js'
import { createTestDevice } from '../testing/keys/createTestDevice.js'
import { startTestKeys, type TestKeys } from '../testing/keys/startTestKeys.js'
import { startPostgres, type TestPostgres } from '../testing/startPostgres.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-races-'))
let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

// PostgreSQL with two processes of the service; SQLite belongs to one.
describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
  let processes: readonly TestKeys[] = []
  let count = 0
  const at = (index: number) => processes[index % processes.length] ?? expect.fail()
  const nextUser = () => `racer${++count}`

  beforeAll(async () => {
    const directory = mkdtempSync(join(folder, 'keys-'))
    const databaseUrl = kind === 'postgres' ? postgres.url : undefined
    const first = await startTestKeys({ directory, databaseUrl })
    const second = await (kind === 'postgres'
      ? startTestKeys({ directory, databaseUrl, clock: first.clock })
      : first)
    processes = [...new Set([first, second])]
    return async () => {
      for (const one of processes) await one.close()
    }
  })

  const addressesOf = (made: CreatedWallet) =>
    made.status === 'created' ? made.opened.version.addresses : made.held.addresses

  test('two tabs of one browser that create at once get one wallet, and both can open it', async () => {
    for (let round = 0; round < 10; round++) {
      const user = nextUser()
      const device = await createTestDevice()
      const tabs = [0, 1].map((index) => at(index).connect(device, { user }))
      const made = await Promise.all(tabs.map((tab) => createWallet(tab, { label: 'tab' })))
      expect(made.map(({ status }) => status).sort()).toEqual(['created', 'exists'])
      const [first, second] = made.map(addressesOf)
      expect(first).toEqual(second)
      for (const tab of tabs)
        expect((await unlockWallet(tab, { type: 'device' })).version.addresses).toEqual(first)
    }
  })

  test('devices that create at once get one wallet: one has it, the others learn of it', async () => {
    for (let round = 0; round < 5; round++) {
      const user = nextUser()
      const devices = await Promise.all(Array.from({ length: 4 }, () => createTestDevice()))
      const sessions = devices.map((device, index) => at(index).connect(device, { user }))
      const made = await Promise.all(sessions.map((session) => createWallet(session, { label: 'one' })))
      const winners = made.flatMap((one, index) => (one.status === 'created' ? [index] : []))
      expect(winners).toHaveLength(1)
      for (const one of made) expect(addressesOf(one)).toEqual(addressesOf(made[0] ?? expect.fail()))
      for (const [index, session] of sessions.entries()) {
        const work = unlockWallet(session, { type: 'device' })
        if (winners.includes(index)) await work
        else await expect(work).rejects.toMatchObject({ code: 'no-way' })
      }
    }
  })

  test('a device learns of the wallet that another made between its look and its write', async () => {
    const user = nextUser()
    const [fast, slow] = [await createTestDevice(), await createTestDevice()]
    const first = at(0).connect(fast, { user })
    const second = {
      ...at(1).connect(slow, { user }),
      async step(name: string) {
        if (name === 'write.begin') await createWallet(first, { label: 'first' })
      },
    }
    const made = await createWallet(second, { label: 'second' })
    expect(made.status).toBe('exists')
    expect(addressesOf(made)).toEqual((await unlockWallet(first, { type: 'device' })).version.addresses)
  })

  test('changes at once: one counts, the others are told, and the wallet opens in every way', async () => {
    const user = nextUser()
    const full = await createFullWallet(at(0), { user })
    const sessions = [0, 1, 2].map((index) => at(index).connect(full.device, { user }))
    const opened = await Promise.all(sessions.map((session) => unlockWallet(session, { type: 'device' })))
    const changes = await Promise.allSettled(
      sessions.map((session, index) =>
        changeWallet(session, opened[index] ?? expect.fail(), {
          ...(index === 0 ? { isRotating: true } : { add: [{ type: 'kit', label: `kit ${index}` }] }),
        }),
      ),
    )
    const codes = changes.map((one) => (one.status === 'rejected' ? one.reason.code : 'committed'))
    expect(codes.filter((code) => code === 'committed')).toHaveLength(1)
    expect(codes.filter((code) => code === 'conflict')).toHaveLength(2)
    const held = (await readWallet(full.session)).held ?? expect.fail()
    expect(held.version).toBe(3)
    await unlockWallet(full.session, { type: 'device' })
    await unlockWallet(full.session, { type: 'kit', secret: full.kitSecret })
    await unlockWallet(full.session, { type: 'passkey', ask: full.authenticator.ask })
  })

  test('a change and a deletion at once leave the wallet whole or none', async () => {
    for (let round = 0; round < 5; round++) {
      const user = nextUser()
      const device = await createTestDevice()
      const session = at(0).connect(device, { user })
      const made = await createWallet(session, { label: 'one' })
      if (made.status !== 'created') return expect.fail()
      const { place } = made.opened
      const vaultKey = made.opened.vaultKey.slice()
      await Promise.allSettled([
        changeWallet(session, made.opened, { add: [{ type: 'kit', label: 'kit' }] }),
        deleteWallet(at(1).connect(device, { user }), { place, vaultKey }),
      ])
      // What was deleted stays deleted.
      expect((await readWallet(session)).held).toBeUndefined()
      expect(await at(0).dataKeys.has({ project: 'acme', user })).toBe(false)
    }
  })
})
