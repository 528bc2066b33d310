import { expect, test } from 'vitest'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { connect } from '../connection/connect.js'
import { accountOf } from './state.js'
import { accountsOf, switchAccount } from './switchAccount.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

async function setUp() {
  const wallet = mockConnector({}, { connect: () => mockSession([alice, bob]) })
  const kit = createTestKit({ connectors: [wallet] })
  await connect(kit, { connectorId: 'mock' })
  return { kit, wallet, state: () => kit.store.getState() }
}

test('lists the accounts that a wallet has granted, the one in use first', async () => {
  const { state } = await setUp()
  expect(accountsOf(state()).map(({ address }) => address)).toEqual([alice, bob])
})

test('switches to another account without a request to the wallet', async () => {
  const { kit, wallet, state } = await setUp()
  const asked = wallet.calls.length
  await switchAccount(kit, { account: { namespace: 'eip155', address: bob } })
  expect(accountOf(state())).toMatchObject({ address: bob, addresses: [bob, alice] })
  expect(wallet.calls).toHaveLength(asked)
})

test('error: NOT_CONNECTED for an account that no wallet has granted', async () => {
  const { kit, state } = await setUp()
  const account = { namespace: 'eip155', address: '0x1111111111111111111111111111111111111111' } as const
  await expect(switchAccount(kit, { account })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  expect(accountOf(state())?.address).toBe(alice)
})
