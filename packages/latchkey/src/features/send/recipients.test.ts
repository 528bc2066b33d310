import { describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../core/storageBackends.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { recipientLimit, recipientsItem, rememberRecipients } from './recipients.js'

const address = (number: number) => `0x${number.toString(16).padStart(40, '0')}`

/** A storage that counts how often the kit writes the recipients of the EVM family. */
function countingStorage() {
  const backend = memoryStorage()
  const setItem = vi.fn(backend.setItem)
  const writes = () => setItem.mock.calls.filter(([name]) => name === 'latchkey.recipients.eip155').length
  return { storage: { ...backend, setItem }, writes }
}

describe('rememberRecipients', () => {
  test('a later page load knows them, newest first, each once whatever its case', () => {
    const storage = memoryStorage()
    rememberRecipients(createTestKit({ storage }), { namespace: 'eip155', addresses: [address(0xab)] })
    const known = rememberRecipients(createTestKit({ storage }), {
      namespace: 'eip155',
      addresses: [address(2), address(0xab).toUpperCase().replace('0X', '0x'), address(2)],
    })
    expect(known).toEqual([address(2), address(0xab)])
  })

  test('each chain family has its own list, and base58 addresses of different case are different', () => {
    const kit = createTestKit()
    rememberRecipients(kit, { namespace: 'eip155', addresses: [address(1)] })
    const solana = { namespace: 'solana', addresses: ['AbcDef', 'abcdef'] } as const
    expect(rememberRecipients(kit, solana)).toEqual(['AbcDef', 'abcdef'])
    expect(rememberRecipients(kit, { namespace: 'eip155', addresses: [] })).toEqual([address(1)])
  })

  test('drops the oldest above the limit, also from the storage', () => {
    const kit = createTestKit()
    const many = Array.from({ length: recipientLimit }, (_, index) => address(index + 1))
    rememberRecipients(kit, { namespace: 'eip155', addresses: many })
    const known = rememberRecipients(kit, { namespace: 'eip155', addresses: [address(9_999)] })
    expect(known).toHaveLength(recipientLimit)
    expect(known[0]).toBe(address(9_999))
    expect(known).not.toContain(many.at(-1))
    const later = rememberRecipients(kit, { namespace: 'eip155', addresses: [] })
    expect(later[0]).toBe(address(9_999))
    expect(later).not.toContain(many.at(-1))
  })

  test('leaves out texts that are no address', () => {
    const kit = createTestKit()
    const addresses = ['<b>', '', 'a b', address(1)]
    const fromHistory = [undefined, '', '<i>', address(2)]
    const known = rememberRecipients(kit, { namespace: 'eip155', addresses, fromHistory })
    expect(known).toEqual([address(1), address(2)])
  })

  test('stores recipients that only a history has', () => {
    const kit = createTestKit()
    rememberRecipients(kit, { namespace: 'eip155', addresses: [], fromHistory: [address(1)] })
    expect(rememberRecipients(kit, { namespace: 'eip155', addresses: [] })).toEqual([address(1)])
  })

  test('writes to the storage only if there is something new', () => {
    const { storage, writes } = countingStorage()
    const kit = createTestKit({ storage })
    rememberRecipients(kit, { namespace: 'eip155', addresses: [] })
    expect(writes()).toBe(0)
    rememberRecipients(kit, { namespace: 'eip155', addresses: [address(1)] })
    expect(writes()).toBe(1)
    rememberRecipients(kit, { namespace: 'eip155', addresses: [address(1)], fromHistory: [address(1)] })
    expect(writes()).toBe(1)
  })

  test('thousands of recipients of a history push out none that was sent to, and are known as well', () => {
    const kit = createTestKit()
    rememberRecipients(kit, { namespace: 'eip155', addresses: [address(7)] })
    const fromHistory = Array.from({ length: 2 * recipientLimit }, (_, index) => address(index + 100))
    const known = rememberRecipients(kit, { namespace: 'eip155', addresses: [], fromHistory })
    expect(known[0]).toBe(address(7))
    expect(known).toContain(address(2 * recipientLimit + 99))
    const later = rememberRecipients(kit, { namespace: 'eip155', addresses: [address(8)] })
    expect(later.slice(0, 2)).toEqual([address(8), address(7)])
    expect(later).toHaveLength(recipientLimit)
    expect(rememberRecipients(kit, { namespace: 'eip155', addresses: [] })).toHaveLength(recipientLimit)
  })

  test('stores as many of the longest addresses as the storage has room for', () => {
    const storage = memoryStorage()
    const addresses = Array.from({ length: recipientLimit }, (_, index) => String(index).padStart(128, 'x'))
    rememberRecipients(createTestKit({ storage }), { namespace: 'polkadot', addresses })
    const known = rememberRecipients(createTestKit({ storage }), { namespace: 'polkadot', addresses: [] })
    expect(known.length).toBeGreaterThan(400)
  })

  test.each([
    ['all', 57, 1_000],
    ['no more', 58, 983],
  ])(
    'stores %s of 1,000 addresses of %d characters, up to 60,000 characters in total',
    (_, length, count) => {
      const kit = createTestKit()
      const addresses = Array.from({ length: 1_000 }, (_one, index) => String(index).padStart(length, 'x'))
      const known = rememberRecipients(kit, { namespace: 'polkadot', addresses: addresses })
      expect(known).toHaveLength(count)
      expect(rememberRecipients(kit, { namespace: 'polkadot', addresses: [] })).toHaveLength(count)
    },
  )

  test('reads only addresses from the storage, whatever another program has stored there', () => {
    const item = recipientsItem('eip155')
    expect(item.read([null, 1, {}, '<b>', '', address(1)])).toEqual([address(1)])
    expect(item.read({ length: 1 })).toBeUndefined()
  })
})
