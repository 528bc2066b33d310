import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServices } from './index.js'

/** Whoever loses these loses no wallet. */
const others = ['analytics.db', 'auth.db', 'history.db', 'lock.db', 'permissions.db', 'relay.db']

test('the guides to backups name every file without which wallets are lost', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-backups-'))
  const settings = { frameUrl: 'http://wallet.localhost', framePort: 0, logLevel: 'error' as const }
  const services = await startServices({ dataDir, settings })
  const files = readdirSync(dataDir).filter((name) => name.endsWith('.db') && !others.includes(name))
  await services.close()
  rmSync(dataDir, { recursive: true })

  expect(files).toContain('keys.db')
  for (const guide of ['../../docs/guides/embedded-wallet.md', '../README.md']) {
    const told = readFileSync(join(import.meta.dirname, guide), 'utf8')
    const backup = told.split('\n\n').find((part) => part.startsWith('**Backup'))
    for (const file of files) expect(backup, guide).toContain(`\`${file}\``)
  }
})
