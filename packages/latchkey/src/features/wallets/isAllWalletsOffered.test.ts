import { expect, test } from 'vitest'
import type { Config } from '../../core/Config.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { isAllWalletsOffered } from './isAllWalletsOffered.js'

const offeredOn = (config: Partial<Config>) => {
  const kit = createTestKit({ enableWalletConnect: true, ...config })
  return (['computer', 'phone'] as const).filter((device) =>
    isAllWalletsOffered(kit, { isMobile: device === 'phone' }),
  )
}

test.each([
  [undefined, ['computer', 'phone']],
  ['SHOW', ['computer', 'phone']],
  ['ONLY_MOBILE', ['phone']],
  ['HIDE', []],
] as const)('allWallets: %s is offered on %j', (allWallets, devices) => {
  expect(offeredOn({ allWallets })).toEqual(devices)
})

test.each([
  ['features.allWallets', { features: { allWallets: false } }],
  ['enableWallets', { enableWallets: false }],
  ['enableWalletConnect, for they are reached by it', { enableWalletConnect: false }],
] as const)('not without %s', (_, config) => {
  expect(offeredOn(config)).toEqual([])
})
