import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWallet } from '../../site/vault/createWallet.js'
import { deleteWallet } from '../../site/vault/deleteWallet.js'
import { createTestDevice } from '../testing/keys/createTestDevice.js'
import { startTestKeys, type TestKeys } from '../testing/keys/startTestKeys.js'
import { startPostgres, type TestPostgres } from '../testing/startPostgres.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-deleted-'))
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
  /** Runs once, in the middle of a call that was admitted, at the step of this name. */
  let meanwhile: { readonly name: string; readonly work: () => Promise<unknown> } | undefined
  beforeAll(async () => {
    keys = await startTestKeys({
      directory: mkdtempSync(join(folder, 'keys-')),
      databaseUrl: kind === 'postgres' ? postgres.url : undefined,
      async step(name) {
        if (name !== meanwhile?.name) return
        const { work } = meanwhile
        meanwhile = undefined
        await work()
      },
    })
    return () => keys.close()
  })

  const nothingOf = async (user: string) => {
    expect(await keys.keys.readAccount({ project: 'acme', user })).toBeUndefined()
    expect(await keys.dataKeys.has({ project: 'acme', user })).toBe(false)
  }

  test('a call that would begin a wallet of an account that was deleted meanwhile begins none', async () => {
    const user = 'gone'
    const [late, own] = [await createTestDevice(), await createTestDevice()]
    meanwhile = { name: 'wallet.before', work: () => deleteWallet(keys.connect(own, { user }), undefined) }
    await expect(createWallet(keys.connect(late, { user }), { label: 'late' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await nothingOf(user)
  })

  test('a call that meets a deletion that was interrupted leaves no key of the user behind', async () => {
    const user = 'going'
    const [late, own] = [await createTestDevice(), await createTestDevice()]
    const interrupted = async () => {
      meanwhile = { name: 'delete.destroyed', work: () => Promise.reject(new Error('crash')) }
      await expect(deleteWallet(keys.connect(own, { user }), undefined)).rejects.toThrow()
    }
    meanwhile = { name: 'wallet.before', work: interrupted }
    await expect(createWallet(keys.connect(late, { user }), { label: 'late' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await nothingOf(user)
  })

  test('a second deletion of an account that is gone is done, too', async () => {
    const user = 'twice'
    const [first, second] = [await createTestDevice(), await createTestDevice()]
    const other = () => deleteWallet(keys.connect(second, { user }), undefined)
    meanwhile = { name: 'wallet.before', work: other }
    await deleteWallet(keys.connect(first, { user }), undefined)
    await nothingOf(user)
  })
})
