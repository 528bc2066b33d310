import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changeWallet } from '../../site/vault/changeWallet.js'
import { createWallet } from '../../site/vault/createWallet.js'
import { recoverWallet } from '../../site/vault/recoverWallet.js'
import { unlockWallet } from '../../site/vault/unlockWallet.js'
import { createFullWallet, testPassword } from '../testing/keys/createFullWallet.js'
import { createTestDevice } from '../testing/keys/createTestDevice.js'
import { startTestKeys } from '../testing/keys/startTestKeys.js'

test('a wallet that another device changes while it is read opens all the same, or tells which ways are left', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'latchkey-overtaken-'))
  const keys = await startTestKeys({ directory })
  const { session, opened, authenticator, slotOf } = await createFullWallet(keys)
  const phone = keys.connect(await createTestDevice())
  const password = { type: 'password', password: testPassword } as const
  let theirs = await recoverWallet(phone, { way: password, label: 'Phone' })
  const overtakenBy = (remove: readonly string[]) => {
    let isFirst = true
    const release: typeof session.calls.release = async (body) => {
      if (isFirst) {
        isFirst = false
        theirs = (await changeWallet(phone, theirs, { remove, isRotating: true })).opened
      }
      return session.calls.release(body)
    }
    return { ...session, calls: { ...session.calls, release } }
  }
  expect((await unlockWallet(overtakenBy([]), { type: 'device' })).version.epoch).toBe(2)
  const passkey = { type: 'passkey', ask: authenticator.ask } as const
  expect((await unlockWallet(overtakenBy([]), passkey)).version.epoch).toBe(3)
  await expect(unlockWallet(overtakenBy([slotOf('password').id]), password)).rejects.toMatchObject({
    code: 'no-way',
  })
  await expect(unlockWallet(overtakenBy([slotOf('device').id]), { type: 'device' })).rejects.toMatchObject({
    code: 'no-way',
  })
  expect(theirs.version.slots).toHaveLength(opened.version.slots.length - 1)
  await keys.close()
  rmSync(directory, { recursive: true })
})

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
