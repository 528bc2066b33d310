import { describe, expect, test } from 'vitest'
import type { ConnectorType } from '../../core/connector.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { type Script, scriptedProvider } from '../../testing/scriptedProvider.js'
import { connect } from '../connection/connect.js'
import { capabilitiesOf } from './capabilitiesOf.js'
import { type Account, accountOf } from './state.js'

const able = { '0x1': { atomic: { status: 'supported' }, assetDiscovery: { supported: true } } }
const none = { isAtomic: false, hasAssets: false }

async function setUp(script: Script, type: ConnectorType = 'ANNOUNCED') {
  const provider = scriptedProvider(script)
  const wallet = mockConnector({ type }, { connect: () => mockSession(), provider })
  const kit = createTestKit({ connectors: [wallet] })
  await connect(kit, { connectorId: 'mock' })
  const account = accountOf(kit.store.getState()) as Account
  return { kit, provider, account, wallet, ask: () => capabilitiesOf(kit, account) }
}

describe('capabilitiesOf', () => {
  test('asks the wallet of the account on its chain', async () => {
    const { ask, provider, account } = await setUp({ wallet_getCapabilities: able })
    expect(await ask()).toEqual({ isAtomic: true, hasAssets: true })
    expect(provider.requests).toEqual([
      { method: 'wallet_getCapabilities', params: [account.address, ['0x1']] },
    ])
  })

  test('caches the answer for 5 min', async () => {
    const { kit, ask, provider } = await setUp({ wallet_getCapabilities: able })
    await Promise.all([ask(), ask()])
    await kit.clock.advance(299_999)
    await ask()
    expect(provider.requests).toHaveLength(1)
    await kit.clock.advance(1)
    await ask()
    expect(provider.requests).toHaveLength(2)
  })

  test('a wallet that does not answer within 2 s has no capabilities', async () => {
    const { kit, ask } = await setUp({ wallet_getCapabilities: () => new Promise(() => {}) })
    let told: unknown
    const asked = ask().then((capabilities) => {
      told = capabilities
    })
    await kit.clock.advance(1_999)
    expect(told).toBeUndefined()
    await kit.clock.advance(1)
    await asked
    expect(told).toEqual(none)
  })

  test.each<[string, Script]>([
    ['does not know the question', {}],
    [
      'fails',
      {
        wallet_getCapabilities: () => {
          throw new Error('no')
        },
      },
    ],
    ['answers nonsense', { wallet_getCapabilities: '<html>' }],
  ])('a wallet that %s has no capabilities', async (_, script) => {
    const { ask } = await setUp(script)
    expect(await ask()).toEqual(none)
  })

  test('a wallet on another device is not asked: its app would come to the front', async () => {
    const { ask, provider } = await setUp({ wallet_getCapabilities: able }, 'WALLET_CONNECT')
    expect(await ask()).toEqual(none)
    expect(provider.requests).toEqual([])
  })

  test('asks only wallets of the EVM family', async () => {
    const { kit, provider, account } = await setUp({ wallet_getCapabilities: able })
    expect(await capabilitiesOf(kit, { ...account, namespace: 'solana' })).toEqual(none)
    expect(provider.requests).toEqual([])
  })
})
