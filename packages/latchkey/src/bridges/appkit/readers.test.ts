import { expect, test } from 'vitest'
import { connect } from '../../features/connection/connect.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import type { Snapshot } from './Instance.js'
import { readAccount, readConnections } from './readers.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('each account has what its wallet tells of it, else the usual kind', async () => {
  const { namespaces } = mockSession([alice, bob])
  const facts = { address: bob, type: 'smartAccount', publicKey: '0x02', path: "m/44'/60'/0'/0/1" }
  const session = { namespaces: { eip155: { ...namespaces.eip155, accounts: [facts] } } }
  const wallet = mockConnector({}, { connect: () => session as ReturnType<typeof mockSession> })
  const kit = createTestKit({ connectors: [wallet] })
  await connect(kit, { connectorId: 'mock' })
  const snapshot = { state: kit.store.getState(), extra: { isReady: true } } as Snapshot
  const accounts = [
    { namespace: 'eip155', address: alice, type: 'eoa' },
    { namespace: 'eip155', ...facts },
  ]
  expect(readAccount(snapshot).allAccounts).toEqual(accounts)
  expect(readConnections(snapshot)[0]?.accounts).toEqual(accounts)
})
