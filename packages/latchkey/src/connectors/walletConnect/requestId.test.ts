import type { SignClient } from '@latchkey/sign-client'
import { expect, test } from 'vitest'
import { createWorld } from '../../../../sign-client/src/testing/clients.js'
import { walletProtocol } from '../../adapters/eip155/walletProtocol.js'
import type { ConnectorEvent } from '../../core/connector.js'
import { createEmitter } from '../../core/emitter.js'
import type { WalletProtocol } from '../../core/walletProtocol.js'
import { toNetwork } from '../../protocol/entities/Network.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { provideSession } from './provideSession.js'
import type { SessionInUse } from './sessionInUse.js'
import type { WalletConnectContext } from './WalletConnectContext.js'
import { walletConnect } from './walletConnect.js'

const networks = [1].flatMap((id) => toNetwork(mockNetwork(id)) ?? [])
const namespaces = { eip155: { networkId: 'eip155:1', addresses: ['0x1'], approvedNetworkIds: 'all' } }

/** The objects to ask a wallet with; the client gives its requests the ids 1, 2 and so on. */
function open(protocol: Partial<WalletProtocol>) {
  let last = 0
  const client = {
    request: async ({ onAsked }: Parameters<SignClient['request']>[0]) => {
      last++
      onAsked?.({ id: last })
      return last
    },
  } as unknown as SignClient
  const sessionInUse = {
    session: () => ({ topic: 't' }),
    read: () => ({ namespaces }),
    accounts: () => [],
  } as unknown as SessionInUse
  return provideSession({
    client,
    sessionInUse,
    clock: createTestClock(),
    events: createEmitter<ConnectorEvent>(),
    networks: () => networks,
    switchNetwork: async () => {},
    protocolOf: () => ({ methods: [], events: [], ...protocol }),
    onRequest: () => {},
  })
}

type Asking = { request(asked: { readonly method: string }): Promise<unknown> }

test.each([
  ['an EIP-1193 provider', { isEip1193: true }],
  ['the object of a family without such providers', {}],
])("%s tells the ids of its own requests, and not of the app's", async (_, protocol) => {
  const provide = open(protocol)
  const ids: number[] = []
  const app = provide('eip155') as Asking
  const own = provide('eip155', ({ id }) => ids.push(id)) as Asking
  await app.request({ method: 'eth_sendTransaction' })
  await own.request({ method: 'eth_sendTransaction' })
  await app.request({ method: 'eth_sendTransaction' })
  expect(ids).toEqual([2])
})

test('the connector itself passes that on, from the loading of its code to the client', async () => {
  const world = createWorld()
  const { app: client } = await world.connected()
  const kit = createTestKit({ adapters: [mockAdapter()], networks: [mockNetwork(1)] })
  const connector = walletConnect(
    { ...kit, client } as WalletConnectContext,
    async () => () => walletProtocol,
  )
  await connector.restore({ networks, signal: new AbortController().signal })
  const ids: number[] = []
  const provider = await connector.getProvider('eip155', ({ id }) => ids.push(id))
  const answer = (provider as Asking).request({ method: 'personal_sign' })
  expect(await answer).toBe('0x51')
  expect(ids).toEqual([expect.any(Number)])
  await world.close()
})
