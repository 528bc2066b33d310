import { describe, expect, test } from 'vitest'
import { memoryStorage } from '../../core/storageBackends.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { recipientLimit, recipientsItem, rememberRecipients } from './recipients.js'

const address = (number: number) => `0x${number.toString(16).padStart(40, '0')}`

describe('rememberRecipients', () => {
  test('they outlive the page, newest first, each once whatever its case', () => {
    const storage = memoryStorage()
    rememberRecipients(createTestKit({ storage }), { namespace: 'eip155', addresses: [address(0xab)] })
    const known = rememberRecipients(createTestKit({ storage }), {
      namespace: 'eip155',
      addresses: [address(2), address(0xab).toUpperCase().replace('0X', '0x'), address(2)],
    })
    expect(known).toEqual([address(2), address(0xab)])
  })

  test('each chain family has its own, and base58 keeps its case', () => {
    const kit = createTestKit()
    rememberRecipients(kit, { namespace: 'eip155', addresses: [address(1)] })
    const solana = { namespace: 'solana', addresses: ['AbcDef', 'abcdef'] } as const
    expect(rememberRecipients(kit, solana)).toEqual(['AbcDef', 'abcdef'])
    expect(rememberRecipients(kit, { namespace: 'eip155', addresses: [] })).toEqual([address(1)])
  })

  test('the oldest go where there are too many', () => {
    const kit = createTestKit()
    const many = Array.from({ length: recipientLimit }, (_, index) => address(index + 1))
    rememberRecipients(kit, { namespace: 'eip155', addresses: many })
    const known = rememberRecipients(kit, { namespace: 'eip155', addresses: [address(9_999)] })
    expect(known).toHaveLength(recipientLimit)
    expect(known[0]).toBe(address(9_999))
    expect(known).not.toContain(many.at(-1))
  })

  test('a history with thousands of recipients pushes out none that was sent to, and still counts', () => {
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

  test('the longest addresses there may be still fit into the storage', () => {
    const storage = memoryStorage()
    const addresses = Array.from({ length: recipientLimit }, (_, index) => String(index).padStart(128, 'x'))
    rememberRecipients(createTestKit({ storage }), { namespace: 'polkadot', addresses })
    const known = rememberRecipients(createTestKit({ storage }), { namespace: 'polkadot', addresses: [] })
    expect(known.length).toBeGreaterThan(400)
  })

  test('what another program stored there is not believed', () => {
    const item = recipientsItem('eip155')
    expect(item.read([null, 1, {}, '<b>', '', address(1)])).toEqual([address(1)])
    expect(item.read({ length: 1 })).toBeUndefined()
  })
})
