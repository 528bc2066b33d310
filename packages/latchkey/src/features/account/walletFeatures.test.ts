import { expect, test } from 'vitest'
import type { Features } from '../../core/Config.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { switchNetwork } from '../network/switchNetwork.js'
import { walletFeatures } from './walletFeatures.js'

const transfers = () => Promise.reject(new Error('not asked here'))
const solana = mockNetwork(0, { id: 'main', chainNamespace: 'solana' })

function setUp(features?: Features) {
  return createTestKit({
    features,
    networks: [mockNetwork(1), solana],
    adapters: [{ ...mockAdapter(), transfers }, mockAdapter({ namespace: 'solana' })],
  })
}

test('sending comes before receiving, unless walletFeaturesOrder says otherwise', () => {
  expect(walletFeatures(setUp())).toEqual(['send', 'receive'])
  expect(walletFeatures(setUp({ walletFeaturesOrder: ['receive', 'send'] }))).toEqual(['receive', 'send'])
  expect(walletFeatures(setUp({ walletFeaturesOrder: ['onramp', 'receive'] }))).toEqual(['receive', 'send'])
})

test('features.send: false takes sending away', () => {
  expect(walletFeatures(setUp({ send: false }))).toEqual(['receive'])
})

test('features.receive: false takes receiving away', () => {
  expect(walletFeatures(setUp({ receive: false }))).toEqual(['send'])
})

test('a feature that the chain family in use does not support is not offered', async () => {
  const kit = setUp()
  await switchNetwork(kit, { networkId: 'solana:main' })
  expect(walletFeatures(kit)).toEqual(['receive'])
})
