import { describe, expect, test } from 'vitest'
import { memoryStorage } from '../../core/storageBackends.js'
import { deepLinkItem } from '../../protocol/deepLinkItem.js'
import type { Wallet } from '../../protocol/entities/Wallet.js'
import { createTestKit } from '../../testing/createTestKit.js'
import type { Kit } from '../Kit.js'
import { recallWallets, rememberDeepLink, rememberWallet } from './rememberWallet.js'

const wallet = (id: string): Wallet => ({ id, name: `Wallet ${id}` })
const recentOf = (kit: Kit) => kit.store.getState().wallets.recent.map(({ id }) => id)

describe('§9 "Recent wallets kept": 2', () => {
  test('the newest first', () => {
    const kit = createTestKit()
    for (const id of ['a', 'b', 'c']) rememberWallet(kit, wallet(id))
    expect(recentOf(kit)).toEqual(['c', 'b'])
  })

  test('a wallet that is used again moves to the front, and is listed once', () => {
    const kit = createTestKit()
    for (const id of ['a', 'b', 'a']) rememberWallet(kit, wallet(id))
    expect(recentOf(kit)).toEqual(['a', 'b'])
  })

  test('are known on the next page load', () => {
    const storage = memoryStorage()
    const before = createTestKit({ storage })
    for (const id of ['a', 'b', 'c']) rememberWallet(before, wallet(id))
    const after = createTestKit({ storage })
    recallWallets(after)
    expect(recentOf(after)).toEqual(['c', 'b'])
  })
})

test.each([
  ['garbage', '{"version":1,"value":'],
  ['another shape', JSON.stringify({ version: 1, value: { id: 'a' } })],
  ['nothing', ''],
])('storage that holds %s remembers nobody', (_, text) => {
  const storage = memoryStorage()
  const kit = createTestKit({ storage })
  rememberWallet(kit, wallet('a'))
  storage.setItem('latchkey.recentWallets', text)
  recallWallets(kit)
  expect(recentOf(kit)).toEqual([])
})

describe('rememberDeepLink', () => {
  test('keeps the link that brings the wallet’s app to the front', () => {
    const kit = createTestKit()
    rememberDeepLink(kit, { ...wallet('a'), mobile_link: 'wallet-a://' })
    expect(kit.storage.read(deepLinkItem)).toEqual({ href: 'wallet-a://', name: 'Wallet a' })
  })

  test('forgets the earlier link if the wallet has none', () => {
    const kit = createTestKit()
    rememberDeepLink(kit, { ...wallet('a'), mobile_link: 'wallet-a://' })
    rememberDeepLink(kit, wallet('b'))
    expect(kit.storage.read(deepLinkItem)).toBeUndefined()
  })
})
