import { describe, expect, test } from 'vitest'
import { memoryStorage } from '../../core/storageBackends.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockTabs } from '../../testing/mockTabs.js'
import { labelOf, loadLabels } from './labels.js'
import { setLabel } from './setLabel.js'

const alice = { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', namespace: 'eip155' } as const
const bob = { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', namespace: 'eip155' } as const
const solana = { address: 'So11111111111111111111111111111111111111112', namespace: 'solana' } as const

function setUp(storage = memoryStorage()) {
  const kit = createTestKit({ storage })
  return { kit, label: (of = alice) => labelOf(kit, kit.store.getState(), of) }
}

describe('setLabel', () => {
  test('names an address however it is written, and survives a reload', () => {
    const storage = memoryStorage()
    const before = setUp(storage)
    setLabel(before.kit, { ...alice, label: 'Savings' })
    expect(before.label({ ...alice, address: alice.address.toLowerCase() as typeof alice.address })).toBe(
      'Savings',
    )
    const after = setUp(storage)
    expect(after.label()).toBeUndefined()
    loadLabels(after.kit)
    expect(after.label()).toBe('Savings')
  })

  test('an empty label removes the old one', () => {
    const { kit, label } = setUp()
    setLabel(kit, { ...alice, label: 'Savings' })
    setLabel(kit, { ...alice, label: ' \u200b ' })
    expect(label()).toBeUndefined()
    expect(kit.store.getState().account.labels).toEqual([])
  })

  test('an address of a family whose letters have two cases is not another one', () => {
    const { kit } = setUp()
    setLabel(kit, { ...solana, label: 'Sol' })
    const other = { ...solana, address: solana.address.toLowerCase() }
    expect(labelOf(kit, kit.store.getState(), other)).toBeUndefined()
    expect(labelOf(kit, kit.store.getState(), solana)).toBe('Sol')
  })

  test.each([
    ['\u202eevil', 'evil'],
    ['a\u0000b\u2066c', 'a b c'],
    ['  two   words ', 'two words'],
    ['x'.repeat(40), `${'x'.repeat(31)}…`],
    ['<b>not a tag</b>', '<b>not a tag</b>'],
  ])('%j is kept as %j', (typed, kept) => {
    const { kit, label } = setUp()
    setLabel(kit, { ...alice, label: typed })
    expect(label()).toBe(kept)
  })

  test.each(['', 'juniper eth', '0x12:34', '__proto__\u202e', 'x'.repeat(129)])(
    'error: %j is no address',
    (address) => {
      const { kit } = setUp()
      const name = () => setLabel(kit, { address, namespace: 'eip155', label: 'A' })
      expect(name).toThrow(expect.objectContaining({ code: 'ADDRESS_NOT_FOUND' }))
    },
  )

  test('drops the oldest of more than 200 labels', () => {
    const { kit, label } = setUp()
    setLabel(kit, { ...alice, label: 'First' })
    for (let index = 0; index < 200; index++) {
      setLabel(kit, {
        namespace: 'eip155',
        address: `0x${String(index).padStart(40, '0')}`,
        label: `${index}`,
      })
    }
    expect(label()).toBeUndefined()
    expect(kit.store.getState().account.labels).toHaveLength(200)
  })

  test('checks stored labels like typed ones', () => {
    const storage = memoryStorage()
    const labels = [
      { ...alice, label: '\u202eA' },
      { ...alice, address: 'not an address', label: 'B' },
      { ...bob, namespace: 'No where', label: 'C' },
      { ...bob, label: 5 },
      { ...bob, label: '\u200b' },
      null,
    ]
    storage.setItem('latchkey.labels', JSON.stringify({ v: 1, d: labels }))
    const { kit } = setUp(storage)
    expect(loadLabels(kit)).toEqual([{ ...alice, label: 'A' }])
  })

  test('other tabs get a label at once, and labels given in two tabs are both kept', () => {
    const tabs = mockTabs()
    const [here, there] = [setUp(tabs.open()), setUp(tabs.open())]
    const stop = there.kit.start()
    loadLabels(there.kit)
    setLabel(here.kit, { ...alice, label: 'Savings' })
    expect(there.label()).toBe('Savings')
    setLabel(there.kit, { ...bob, label: 'Bob' })
    expect(labelOf(here.kit, here.kit.store.getState(), bob)).toBe('Bob')
    expect(here.label()).toBe('Savings')
    stop()
    setLabel(here.kit, { ...alice, label: 'Old savings' })
    expect(there.label()).toBe('Savings')
  })
})
