import { describe, expect, test } from 'vitest'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { connect } from '../connection/connect.js'
import { walletNameOf } from '../connection/walletNameOf.js'
import { getProvider } from './getProvider.js'

describe('getProvider', () => {
  test('asks the connected wallet', async () => {
    const provider = { request: async () => '0x5' }
    const wallet = mockConnector({}, { connect: () => mockSession(), provider })
    const kit = createTestKit({ connectors: [wallet] })
    await connect(kit, { connectorId: 'mock' })
    const given = (await getProvider(kit, { namespace: 'eip155' })) as typeof provider & {
      request(asked: object): Promise<unknown>
    }
    expect(await given.request({ method: 'eth_getBalance' })).toBe('0x5')
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
