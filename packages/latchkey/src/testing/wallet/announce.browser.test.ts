import { test as base, expect } from 'vitest'
import { eip155 } from '../../adapters/eip155/eip155.js'
import { accountOf } from '../../features/account/state.js'
import { connect } from '../../features/connection/connect.js'
import { createTestKit } from '../createTestKit.js'
import { mockNetwork } from '../mockNetwork.js'
import { walletFixtures } from '../vitest/walletFixtures.js'

const networks = [mockNetwork(1)]
const test = base.extend(walletFixtures({ networks }))

test('a kit finds the wallet by its announcement, and connects', async ({ wallet }) => {
  const kit = createTestKit({ networks: [mockNetwork(1)], adapters: [eip155()] })
  const stop = kit.start()
  await connect(kit, { connectorId: wallet.info.rdns })
  expect(accountOf(kit.store.getState())?.address).toBe(wallet.address)
  stop()
})

test('a kit says that the wallet declined', async ({ wallet }) => {
  wallet.behave('reject')
  const kit = createTestKit({ networks: [mockNetwork(1)], adapters: [eip155()] })
  const stop = kit.start()
  await expect(connect(kit, { connectorId: wallet.info.rdns })).rejects.toMatchObject({
    code: 'CONNECTION_DECLINED',
  })
  stop()
})
