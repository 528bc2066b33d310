import { expect, test } from 'vitest'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector } from '../../testing/mockConnector.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { updateOptions } from './updateOptions.js'

test('replaces the given options and keeps the others', () => {
  const kit = createTestKit({
    allWallets: 'HIDE',
    features: { receive: false },
    customRpcUrls: { 'eip155:1': [{ url: 'https://own.invalid' }] },
  })
  const { networks, services, relay, storage } = kit.config
  updateOptions(kit, { termsConditionsUrl: 'https://app.example/terms', features: { legalCheckbox: true } })
  expect(kit.store.getState().options).toMatchObject({
    allWallets: 'HIDE',
    termsConditionsUrl: 'https://app.example/terms',
    features: { receive: false, legalCheckbox: true },
  })
  expect([kit.config.networks, kit.config.services, kit.config.relay, kit.config.storage]).toEqual([
    networks,
    services,
    relay,
    storage,
  ])
  expect(kit.config.networks[0].rpcUrls.default.http).toEqual([
    'https://own.invalid',
    ...mockNetwork(1).rpcUrls.default.http,
  ])
  updateOptions(kit, { termsConditionsUrl: undefined, privacyPolicyUrl: 'https://app.example/privacy' })
  expect(kit.store.getState().options.termsConditionsUrl).toBeUndefined()
})

test('throws and changes nothing if the options contradict each other', () => {
  const kit = createTestKit({ excludeWalletIds: ['a'] })
  expect(() => updateOptions(kit, { featuredWalletIds: ['b'], includeWalletIds: ['a'] })).toThrow(
    'Invalid configuration: `includeWalletIds` and `excludeWalletIds` both have a',
  )
  expect(() => updateOptions(kit, { features: { legalCheckbox: true } })).toThrow(
    '`features.legalCheckbox` needs',
  )
  // @ts-expect-error: networks have actions of their own.
  expect(() => updateOptions(kit, { networks: [] })).toThrow('Invalid configuration')
  expect(kit.store.getState().options).toMatchObject({ excludeWalletIds: ['a'] })
  expect(kit.store.getState().options.featuredWalletIds).toBeUndefined()
})

test('empties the wallet lists when the choice of wallets changes', () => {
  const kit = createTestKit()
  const wallet = { id: 'x', name: 'X' }
  kit.store.setState((state) => ({
    ...state,
    wallets: { ...state.wallets, all: { status: 'success', wallets: [wallet], count: 1 } },
  }))
  updateOptions(kit, { debug: false })
  expect(kit.store.getState().wallets.all.wallets).toEqual([wallet])
  updateOptions(kit, { excludeWalletIds: ['x'] })
  expect(kit.store.getState().wallets.all).toMatchObject({ status: 'idle', wallets: [] })
})

test('shows new pictures of connectors at once', () => {
  const kit = createTestKit({ connectors: [mockConnector({})] })
  updateOptions(kit, { connectorImages: { mock: 'https://app.example/mock.svg' } })
  expect(kit.store.getState().connection.connectors[0]?.imageUrl).toBe('https://app.example/mock.svg')
})
