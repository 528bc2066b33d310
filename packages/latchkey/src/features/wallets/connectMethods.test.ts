import { expect, test } from 'vitest'
import type { Config } from '../../core/Config.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector } from '../../testing/mockConnector.js'
import { connectMethods } from './connectMethods.js'

function methodsOf(config: Partial<Config>) {
  const kit = createTestKit(config)
  return connectMethods(kit.store.getState(), { isMobile: false })
}

test('puts wallets last if none is installed', () => {
  expect(methodsOf({})).toEqual(['email', 'social', 'wallet'])
  const elsewhere = mockConnector({ type: 'WALLET_CONNECT' })
  expect(methodsOf({ connectors: [elsewhere] })).toEqual(['email', 'social', 'wallet'])
})

test.each(['INJECTED', 'ANNOUNCED'] as const)('puts wallets first if one is %s', (type) => {
  expect(methodsOf({ connectors: [mockConnector({ type })] })).toEqual(['wallet', 'email', 'social'])
})

test('connectMethodsOrder: the host’s order, with methods that it leaves out last', () => {
  const connectors = [mockConnector({ type: 'ANNOUNCED' })]
  expect(methodsOf({ connectors, features: { connectMethodsOrder: ['social', 'wallet'] } })).toEqual([
    'social',
    'wallet',
    'email',
  ])
})

test('leaves out wallets with `enableWallets: false`', () => {
  expect(methodsOf({ enableWallets: false })).toEqual(['email', 'social'])
})
