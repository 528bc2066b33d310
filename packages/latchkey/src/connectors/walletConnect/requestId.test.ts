import type { SignClient } from '@latchkey/sign-client'
import { expect, test } from 'vitest'
import type { ConnectorEvent } from '../../core/connector.js'
import { createEmitter } from '../../core/emitter.js'
import type { WalletProtocol } from '../../core/walletProtocol.js'
import { toNetwork } from '../../protocol/entities/Network.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { provideSession } from './provideSession.js'
import type { SessionInUse } from './sessionInUse.js'

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
