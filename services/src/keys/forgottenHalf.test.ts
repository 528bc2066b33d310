import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWallet } from '../../site/vault/createWallet.js'
import { unlockWallet } from '../../site/vault/unlockWallet.js'
import { createTestDevice } from '../testing/keys/createTestDevice.js'
import { startTestKeys } from '../testing/keys/startTestKeys.js'
import { pendingLifetime } from './store/wallets.js'

test('a version of which a half is forgotten while it is committed does not become the current one', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'latchkey-forgotten-'))
  let isDue = false
  const keys = await startTestKeys({
    directory,
    async step(name) {
      if (name !== 'commit.before' || !isDue) return
      isDue = false
      // The commit takes long, and another visitor's wallet has the service forget old halves.
      keys.clock.advance(pendingLifetime)
      await createWallet(keys.connect(await createTestDevice(), { user: 'bert' }), { label: 'Firefox' })
    },
  })
  const device = await createTestDevice()
  isDue = true
  const first = createWallet(keys.connect(device), { label: 'Firefox' })
  await expect(first).rejects.toMatchObject({ code: 'conflict' })
  const session = keys.connect(device)
  expect(await createWallet(session, { label: 'Firefox' })).toMatchObject({ status: 'created' })
  await unlockWallet(session, { type: 'device' })
  await keys.close()
  rmSync(directory, { recursive: true })
})
