import { expect, test } from 'vitest'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { connect } from '../connection/connect.js'
import { type Kit, update } from '../Kit.js'
import { startedWith } from '../startedWith.js'
import { followEnded } from './followEnded.js'

const toldOf = ({ store }: Kit) => store.getState().notify.snackbar?.message
const endedOf = ({ store }: Kit) => store.getState().connection.ended

async function setUp() {
  const wallet = mockConnector({}, { connect: () => mockSession() })
  const kit = createTestKit({ connectors: [wallet] })
  await connect(kit, { connectorId: 'mock' })
  return { kit, wallet }
}

test('an end that came before this code is told once it has loaded', async () => {
  const { kit } = await setUp()
  kit.slots.stop()
  kit.slots.set(startedWith, kit.store.getState())
  update(kit, 'connection', (connection) => ({ ...connection, ended: { wallet: 'Oak' } }))
  expect(toldOf(kit)).toBeUndefined()
  followEnded(kit)
  expect(toldOf(kit)).toEqual({ disconnected: 'Oak', asked: undefined })
})

test('an end that was told is not told again when the kit starts again', async () => {
  const { kit } = await setUp()
  update(kit, 'connection', (connection) => ({ ...connection, ended: { wallet: 'Oak' } }))
  kit.slots.stop()
  update(kit, 'notify', (notify) => ({ ...notify, snackbar: null }))
  kit.slots.set(startedWith, kit.store.getState())
  followEnded(kit)
  expect(toldOf(kit)).toBeUndefined()
})

test('a stopped kit tells nothing', async () => {
  const { kit } = await setUp()
  kit.slots.stop()
  update(kit, 'connection', (connection) => ({ ...connection, ended: { wallet: 'Oak' } }))
  expect(toldOf(kit)).toBeUndefined()
})

test('the state says which connection has ended, until another one is made', async () => {
  const { kit, wallet } = await setUp()
  wallet.emit({ type: 'disconnect' })
  expect(endedOf(kit)).toEqual({ wallet: 'Mock Wallet', asked: undefined, error: undefined })
  await connect(kit, { connectorId: 'mock' })
  expect(endedOf(kit)).toBeUndefined()
})
