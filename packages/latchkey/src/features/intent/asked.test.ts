import { expect, test } from 'vitest'
import type { Tracked, TransferIntent } from '../../core/intent.js'
import { memoryStorage } from '../../core/storageBackends.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockTabs } from '../../testing/mockTabs.js'
import { mockTransferIntent } from '../../testing/mockTransferIntent.js'
import { askedItem, dropTracked, keepTracked, loadAsked, readAsked } from './asked.js'

const transfer = (id: string, more: Partial<TransferIntent> = {}): Tracked<TransferIntent> => ({
  status: 'asked',
  askedAt: 1,
  asked: { kind: 'transaction', nonce: 7, height: 100 },
  intent: mockTransferIntent({ id, ...more }),
})

const kitOf = (storage = memoryStorage()) => {
  const kit = createTestKit({ storage })
  const open = () => kit.store.getState().intent?.open.map(({ intent }) => intent.id)
  return { kit, open }
}

test('open requests survive a reload, however large their pictures are', () => {
  const storage = memoryStorage()
  const { kit } = kitOf(storage)
  const ids = ['one', 'two', 'three', 'four']
  for (const id of ids) {
    keepTracked(kit, transfer(id, { iconUrl: `data:image/png;base64,${'A'.repeat(23_000)}` }))
  }
  const after = kitOf(storage)
  loadAsked(after.kit)
  expect(after.open()).toEqual(ids)
})

test('refused requests make room for open ones, and open ones that do not fit are said not to be stored', () => {
  const storage = memoryStorage()
  const { kit } = kitOf(storage)
  const large = { fee: { most: '1', about: '1', terms: { coins: 'A'.repeat(22_000) } } }
  const refused = { ...transfer('refused', large), status: 'refused' } as const
  expect(keepTracked(kit, refused)).toBe(true)
  expect(keepTracked(kit, transfer('one', large))).toBe(true)
  expect(keepTracked(kit, transfer('two', large))).toBe(true)
  expect(keepTracked(kit, transfer('three', large))).toBe(false)
  const after = kitOf(storage)
  loadAsked(after.kit)
  expect(after.open()).toEqual(['one', 'two'])
})

test('an open request stays stored, however many the wallet refuses after it', () => {
  const storage = memoryStorage()
  const { kit, open } = kitOf(storage)
  keepTracked(kit, transfer('open', { madeAt: 1 }))
  keepTracked(kit, { ...transfer('open', { madeAt: 1 }), status: 'unknown' })
  for (let index = 0; index < 50; index++) {
    expect(keepTracked(kit, { ...transfer(`refused ${index}`), status: 'refused' })).toBe(true)
  }
  readAsked(kit)
  expect(open()).toContain('open')
  const after = kitOf(storage)
  loadAsked(after.kit)
  expect(after.open()).toHaveLength(40)
  expect(after.open()).toContain('open')
  expect(after.open()).toContain('refused 49')
})

test('an open request beyond the fortieth is said not to be stored, and this page remembers it all the same', () => {
  const storage = memoryStorage()
  const { kit, open } = kitOf(storage)
  for (let index = 0; index < 40; index++) {
    expect(keepTracked(kit, { ...transfer(`${index}`), status: 'unknown' })).toBe(true)
  }
  expect(keepTracked(kit, transfer('last'))).toBe(false)
  expect(keepTracked(kit, { ...transfer('last'), status: 'unknown' })).toBe(false)
  readAsked(kit)
  expect(open()).toHaveLength(41)
  const after = kitOf(storage)
  loadAsked(after.kit)
  expect(after.open()).toHaveLength(40)
  expect(after.open()).toContain('0')
})

test.each([1e9, -1, 78, 1.5])('a stored transfer that counts %d decimals is not read', (decimals) => {
  expect(askedItem.read([transfer('one'), transfer('two', { decimals })])).toEqual([transfer('one')])
})

test.each([
  [{}, 0],
  [{ code: 'OF_A_LATER_VERSION', slots: { wallet: 'Oak', count: 2 } }, 1],
  [{ code: 'WALLET_FAILED', slots: null }, 0],
  [{ code: 'WALLET_FAILED', slots: { wallet: { toString: 1 } } }, 0],
])('a stored request that ended with the error %o gives %i open requests', (error, times) => {
  const stored = { ...transfer('one'), status: 'unknown', error }
  expect(askedItem.read([stored])).toHaveLength(times)
})

test('a request of this page stays open until it is answered, whatever happens to the storage', () => {
  const tabs = mockTabs()
  const [here, there] = [kitOf(tabs.open()), kitOf(tabs.open())]
  keepTracked(here.kit, transfer('own'))
  loadAsked(there.kit)
  there.kit.storage.write(askedItem, [transfer('other')])
  expect(here.open()).toEqual(['own', 'other'])
  expect(there.open()).toEqual(['own'])
  dropTracked(here.kit, transfer('own'))
  expect(here.open()).toEqual(['other'])
})

test('a request that another tab has settled is removed here too', () => {
  const tabs = mockTabs()
  const [here, there] = [kitOf(tabs.open()), kitOf(tabs.open())]
  loadAsked(here.kit)
  keepTracked(there.kit, transfer('theirs'))
  expect(here.open()).toEqual(['theirs'])
  dropTracked(there.kit, transfer('theirs'))
  expect(here.open()).toEqual([])
})

test.each([
  ['nothing', undefined],
  ['nonsense', 'nonsense'],
])(
  'a page that empties the storage, leaving %s, does not make the kit forget an open transfer',
  (_, text) => {
    const storage = memoryStorage()
    const { kit, open } = kitOf(storage)
    keepTracked(kit, transfer('first'))
    keepTracked(kit, { ...transfer('first'), status: 'unknown' })
    if (text === undefined) storage.removeItem('latchkey.asked')
    else storage.setItem('latchkey.asked', text)
    readAsked(kit)
    expect(open()).toEqual(['first'])
    // A reload finds it again too.
    const after = kitOf(storage)
    loadAsked(after.kit)
    expect(after.open()).toEqual(['first'])
  },
)

test('after a page has emptied the storage, the open requests are stored again, without a settled one', () => {
  const tabs = mockTabs()
  const storage = tabs.open()
  const [here, there] = [kitOf(storage), kitOf(tabs.open())]
  for (const id of ['first', 'second'] as const) keepTracked(here.kit, { ...transfer(id), status: 'unknown' })
  loadAsked(there.kit)
  storage.removeItem('latchkey.asked')
  dropTracked(here.kit, { ...transfer('first'), status: 'unknown' })
  expect([here.open(), there.open()]).toEqual([['second'], ['second']])
  const after = kitOf(storage)
  loadAsked(after.kit)
  expect(after.open()).toEqual(['second'])
})

test('those stored again are not more than can be read back', () => {
  const storage = memoryStorage()
  const { kit } = kitOf(storage)
  const large = { fee: { most: '1', about: '1', terms: { coins: 'A'.repeat(22_000) } } }
  keepTracked(kit, transfer('one', large))
  keepTracked(kit, transfer('two', large))
  expect(keepTracked(kit, transfer('three', { ...large, isUnstored: true }))).toBe(false)
  storage.removeItem('latchkey.asked')
  readAsked(kit)
  const after = kitOf(storage)
  loadAsked(after.kit)
  expect(after.open()).toEqual(['one', 'two'])
})
