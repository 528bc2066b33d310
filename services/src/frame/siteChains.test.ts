import { expect, test } from 'vitest'
import { nativeAddress, type Token } from '../blockchain/tokens.js'
import { readSettings } from '../shared/settings.js'
import { siteChains } from './siteChains.js'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const token = (address: string, chainId = 'eip155:8453'): Token => ({
  ...{ chainId: chainId as Token['chainId'], address: address as Token['address'] },
  ...{ name: 'X', symbol: 'X', decimals: 6, iconUrl: '' },
})
const none = { hasSmartAccounts: false, hasBundler: false, hasPaymaster: false, tokens: [] }

test('the chains of the settings that wallets have accounts on, by the names that the kit knows', () => {
  const settings = readSettings({
    LATCHKEY_CHAINS: [
      'eip155:1',
      'eip155:8453',
      'eip155:8453',
      solana,
      'bip122:000000000019d6689c085ae165831e93',
      'eip155:31337',
    ]
      .map((id) => `${id}=https://rpc.example`)
      .join(),
    LATCHKEY_FRAME_SMART_ACCOUNTS: 'eip155:8453',
    LATCHKEY_FRAME_BUNDLERS: 'eip155:8453=https://bundler.example/KEY',
  })
  const tokens = [token('0x1'), token('0x2', 'eip155:1'), token(nativeAddress)]
  const ether = { symbol: 'ETH', decimals: 18 }
  expect(siteChains(settings, tokens)).toEqual([
    {
      ...none,
      id: 'eip155:1',
      name: 'Ethereum',
      coin: ether,
      nameResolver: expect.any(String),
      tokens: ['0x2'],
    },
    {
      ...none,
      id: 'eip155:8453',
      name: 'Base',
      coin: ether,
      hasSmartAccounts: true,
      hasBundler: true,
      tokens: ['0x1'],
    },
    { ...none, id: solana, name: 'Solana', coin: { symbol: 'SOL', decimals: 9 } },
  ])
})

test('a chain of the operator has the name and the resolver of the settings', () => {
  const facts = { id: 'eip155:31337', name: 'Local', coin: { symbol: 'ETH', decimals: 18 } } as const
  const settings = readSettings({
    LATCHKEY_CHAINS: 'eip155:31337=http://localhost:8545',
    LATCHKEY_FRAME_CHAINS: JSON.stringify([facts]),
    LATCHKEY_ENS: `eip155:31337=0x${'2'.repeat(40)}`,
  })
  const many = Array.from({ length: 150 }, (_, index) => token(`0x${index}`, 'eip155:31337'))
  const [chain] = siteChains(settings, many)
  expect(chain).toMatchObject({ ...facts, nameResolver: `0x${'2'.repeat(40)}` })
  expect(chain?.tokens).toHaveLength(100)
})

test.each([
  '[{"id":"x"}]',
  '{}',
  '[{"id":"eip155:1","name":"","coin":{"symbol":"E","decimals":18}}]',
  '/nowhere.json',
  '[{]',
])('error: %s describes no chains', (value) => {
  expect(() => readSettings({ LATCHKEY_FRAME_CHAINS: value })).toThrow(/^LATCHKEY_FRAME_CHAINS must /)
})
