import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { UnkeptKit } from '../../site/worker/createKits.js'
import { createKeeper } from '../../site/worker/keeper.js'
import { testPassword } from '../testing/keys/createFullWallet.js'
import { createTestDevice, type TestDevice } from '../testing/keys/createTestDevice.js'
import { openTables } from '../testing/keys/readTables.js'
import { startTestKeys, type TestKeys } from '../testing/keys/startTestKeys.js'

// What the site's worker does with the wallet of its visitor, against the key service.

let directory = ''
let keys: TestKeys
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'latchkey-keeper-'))
  keys = await startTestKeys({ directory })
})
afterEach(async () => {
  await keys.close()
  rmSync(directory, { recursive: true })
})

/** A surface of a visitor: what its browser keeps is in `device` and `kept`. */
function surface(
  device: TestDevice,
  user: string | (() => string | undefined) = 'anna',
  kept: { kit?: UnkeptKit | undefined } = {},
  beforeRelease: () => Promise<void> = async () => {},
) {
  const current = typeof user === 'string' ? () => user : user
  const page = () => Promise.reject(new Error('no passkeys here'))
  return createKeeper({
    callsOf(id) {
      const { calls } = keys.connect(device, { user: id })
      const release: typeof calls.release = async (body) => {
        await beforeRelease()
        return calls.release(body)
      }
      return { ...calls, release }
    },
    device: device.store,
    page: { registerPasskey: page, askPasskey: page },
    key: async () => device.key,
    async user() {
      const id = current()
      return id === undefined ? undefined : { id, way: 'email' }
    },
    isLasting: true,
    label: 'Browser',
    setTimer: () => () => {},
    unkept: {
      get: async () => kept.kit,
      async set(_, kit) {
        kept.kit = kit
      },
    },
  })
}

async function waysOf(keeper: ReturnType<typeof surface>): Promise<readonly string[]> {
  const status = await keeper.open()
  return status.status === 'ready' ? status.wallet.ways.map(({ type }) => type) : [status.status]
}

describe('a surface without a way in', () => {
  test('opens the wallet with what another surface of the visitor hands over, and by itself from then on', async () => {
    const iframe = surface(await createTestDevice())
    await iframe.open()
    const device = await createTestDevice()
    const window = surface(device)
    expect(await window.open()).toMatchObject({ status: 'locked' })
    const sealed = await iframe.handOver(window.invite())
    const facts = await window.recover({ way: 'surface', sealed })
    expect(facts.addresses).toEqual(await iframe.addresses())
    expect(await waysOf(surface(device))).toEqual(['device', 'device'])
  })

  test('opens nothing with what was sealed for an earlier invitation, and nothing twice', async () => {
    const iframe = surface(await createTestDevice())
    await iframe.open()
    const window = surface(await createTestDevice())
    await window.open()
    const sealed = await iframe.handOver(window.invite())
    window.invite()
    await expect(window.recover({ way: 'surface', sealed })).rejects.toMatchObject({ code: 'damaged' })
    await expect(window.recover({ way: 'surface', sealed })).rejects.toMatchObject({ code: 'damaged' })
    expect(await waysOf(window)).toEqual(['locked'])
  })

  test('of another visitor does not open the wallet', async () => {
    const iframe = surface(await createTestDevice())
    await iframe.open()
    const other = surface(await createTestDevice(), 'bert')
    await other.open()
    const before = await other.addresses()
    const sealed = await iframe.handOver(other.invite())
    await expect(other.recover({ way: 'surface', sealed })).rejects.toMatchObject({ code: 'damaged' })
    expect(await other.addresses()).toEqual(before)
  })
})

describe('a way in that opens no more', () => {
  test('because another device has removed it meanwhile: the ways that are left are offered', async () => {
    const [device, phone] = [await createTestDevice(), await createTestDevice()]
    const keeper = surface(device)
    await keeper.open()
    await keeper.addPassword(testPassword, '')
    const other = surface(phone)
    await other.open()
    const { ways } = await other.recover({ way: 'password', password: testPassword })
    const own = ways.find(({ type, isOwn }) => type === 'device' && !isOwn)
    let isFirst = true
    const late = surface(device, 'anna', {}, async () => {
      if (isFirst) await other.remove(own?.id ?? '')
      isFirst = false
    })
    const status = await late.open()
    expect(status.status === 'locked' && status.ways.map(({ type }) => type)).toEqual(['password', 'device'])
  })

  test('because the service cannot read its half: the other ways are offered, and put a new one in its place', async () => {
    const [device, lone] = [await createTestDevice(), await createTestDevice()]
    const keeper = surface(device)
    await keeper.open()
    const { words } = await keeper.makeKit('')
    await keeper.keepKit()
    await surface(lone, 'bert').open()
    const tables = await openTables({ directory })
    await tables.wallets.updateTable('keys_slots').set({ half: '1.AAAA' }).execute()
    // Nothing else opens this one.
    await expect(surface(lone, 'bert').open()).rejects.toMatchObject({ code: 'DAMAGED' })
    const status = await surface(device).open()
    expect(status.status === 'locked' && status.ways.map(({ type }) => type)).toEqual(['device', 'kit'])
    const facts = await surface(device).recover({ way: 'kit', words })
    expect(facts.addresses).toEqual(await keeper.addresses())
    expect(await waysOf(surface(device))).toEqual(['kit', 'device'])
    await tables.close()
  })
})

describe('a kit', () => {
  test('is a way in once the visitor keeps it', async () => {
    const keeper = surface(await createTestDevice())
    await keeper.open()
    const { words } = await keeper.makeKit('')
    expect((await keeper.keepKit()).isBackedUp).toBe(true)
    await keeper.dropKit()
    expect(await waysOf(keeper)).toEqual(['device', 'kit'])
    const second = surface(await createTestDevice())
    await second.open()
    expect((await second.recover({ way: 'kit', words })).addresses).toEqual(await keeper.addresses())
  })

  test('is none if the visitor leaves it', async () => {
    const keeper = surface(await createTestDevice())
    await keeper.open()
    await keeper.makeKit('')
    await keeper.dropKit()
    expect(await waysOf(keeper)).toEqual(['device'])
    await expect(keeper.keepKit()).rejects.toMatchObject({ code: 'conflict' })
  })

  test('over which the page was closed is taken back an hour later, and not while another tab may show it', async () => {
    const device = await createTestDevice()
    const kept: { kit?: UnkeptKit | undefined } = {}
    const keeper = surface(device, 'anna', kept)
    await keeper.open()
    await keeper.makeKit('')
    expect(await waysOf(surface(device, 'anna', kept))).toEqual(['device', 'kit'])
    kept.kit = { slot: kept.kit?.slot ?? '', at: Date.now() - 61 * 60_000 }
    expect(await waysOf(surface(device, 'anna', kept))).toEqual(['device'])
    expect(kept.kit).toBeUndefined()
  })
})

describe('a kit that somebody closed the page over', () => {
  test('goes when the next one is made, which alone is a way in', async () => {
    const device = await createTestDevice()
    const kept: { kit?: UnkeptKit | undefined } = {}
    const closed = surface(device, 'anna', kept)
    await closed.open()
    const first = await closed.makeKit('')
    const keeper = surface(device, 'anna', kept)
    await keeper.open()
    const second = await keeper.makeKit('')
    expect((await keeper.keepKit()).ways.map(({ type }) => type)).toEqual(['device', 'kit'])
    const other = surface(await createTestDevice())
    await other.open()
    await expect(other.recover({ way: 'kit', words: first.words })).rejects.toMatchObject({
      code: 'wrong-secret',
    })
    await other.recover({ way: 'kit', words: second.words })
  })

  test.each(['prepare', 'commit'])('goes even if the page is closed over the call %s', async (call) => {
    const device = await createTestDevice()
    const kept: { kit?: UnkeptKit | undefined } = {}
    const closed = surface(device, 'anna', kept)
    await closed.open()
    await closed.makeKit('')
    const second = surface(device, 'anna', kept)
    await second.open()
    keys.faults.onCall = (path) => (path.endsWith(call) ? 'lost answer' : undefined)
    await expect(second.makeKit('')).rejects.toMatchObject({ status: 0 })
    keys.faults.onCall = () => undefined
    expect(await waysOf(surface(device, 'anna', kept))).toEqual(['device', 'kit'])
    if (kept.kit !== undefined) kept.kit = { ...kept.kit, at: Date.now() - 61 * 60_000 }
    expect(await waysOf(surface(device, 'anna', kept))).toEqual(['device'])
    expect(kept.kit).toBeUndefined()
  })

  test('is not kept, and not taken back, by a tab that shows another one', async () => {
    const device = await createTestDevice()
    const kept: { kit?: UnkeptKit | undefined } = {}
    const [first, second] = [surface(device, 'anna', kept), surface(device, 'anna', kept)]
    await first.open()
    await second.open()
    await first.makeKit('')
    await second.makeKit('')
    await expect(first.keepKit()).rejects.toMatchObject({ code: 'conflict' })
    await first.dropKit()
    expect((await second.keepKit()).isBackedUp).toBe(true)
  })
})

test('what is still being opened when the visitor leaves does not stay open', async () => {
  const device = await createTestDevice()
  await surface(device).open()
  let user: string | undefined = 'anna'
  const keeper = surface(device, () => user)
  const opening = keeper.open()
  // The visitor logs out while the service is asked.
  keys.faults.onCall = (path) => {
    if (path.endsWith('/release')) {
      user = undefined
      keeper.lock()
    }
    return undefined
  }
  await expect(opening).rejects.toMatchObject({ code: 'not_connected' })
  keys.faults.onCall = () => undefined
  user = 'anna'
  keys.exchanges.length = 0
  await keeper.withSigners(async () => undefined)
  expect(keys.exchanges.map(({ path }) => path)).toContainEqual(expect.stringContaining('/release'))
})

test('what one visitor’s flow still reads is not what the next visitor is shown', async () => {
  const made = await createTestDevice()
  let meanwhile = async () => {}
  const readSeen = async (id: string) => {
    if (id === 'anna') await meanwhile()
    return made.store.readSeen(id)
  }
  let user = 'anna'
  const keeper = surface({ ...made, store: { ...made.store, readSeen } }, () => user)
  await keeper.open()
  user = 'bert'
  await keeper.open()
  const bert = await keeper.addresses()
  user = 'anna'
  meanwhile = async () => {
    user = 'bert'
    await keeper.addresses()
  }
  await expect(keeper.open()).rejects.toMatchObject({ code: 'not_connected' })
  expect(await keeper.addresses()).toEqual(bert)
})

test('another tab’s login locks what is open of the visitor before', async () => {
  const device = await createTestDevice()
  let user = 'anna'
  const keeper = surface(device, () => user)
  await keeper.open()
  await keeper.lockOthers()
  keys.exchanges.length = 0
  await keeper.withSigners(async () => undefined)
  expect(keys.exchanges).toEqual([])
  user = 'bert'
  await keeper.lockOthers()
  user = 'anna'
  await keeper.withSigners(async () => undefined)
  expect(keys.exchanges).not.toEqual([])
})
