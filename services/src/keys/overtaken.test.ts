import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changeWallet } from '../../site/vault/changeWallet.js'
import { createWallet } from '../../site/vault/createWallet.js'
import { unlockWallet } from '../../site/vault/unlockWallet.js'
import { createTestDevice } from '../testing/keys/createTestDevice.js'
import { startTestKeys } from '../testing/keys/startTestKeys.js'

test('a change that another one overtakes while its slots are tested is told so, and can be made again', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'latchkey-overtaken-'))
  const keys = await startTestKeys({ directory })
  const session = keys.connect(await createTestDevice())
  await createWallet(session, { label: 'Firefox' })
  const [mine, theirs] = [
    await unlockWallet(session, { type: 'device' }),
    await unlockWallet(session, { type: 'device' }),
  ]
  const overtaken = {
    ...session,
    async step(name: string) {
      if (name === 'write.prepared') await changeWallet(session, theirs, { isRotating: true })
    },
  }
  const kit = { add: [{ type: 'kit', label: 'kit' }] } as const
  await expect(changeWallet(overtaken, mine, kit)).rejects.toMatchObject({ code: 'conflict' })
  const { opened } = await changeWallet(session, await unlockWallet(session, { type: 'device' }), kit)
  expect(opened.version.version).toBe(3)
  await keys.close()
  rmSync(directory, { recursive: true })
})
