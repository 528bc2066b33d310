import type { Wallet } from 'latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { indexWallets, type WalletQuery } from './findWallets.js'

const wallets: readonly Wallet[] = [
  { id: 'd', name: 'Delta Mask', order: 40, chains: ['solana:x'], badge_type: 'none' },
  { id: 'a', name: 'Alpha', order: 10, chains: ['eip155:1', 'solana:x'], badge_type: 'certified' },
  { id: 'z', name: 'No order B', chains: [], badge_type: 'none' },
  { id: 'y', name: 'No order A', badge_type: 'none' },
  { id: 'c', name: 'Same', order: 20, chains: ['eip155:1'], badge_type: 'none' },
  { id: 'b', name: 'Same', order: 20, chains: ['eip155:10'], badge_type: 'certified' },
  { id: 'm', name: 'Máscara', order: 50, chains: ['bip122:x'], badge_type: 'none' },
]

const find = indexWallets(wallets)
const ask = (query: Partial<WalletQuery> = {}) => {
  const { data, count } = find({ page: 1, entries: 100, ...query })
  expect(count).toBeGreaterThanOrEqual(data.length)
  return data.map(({ id }) => id).join('')
}

describe('indexWallets', () => {
  test('sorts by order, then name, then id; wallets without an order come last', () => {
    expect(ask()).toBe('abcdmyz')
    expect(indexWallets([...wallets].reverse())({ page: 1, entries: 100 }).data).toEqual(
      find({ page: 1, entries: 100 }).data,
    )
  })

  test('every wallet is on exactly one page, and every page has the total count', () => {
    for (const entries of [1, 2, 3, 7, 100]) {
      const pages = [1, 2, 3, 4, 5, 6, 7, 8].map((page) => find({ page, entries }))
      expect(pages.map(({ count }) => count)).toEqual(Array(8).fill(7))
      expect(pages.flatMap(({ data }) => data.map(({ id }) => id)).join('')).toBe('abcdmyz')
    }
  })

  test('include and exclude', () => {
    expect(ask({ include: ['m', 'a', 'nobody'] })).toBe('am')
    expect(ask({ exclude: ['a', 'b', 'nobody'] })).toBe('cdmyz')
    expect(ask({ include: ['a', 'b'], exclude: ['a'] })).toBe('b')
    expect(ask({ include: [], exclude: [], chains: [] })).toBe('abcdmyz')
    expect(ask({ include: ['nobody'] })).toBe('')
  })

  test('a wallet matches if it supports one of the chains', () => {
    expect(ask({ chains: ['solana:x', 'eip155:10'] })).toBe('abd')
    expect(ask({ chains: ['eip155:99'] })).toBe('')
  })

  test('search matches part of a name, ignores case and accents, and lists prefix matches first', () => {
    expect(ask({ search: ' MAS ' })).toBe('md')
    expect(ask({ search: 'máscara' })).toBe('m')
    expect(ask({ search: 'nothing like it' })).toBe('')
    expect(ask({ search: '' })).toBe('abcdmyz')
    expect(ask({ search: '.*' })).toBe('')
  })

  test('badges', () => {
    expect(ask({ badge_type: 'certified' })).toBe('ab')
    expect(ask({ badge_type: 'none' })).toBe('cdmyz')
  })

  test('combines all conditions', () => {
    expect(ask({ chains: ['eip155:1', 'eip155:10'], search: 's', badge_type: 'none', exclude: ['z'] })).toBe(
      'c',
    )
  })

  test('a page past the end is empty and still has the total count', () => {
    expect(find({ page: 100_000, entries: 100 })).toEqual({ data: [], count: 7 })
  })
})
