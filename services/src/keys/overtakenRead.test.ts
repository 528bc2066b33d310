import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changeWallet } from '../../site/vault/changeWallet.js'
import { createWallet } from '../../site/vault/createWallet.js'
import { createTestDevice } from '../testing/keys/createTestDevice.js'
import { openTables } from '../testing/keys/readTables.js'
import { startTestKeys } from '../testing/keys/startTestKeys.js'
import { startPostgres } from '../testing/startPostgres.js'
import { noStep } from './Step.js'
import { createAuditLog } from './store/auditLog.js'
import { createWallets } from './store/wallets.js'

test.each(['sqlite', 'postgres'] as const)(
  '%s: a version that another device replaces while a call reads it is no damage',
  async (kind) => {
    const directory = mkdtempSync(join(tmpdir(), 'latchkey-overtaken-'))
    const postgres = kind === 'postgres' ? await startPostgres() : undefined
    const place = { directory, databaseUrl: postgres?.url }
    const keys = await startTestKeys(place)
    const tables = await openTables(place)
    const now = () => keys.clock.now()
    const audit = createAuditLog(tables.wallets, keys.dataKeys, now)
    const wallets = createWallets(tables.wallets, { keys: keys.dataKeys, audit, now, step: noStep })
    const session = keys.connect(await createTestDevice())
    const made = await createWallet(session, { label: 'Firefox' })
    if (made.status !== 'created') return expect.fail()

    const row = (await wallets.find({ project: 'acme', user: 'anna' })) ?? expect.fail()
    await changeWallet(session, made.opened, { isRotating: true })
    expect(await wallets.read(row)).toMatchObject({ version: { version: 2, epoch: 2 } })

    const newest = (await wallets.find(row)) ?? expect.fail()
    await tables.wallets.deleteFrom('keys_versions').execute()
    await expect(wallets.read(newest)).rejects.toThrow('missing')
    await tables.close()
    await keys.close()
    await postgres?.stop()
    rmSync(directory, { recursive: true })
  },
  60_000,
)
