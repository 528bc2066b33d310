import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWallet } from '../../site/vault/createWallet.js'
import { deleteWallet } from '../../site/vault/deleteWallet.js'
import { createTestDevice } from '../testing/keys/createTestDevice.js'
import { openTables } from '../testing/keys/readTables.js'
import { startTestKeys } from '../testing/keys/startTestKeys.js'

test('SQLite’s files have nothing of a deleted wallet, neither in free pages nor in the log', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'latchkey-deleted-'))
  const keys = await startTestKeys({ directory })
  const session = keys.connect(await createTestDevice(), { user: 'gone' })
  const made = await createWallet(session, { label: 'Firefox' })
  if (made.status !== 'created') return expect.fail()
  const tables = await openTables({ directory })
  const versions = await tables.wallets.selectFrom('keys_versions').select('sealed').execute()
  const slots = await tables.wallets.selectFrom('keys_slots').select('half').execute()
  const users = await tables.data.selectFrom('data_users').select('wrapped').execute()
  await tables.close()
  const secrets = [
    ...versions.map(({ sealed }) => sealed),
    ...slots.map(({ half }) => half ?? ''),
    ...users.map(({ wrapped }) => wrapped),
  ]
  const found = () => {
    const texts = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'latin1'))
    // The ends: a longer text lies in several pages, and the first page of each begins with other bytes.
    return secrets.map((secret) => texts.some((text) => text.includes(secret.slice(-40))))
  }
  expect(found()).toEqual([true, true, true])
  await deleteWallet(session, made.opened)
  expect(found()).toEqual([false, false, false])
  await keys.close()
  rmSync(directory, { recursive: true })
})
