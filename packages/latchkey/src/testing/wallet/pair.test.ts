import { afterEach, expect, test } from 'vitest'
import { asked, createWorld } from '../../../../sign-client/src/testing/clients.js'
import { mockNetwork } from '../mockNetwork.js'
import { scriptedRemoteWallet } from './scriptedRemoteWallet.js'

let world = createWorld()
const wallets: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const wallet of wallets.splice(0)) await wallet.close()
  await world.close()
  world = createWorld()
})

async function setUp() {
  const { clock } = world
  const { url: relayUrl, webSocket } = world.relay
  const wallet = await scriptedRemoteWallet({ networks: [mockNetwork(1)], relayUrl, webSocket, clock })
  wallets.push(wallet)
  return { wallet, app: world.app().connect({ namespaces: asked }) }
}

test('pairing ends when the wallet has the app’s question', async () => {
  const { wallet, app } = await setUp()
  await wallet.pair(app.uri)
  expect(wallet.requests).toMatchObject([{ method: 'wc_sessionPropose' }])
  expect((await app.approval).namespaces).toMatchObject({ eip155: { chains: ['eip155:1'] } })
})

test('error: a relay that refuses the wallet says why, each time', async () => {
  const { wallet, app } = await setUp()
  app.approval.catch(() => {})
  world.relay.faults.refusal = 'Project not found'
  for (let count = 0; count < 2; count++)
    await expect(wallet.pair(app.uri)).rejects.toMatchObject({
      ...{ code: 'RELAY_REFUSED', details: 'Project not found' },
    })
})

test('error: a relay that refuses what the wallet wants to hear says why', async () => {
  const { wallet, app } = await setUp()
  world.relay.faults.errors.irn_subscribe = { code: -32000, message: 'SubscriberLimitExceeded' }
  await expect(wallet.pair(app.uri)).rejects.toMatchObject({
    ...{ code: 'RELAY_ERROR', details: 'SubscriberLimitExceeded' },
  })
})

test('a relay that is away is not waited for', async () => {
  const { wallet, app } = await setUp()
  world.relay.faults.isDown = true
  await wallet.pair(app.uri)
  expect(wallet.requests).toEqual([])
})

test('a link that nobody asks anything under is open all the same', async () => {
  const { wallet, app } = await setUp()
  app.cancel()
  await expect(wallet.pair(app.uri)).resolves.toBeUndefined()
})

test('a wallet that is closed meanwhile waits for nothing', async () => {
  const { wallet, app } = await setUp()
  world.relay.faults.isSilent = true
  const pairing = wallet.pair(app.uri)
  await wallet.close()
  // It may have been closed before it knew the link.
  await pairing.catch((error) => expect(error).toMatchObject({ code: 'CLIENT_CLOSED' }))
})
