import { expect, test } from 'vitest'
import { connect } from '../../features/connection/connect.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { embeddedKit } from '../../testing/frame/embeddedKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { readAccountType } from './embedded.js'
import type { Snapshot } from './Instance.js'
import { readAccount, readConnections, readWalletInfo } from './readers.js'

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

test('an account of the embedded wallet says who logged in, and as what it acts', async () => {
  const { kit } = embeddedKit({}, { defaultAccountTypes: { solana: 'eoa' } })
  expect([readAccountType(kit), readAccountType(kit, 'solana')]).toEqual([undefined, 'eoa'])
  await connect(kit, { connectorId: 'latchkey.embedded' })
  const snapshot = { state: kit.store.getState(), extra: { isReady: true } } as Snapshot
  expect(readAccount(snapshot).embeddedWalletInfo).toEqual({
    user: { email: 'alice@tidepool.example', username: undefined },
    authProvider: 'email',
    accountType: 'eoa',
    isSmartAccountDeployed: false,
  })
  expect(readWalletInfo(snapshot)).toMatchObject({ type: 'AUTH', identifier: 'alice@tidepool.example' })
  expect(readAccountType(kit)).toBe('eoa')
})

test('an account of another wallet has nothing of the embedded wallet, though somebody is logged in', async () => {
  const wallet = mockConnector({}, { connect: () => mockSession([bob]) })
  const { kit } = embeddedKit({}, { connectors: [wallet] })
  await connect(kit, { connectorId: 'latchkey.embedded' })
  const { embedded } = kit.store.getState()
  await connect(kit, { connectorId: 'mock' })
  const state = { ...kit.store.getState(), embedded }
  const snapshot = { state, extra: { isReady: true } } as Snapshot
  expect(readAccount(snapshot)).toMatchObject({ address: bob, embeddedWalletInfo: undefined })
  expect(readWalletInfo(snapshot)).not.toHaveProperty('identifier')
})
