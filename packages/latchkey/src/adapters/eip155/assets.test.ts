import { describe, expect, test } from 'vitest'
import { fetchPortfolio } from '../../features/account/fetchPortfolio.js'
import { accountOf } from '../../features/account/state.js'
import { connect } from '../../features/connection/connect.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { scriptedProvider } from '../../testing/scriptedProvider.js'
import { readAssets } from './assets.js'
import { readCapabilities } from './capabilities.js'

const token = {
  address: '0x1111111111111111111111111111111111111111',
  balance: '0x1e8480',
  type: 'erc20',
  metadata: { name: 'Dollar', symbol: 'USD', decimals: 6, price: 1, iconUrl: '' },
}
const coin = {
  address: 'native',
  balance: '0xde0b6b3a7640000',
  type: 'native',
  metadata: { name: 'Ether', symbol: 'ETH', decimals: 18, price: 2000, iconUrl: '' },
}
const read = (assets: readonly unknown[]) => readAssets({ '0x1': assets }, 'eip155:1')

describe('the assets that a wallet reports (ERC-7811)', () => {
  test("become balances in the service's form", () => {
    expect(read([coin, token])).toEqual([
      expect.objectContaining({ symbol: 'ETH', quantity: { decimals: '18', numeric: '1' }, value: 2000 }),
      expect.objectContaining({
        symbol: 'USD',
        address: `eip155:1:${token.address}`,
        quantity: { decimals: '6', numeric: '2' },
        value: 2,
      }),
    ])
  })

  test.each([
    ['balance', 12],
    ['balance', '0xzz'],
    ['type', 'ERC721'],
    ['address', undefined],
    ['metadata', { ...token.metadata, decimals: '6' }],
    ['metadata', { ...token.metadata, decimals: 255 }],
    ['metadata', { ...token.metadata, price: Number.NaN }],
    ['metadata', { ...token.metadata, iconUrl: undefined }],
  ])('are all refused if one has an invalid %s: %j', (field, value) => {
    expect(read([coin, { ...token, [field]: value }])).toBeUndefined()
  })

  test('without decimals are dropped (spec §5)', () => {
    expect(read([{ ...token, metadata: { ...token.metadata, decimals: 0 } }])).toEqual([])
  })

  test.each([[undefined], [null], ['0x'], [[]], [{ '0xa': [] }]])('there are none in %j', (answer) => {
    expect(readAssets(answer, 'eip155:1')).toBeUndefined()
  })
})

describe('what a wallet can do (EIP-5792)', () => {
  test.each([
    [{ '0x1': { atomic: { status: 'supported' } } }, { isAtomic: true, hasAssets: false }],
    [{ '0x01': { atomicBatch: { supported: true } } }, { isAtomic: true, hasAssets: false }],
    [{ '0x1': { atomic: { status: 'ready' } } }, { isAtomic: false, hasAssets: false }],
    [{ '0x0': { assetDiscovery: { supported: true } } }, { isAtomic: false, hasAssets: true }],
    [{ '0xa': { atomic: { status: 'supported' } } }, { isAtomic: false, hasAssets: false }],
    ['nonsense', { isAtomic: false, hasAssets: false }],
    [{ '0x1': null }, { isAtomic: false, hasAssets: false }],
  ])('%j', (answer, expected) => {
    expect(readCapabilities(answer, '0x1')).toEqual(expected)
  })
})

describe('fetchPortfolio', () => {
  async function setUp(script: Record<string, unknown>, type: 'ANNOUNCED' | 'WALLET_CONNECT' = 'ANNOUNCED') {
    const provider = scriptedProvider(script)
    const wallet = mockConnector({ type }, { connect: () => mockSession(), provider })
    const kit = createTestKit({ connectors: [wallet] })
    await connect(kit, { connectorId: 'mock' })
    const portfolio = () => {
      const account = accountOf(kit.store.getState())
      return account && kit.store.getState().account.portfolios?.[account.caipAddress]
    }
    return { kit, provider, portfolio }
  }

  test('asks a wallet that offers wallet_getAssets, instead of the service', async () => {
    const { kit, portfolio } = await setUp({
      wallet_getCapabilities: { '0x1': { assetDiscovery: { supported: true } } },
      wallet_getAssets: { '0x1': [coin, token] },
    })
    await fetchPortfolio(kit)
    expect(portfolio()).toMatchObject({ status: 'success', tokens: [{ symbol: 'ETH' }, { symbol: 'USD' }] })
  })

  test('does not wait for a wallet that offers it and does not answer', async () => {
    const { kit, portfolio } = await setUp({
      wallet_getCapabilities: { '0x1': { assetDiscovery: { supported: true } } },
      wallet_getAssets: () => new Promise(() => {}),
    })
    const asked = fetchPortfolio(kit)
    await kit.clock.advance(4_000)
    await asked
    expect(portfolio()?.status).toBe('unserved')
  })

  test('is unserved if neither the wallet nor the service answers', async () => {
    const { kit, portfolio } = await setUp({})
    expect(await fetchPortfolio(kit)).toEqual([])
    expect(portfolio()).toEqual({ status: 'unserved', tokens: [] })
  })

  test('does not bring the app of a wallet on another device to the front', async () => {
    const { kit, provider } = await setUp({}, 'WALLET_CONNECT')
    await fetchPortfolio(kit)
    expect(provider.requests).toEqual([])
  })
})
