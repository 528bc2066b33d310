import { describe, expect, test } from 'vitest'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { connect } from './connect.js'
import { getProvider } from './getProvider.js'
import { walletNameOf } from './walletNameOf.js'

describe('getProvider', () => {
  test('is the connected wallet’s own', async () => {
    const provider = { request: async () => null }
    const wallet = mockConnector({}, { connect: () => mockSession(), provider })
    const kit = createTestKit({ connectors: [wallet] })
    await connect(kit, { connectorId: 'mock' })
    expect(await getProvider(kit, { namespace: 'eip155' })).toBe(provider)
  })

  test('nobody connected: NOT_CONNECTED', async () => {
    const kit = createTestKit({ connectors: [mockConnector({})] })
    await expect(getProvider(kit, { namespace: 'eip155' })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })

  test('a wallet that is gone from the page: PROVIDER_NOT_FOUND', async () => {
    const kit = createTestKit({ connectors: [mockConnector({}, { connect: () => mockSession() })] })
    await connect(kit, { connectorId: 'mock' })
    kit.connectors.delete('mock')
    await expect(getProvider(kit, { namespace: 'eip155' })).rejects.toMatchObject({
      code: 'PROVIDER_NOT_FOUND',
    })
  })
})

describe('walletNameOf', () => {
  test.each([
    [
      'the wallet behind a connector that stands for many',
      { wallet: { name: 'Phone wallet' } },
      'Phone wallet',
    ],
    ['else the connector’s', {}, 'Mock Wallet'],
  ])('%s', async (_, more, name) => {
    const wallet = mockConnector({}, { connect: () => ({ ...mockSession(), ...more }) })
    const kit = createTestKit({ connectors: [wallet] })
    await connect(kit, { connectorId: 'mock' })
    expect(walletNameOf(kit.store.getState(), 'mock')).toBe(name)
  })

  test('nothing for one that is not known', () => {
    expect(walletNameOf(createTestKit().store.getState(), 'nobody')).toBe('')
  })
})
