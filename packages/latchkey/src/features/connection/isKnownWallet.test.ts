import { expect, test } from 'vitest'
import { connectionsItem } from '../../protocol/storageItems.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { update } from '../Kit.js'
import { connect } from './connect.js'
import { isKnownWallet } from './isKnownWallet.js'

test('known are the wallets of the host, those featured, those last used, and those connected now or before', async () => {
  const named = (rdns: string) => ({ id: rdns, name: rdns, rdns })
  const wallet = mockConnector({ id: 'com.connected' }, { connect: () => mockSession() })
  const kit = createTestKit({ connectors: [wallet], customWallets: [named('com.custom')] })
  const all = ['com.custom', 'com.featured', 'com.recent', 'com.connected', 'com.stored', 'com.other']
  const known = () => all.filter((rdns) => isKnownWallet(kit, rdns))
  expect(known()).toEqual(['com.custom'])
  await connect(kit, { connectorId: 'com.connected' })
  update(kit, 'wallets', (wallets) => ({
    ...wallets,
    featured: { ...wallets.featured, wallets: [named('com.featured')] },
    recent: [named('com.recent')],
  }))
  kit.storage.write(connectionsItem, { eip155: { connectorId: 'com.stored' } })
  expect(known()).toEqual(all.slice(0, -1))
})
