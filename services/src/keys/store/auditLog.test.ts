import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTables } from '../../testing/keys/readTables.js'
import { startTestKeys, type TestKeys } from '../../testing/keys/startTestKeys.js'
import { startPostgres, type TestPostgres } from '../../testing/startPostgres.js'
import { type Account, type AuditLog, createAuditLog } from './auditLog.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-audit-'))
const anna: Account = { project: 'acme', user: 'anna', wallet: 'wallet-anna' }
const bert: Account = { project: 'acme', user: 'bert', wallet: 'wallet-bert' }
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
  let tables: Awaited<ReturnType<typeof openTables>>
  let audit: AuditLog
  beforeEach(async () => {
    if (kind === 'postgres') await postgres.empty()
    const directory = mkdtempSync(join(folder, 'audit-'))
    const place = { directory, databaseUrl: kind === 'postgres' ? postgres.url : undefined }
    keys = await startTestKeys(place)
    tables = await openTables(place)
    audit = createAuditLog(tables.wallets, keys.dataKeys, () => keys.clock.now())
    for (const account of [anna, bert]) await keys.dataKeys.begin(account)
    return async () => {
      await tables.close()
      await keys.close()
    }
  })
  const write = async (count: number) => {
    for (let index = 0; index < count; index++) {
      keys.clock.advance(1_000)
      await audit.append(index % 2 === 0 ? anna : bert, { event: 'half-released', slot: `slot${index}` })
    }
  }

  test('each account reads its own entries, newest first', async () => {
    await write(5)
    expect((await audit.read(anna, 2)).map(({ slot }) => slot)).toEqual(['slot4', 'slot2'])
    expect((await audit.read(bert, 100)).map(({ slot }) => slot)).toEqual(['slot3', 'slot1'])
    expect(await audit.read({ ...anna, project: 'other' }, 100)).toEqual([])
  })

  test('a log that nobody touched is whole', async () => {
    await write(4)
    await audit.checkpoint()
    await write(3)
    expect(await audit.checkpoint()).toHaveLength(1)
    expect(await audit.checkpoint()).toEqual([])
    expect(await audit.verify('acme')).toEqual({ entries: 7, checkpoints: 2 })
  })

  test('entries written at once follow each other', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        audit.append(index % 2 === 0 ? anna : bert, { event: 'half-released', slot: `slot${index}` }),
      ),
    )
    expect(await audit.verify('acme')).toEqual({ entries: 20, checkpoints: 0 })
  })

  test('a changed entry is found', async () => {
    await write(5)
    const { sealed } = await tables.wallets
      .selectFrom('keys_audit')
      .selectAll()
      .where('seq', '=', 1)
      .executeTakeFirstOrThrow()
    await tables.wallets.updateTable('keys_audit').set({ sealed }).where('seq', '=', 3).execute()
    expect(await audit.verify('acme')).toMatchObject({ problem: { seq: 3, reason: 'an entry was changed' } })
    for (const set of [{ at: 0 }, { wallet: 'other' }]) {
      await tables.wallets.updateTable('keys_audit').set(set).where('seq', '=', 2).execute()
      expect(await audit.verify('acme')).toMatchObject({ problem: { seq: 2 } })
    }
  })

  test('a removed entry is found', async () => {
    await write(5)
    await tables.wallets.deleteFrom('keys_audit').where('seq', '=', 3).execute()
    expect(await audit.verify('acme')).toMatchObject({ problem: { seq: 3, reason: 'an entry is missing' } })
  })

  test('without the wrapper nobody adds an entry or numbers the rest anew', async () => {
    await write(3)
    await tables.wallets
      .insertInto('keys_audit')
      .values({ project: 'acme', seq: 4, wallet: anna.wallet, at: 0, sealed: '1.A', hash: 'A'.repeat(43) })
      .execute()
    expect(await audit.verify('acme')).toMatchObject({ problem: { seq: 4, reason: 'an entry was changed' } })
    await tables.wallets.deleteFrom('keys_audit').where('seq', '=', 4).execute()
    await tables.wallets.deleteFrom('keys_audit').where('seq', '=', 2).execute()
    await tables.wallets.updateTable('keys_audit').set({ seq: 2 }).where('seq', '=', 3).execute()
    expect(await audit.verify('acme')).toMatchObject({ problem: { seq: 2 } })
  })

  test('a log that was cut is found by its checkpoint', async () => {
    await write(6)
    await audit.checkpoint()
    await tables.wallets.deleteFrom('keys_audit').where('seq', '>', 4).execute()
    expect(await audit.verify('acme')).toMatchObject({
      problem: { seq: 5, reason: 'the newest entries are missing' },
    })
    // Others in their place are not those of the checkpoint.
    await write(2)
    expect(await audit.verify('acme')).toMatchObject({
      problem: { seq: 6, reason: 'a checkpoint says otherwise' },
    })
  })

  test('a changed checkpoint, and one that is missing between others, are found', async () => {
    for (let round = 0; round < 3; round++) {
      await write(2)
      await audit.checkpoint()
    }
    await tables.wallets.deleteFrom('keys_checkpoints').where('seq', '=', 4).execute()
    expect(await audit.verify('acme')).toMatchObject({
      problem: { seq: 6, reason: 'a checkpoint is not ours' },
    })
    await tables.wallets.updateTable('keys_checkpoints').set({ at: 0 }).where('seq', '=', 2).execute()
    expect(await audit.verify('acme')).toMatchObject({ problem: { seq: 2 } })
  })

  test('of two processes that make a checkpoint at once, one follows the other, and the log is whole', async () => {
    await write(2)
    let isFirst = true
    const slow = createAuditLog(
      tables.wallets,
      {
        ...keys.dataKeys,
        async lookup(project, about, text) {
          // The other process is done before this one writes.
          if (about === 'keys_checkpoints' && isFirst) {
            isFirst = false
            await write(1)
            expect(await audit.checkpoint()).toHaveLength(1)
          }
          return keys.dataKeys.lookup(project, about, text)
        },
      },
      () => keys.clock.now(),
    )
    await slow.checkpoint()
    await write(1)
    await slow.checkpoint()
    expect(await audit.verify('acme')).toEqual({ entries: 4, checkpoints: 2 })
  })

  test('a log of which every entry was removed is found', async () => {
    await write(2)
    await audit.checkpoint()
    await tables.wallets.deleteFrom('keys_audit').execute()
    expect(await keys.keys.verifyAudit()).toMatchObject([
      { project: 'acme', problem: { seq: 1, reason: 'the newest entries are missing' } },
    ])
  })

  test('the service notes a checkpoint each hour, in the log too', async () => {
    await write(2)
    const row = () => tables.wallets.selectFrom('keys_checkpoints').selectAll().executeTakeFirst()
    await keys.keys.checkpoint()
    const { seq, mac } = (await row()) ?? expect.fail()
    expect(seq).toBe(2)
    expect(keys.lines.find((line) => line.includes('keys.checkpoint'))).toContain(mac)
    await write(1)
    keys.clock.advance(3_600_000)
    await expect
      .poll(async () => (await tables.wallets.selectFrom('keys_checkpoints').selectAll().execute()).length)
      .toBe(2)
    expect(await keys.keys.verifyAudit()).toEqual([{ project: 'acme', entries: 3, checkpoints: 2 }])
  })
})
