import { describe, expect, test } from 'vitest'
import type { OperationType, Transaction, Transfer } from '../../../protocol/entities/Transaction.js'
import { isSameId } from '../../../protocol/isSameId.js'
import { isBait, shortened, transferTexts } from './transferTexts.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const coin = (direction: Transfer['direction'], numeric = '1.5', is_spam?: boolean): Transfer => ({
  fungible_info: { name: 'Ether', symbol: 'ETH', ...(is_spam === undefined ? {} : { is_spam }) },
  direction,
  quantity: { numeric },
})
const nft = (numeric: string, name: string | undefined = 'Scene #7', is_spam = false): Transfer => ({
  nft_info: { ...(name === undefined ? {} : { name }), flags: { is_spam } },
  direction: 'in',
  quantity: { numeric },
})
const transaction = (
  operationType: OperationType,
  transfers: Transfer[],
  metadata: Partial<Transaction['metadata']> = {},
): Transaction => ({
  id: '1',
  metadata: {
    operationType,
    hash: '0x12',
    chain: 'eip155:1',
    minedAt: '2026-01-02T03:04:05.000Z',
    sentFrom: bob,
    sentTo: alice,
    status: 'confirmed',
    nonce: 0,
    ...metadata,
  },
  transfers,
})
const texts = (...[operation, transfers, metadata]: Parameters<typeof transaction>) =>
  transferTexts(transaction(operation, transfers, metadata), 'en').map(({ text }) => text)

describe('the sign', () => {
  // Spec §9: "+" for receive, deposit, borrow, claim; "-" for withdraw, repay, burn.
  test.each<[OperationType, Transfer['direction'], string]>([
    ['receive', 'in', '+1.5 ETH'],
    ['deposit', 'out', '+1.5 ETH'],
    ['borrow', 'in', '+1.5 ETH'],
    ['claim', 'in', '+1.5 ETH'],
    ['withdraw', 'in', '-1.5 ETH'],
    ['repay', 'out', '-1.5 ETH'],
    ['burn', 'out', '-1.5 ETH'],
    ['send', 'out', '-1.5 ETH'],
    ['mint', 'in', '+1.5 ETH'],
    ['send', 'self', '1.5 ETH'],
  ])('of %s, %s: %s', (operation, direction, text) => {
    expect(texts(operation, [coin(direction)])).toEqual([text])
  })

  test('is shown for each of at most two transfers', () => {
    expect(texts('trade', [coin('out', '1'), coin('in', '2000'), coin('in', '3')])).toEqual([
      '-1 ETH',
      '+2,000 ETH',
    ])
    expect(texts('deposit', [coin('out', '1'), coin('in', '1')])).toEqual(['-1 ETH', '+1 ETH'])
  })

  test('marks a gain, but not for a failed transaction or spam', () => {
    const isGain = (...given: Parameters<typeof transaction>) =>
      transferTexts(transaction(...given), 'en')[0]?.isGain
    expect(isGain('receive', [coin('in')])).toBe(true)
    expect(isGain('deposit', [coin('out')])).toBe(false)
    expect(isGain('receive', [coin('in')], { status: 'failed' })).toBe(false)
    expect(isGain('receive', [coin('in', '1', true)])).toBe(false)
  })
})

// Spec §9 "Transaction quantity display": 3 decimals.
test.each([
  ['1', '1'],
  ['1.5', '1.5'],
  ['1.0009', '1'],
  ['1.2399', '1.239'],
  ['120', '120'],
  ['1000000.10', '1,000,000.1'],
  ['0.0009', '<0.001'],
  ['0.000', '0'],
  ['0', '0'],
])('%s shows as %s', (amount, text) => {
  expect(shortened(amount, 'en')).toBe(text)
})

describe('a collectible', () => {
  test('shows its name, and its number if there are several', () => {
    expect(texts('receive', [nft('1')])).toEqual(['+Scene #7'])
    expect(texts('receive', [nft('3')])).toEqual(['+3 Scene #7'])
  })

  test('shows as NFT if it has no name', () => {
    const nameless: Transfer = {
      nft_info: { flags: { is_spam: false } },
      direction: 'in',
      quantity: { numeric: '1' },
    }
    expect(texts('receive', [nameless])).toEqual(['+NFT'])
  })
})

describe('bait', () => {
  const isAlice = (address: string) => isSameId(address, alice)

  test('is a transaction of a stranger with only spam', () => {
    const mixed = [coin('in', '1', true), nft('1', 'Visit evil.example', true)]
    expect(isBait(transaction('receive', mixed), isAlice)).toBe(true)
  })

  test('is no transaction of the account itself, and none that moves something else or nothing', () => {
    const lure = coin('in', '1', true)
    expect(isBait(transaction('send', [lure], { sentFrom: alice.toLowerCase() }), isAlice)).toBe(false)
    expect(isBait(transaction('receive', [lure, coin('in')]), isAlice)).toBe(false)
    expect(isBait(transaction('execute', []), isAlice)).toBe(false)
  })
})
