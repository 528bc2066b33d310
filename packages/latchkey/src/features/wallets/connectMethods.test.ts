import { expect, test } from 'vitest'
import type { Config } from '../../core/Config.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector } from '../../testing/mockConnector.js'
import { connectMethods } from './connectMethods.js'

function methodsOf(config: Partial<Config>) {
  const kit = createTestKit(config)
  return connectMethods(kit.store.getState(), { isMobile: false })
}

test('wallets come last while the visitor has none in this page', () => {
  expect(methodsOf({})).toEqual(['email', 'social', 'wallet'])
  const elsewhere = mockConnector({ type: 'WALLET_CONNECT' })
  expect(methodsOf({ connectors: [elsewhere] })).toEqual(['email', 'social', 'wallet'])
})

test.each(['INJECTED', 'ANNOUNCED'] as const)('and first where one is %s', (type) => {
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

test('enableWallets: without them the others are left', () => {
  expect(methodsOf({ enableWallets: false })).toEqual(['email', 'social'])
})
