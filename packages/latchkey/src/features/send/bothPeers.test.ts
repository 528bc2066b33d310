import type { WebSocketConstructor } from '@latchkey/sign-client/wallet'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { people } from '../../../../../chains/src/index.js'
import { startChain, type TestChain } from '../../../../../services/src/testing/startChain.js'
import { startTestRelay, type TestRelay } from '../../../../../services/src/testing/startTestRelay.js'
import { WebSocket } from '../../../../../services/src/testing/webSocket.js'
import { eip155 } from '../../adapters/eip155/eip155.js'
import { toAddress } from '../../adapters/eip155/toAddress.js'
import { createInjectedConnector } from '../../connectors/injected/createInjectedConnector.js'
import { systemClock } from '../../core/clock.js'
import type { Connector } from '../../core/connector.js'
import { memoryStorage } from '../../core/storageBackends.js'
import { createKit } from '../../createKit.js'
import { defineNetwork } from '../../networks/defineNetwork.js'
import type { WalletScript } from '../../testing/wallet/createAnswers.js'
import { scriptedRemoteWallet } from '../../testing/wallet/scriptedRemoteWallet.js'
import { scriptedWallet } from '../../testing/wallet/scriptedWallet.js'
import { fetchBalance } from '../account/fetchBalance.js'
import { connect } from '../connection/connect.js'
import type { Kit } from '../Kit.js'
import { openModal } from '../modal/openModal.js'
import { beginSend, setSendAmount, setSendRecipient } from './editSend.js'
import { followSent } from './followSent.js'
import { reviewSend } from './reviewSend.js'
import { sendPlanOf } from './sendPlan.js'
import { submitSend } from './submitSend.js'

// The pipeline with a wallet in this page, and with one behind a relay: whatever the way, a wallet is asked once, and
// what it did is read from the chain.

type Peer = {
  readonly kit: Kit
  readonly wallet: {
    behave(script: WalletScript): void
    settle(answer: 'approve' | 'reject'): void
    readonly pending: readonly string[]
    readonly requests: readonly { readonly method: string }[]
  }
}

let chain: TestChain
let relay: TestRelay
const closings: (() => unknown)[] = []

beforeAll(async () => {
  // Node 20 has none of its own.
  vi.stubGlobal('WebSocket', WebSocket)
  ;[chain, relay] = await Promise.all([startChain(), startTestRelay()])
}, 60_000)
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})
afterAll(async () => {
  await Promise.all([chain.stop(), relay.stop()])
  vi.unstubAllGlobals()
})

const networks = () =>
  [
    defineNetwork({
      id: 31337,
      name: 'Local',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrl: chain.url,
    }),
  ] as const

function kitWith(connectors: readonly Connector[], hasProtocol: boolean): Kit {
  const kit = createKit({
    networks: networks(),
    adapters: [eip155()],
    connectors,
    storage: memoryStorage(),
    services: { relay: relay.services.relayUrl },
    enableWalletConnect: hasProtocol,
  })
  closings.push(kit.start())
  return kit
}

async function inThePage(): Promise<Peer> {
  const wallet = await scriptedWallet({ networks: networks() })
  const connector = createInjectedConnector({
    info: { id: 'wallet', type: 'ANNOUNCED', name: 'Test wallet', namespaces: ['eip155'] },
    provider: wallet.provider,
    toAddress: async (value) => toAddress(value),
    clock: systemClock,
  })
  const kit = kitWith([connector], false)
  await connect(kit, { connectorId: 'wallet' })
  return { kit, wallet }
}

async function behindTheRelay(): Promise<Peer> {
  const wallet = await scriptedRemoteWallet({
    networks: networks(),
    relayUrl: relay.services.relayUrl,
    webSocket: WebSocket as unknown as WebSocketConstructor,
  })
  closings.push(() => wallet.close())
  const kit = kitWith([], true)
  const connected = connect(kit, { connectorId: 'walletConnect' })
  const uri = await vi.waitFor(() => {
    const { pairing } = kit.store.getState().connection
    if (pairing?.uri === undefined) throw new Error('no code yet')
    return pairing.uri
  }, 10_000)
  await wallet.pair(uri)
  await connected
  return { kit, wallet }
}

describe.each([
  ['in the page', inThePage],
  ['behind the relay', behindTheRelay],
])('a wallet %s', (_, meet) => {
  async function reviewed() {
    const { kit, wallet } = await meet()
    await fetchBalance(kit)
    openModal(kit, { view: { name: 'WalletSend' } })
    beginSend(kit)
    setSendAmount(kit, { amount: '0.5' })
    setSendRecipient(kit, { text: `${people.wren}` })
    await vi.waitFor(() => expect(sendPlanOf(kit.store.getState())?.fault).toBeUndefined(), 10_000)
    await reviewSend(kit)
    const before = await sentCount()
    const left = async () => {
      await mined()
      return (await sentCount()) - before
    }
    return { kit, wallet, left }
  }
  const open = (kit: Kit) => kit.store.getState().intent?.open ?? []
  const sendings = (wallet: Peer['wallet']) =>
    wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length
  const sentCount = async (block: 'latest' | 'pending' = 'latest') =>
    Number(await chain.request('eth_getTransactionCount', [people.visitor, block]))
  /** The node answers a transaction before it has mined it. */
  const mined = () =>
    vi.waitFor(async () => expect(await sentCount()).toBe(await sentCount('pending')), 10_000)
  const look = async (kit: Kit) => {
    await mined()
    await followSent(kit)
  }

  test('sends the reviewed transfer', async () => {
    const { kit, wallet, left } = await reviewed()
    const { id } = await submitSend(kit)
    await look(kit)
    expect(kit.store.getState().account.sent).toMatchObject([{ id, status: 'confirmed' }])
    expect([await left(), sendings(wallet), open(kit)]).toEqual([1, 1, []])
  })

  test('declines, and the review stays', async () => {
    const { kit, wallet, left } = await reviewed()
    wallet.behave({ send: 'reject' })
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_REJECTED' })
    expect([await left(), kit.store.getState().intent?.review?.status]).toEqual([0, 'made'])
    expect(open(kit)).toMatchObject([{ status: 'refused' }])
  })

  test.each(['breaks', 'malformed'] as const)('%s after it has sent: found on the chain', async (how) => {
    const { kit, wallet, left } = await reviewed()
    wallet.behave({ send: how })
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'SEND_UNCONFIRMED' })
    expect(open(kit)).toMatchObject([{ status: 'unknown' }])
    await expect(submitSend(kit)).rejects.toThrow()
    await look(kit)
    expect(open(kit)).toEqual([])
    expect(kit.store.getState().account.sent).toHaveLength(1)
    expect([await left(), sendings(wallet)]).toEqual([1, 1])
  })

  test('declines after it has sent: the kit finds the transfer on the chain before it asks again', async () => {
    const { kit, wallet, left } = await reviewed()
    wallet.behave({ send: 'denies' })
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_REJECTED' })
    await mined()
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
    expect(open(kit)).toEqual([])
    await look(kit)
    expect(kit.store.getState().account.sent).toMatchObject([{ status: 'confirmed' }])
    expect([await left(), sendings(wallet)]).toEqual([1, 1])
  })

  test('answers late: until then it gets no second request', async () => {
    const { kit, wallet, left } = await reviewed()
    wallet.behave({ send: 'silent' })
    const sent = submitSend(kit)
    await vi.waitFor(() => expect(wallet.pending).toEqual(['send']), 10_000)
    expect(open(kit)).toMatchObject([{ status: 'asked' }])
    await look(kit)
    expect(open(kit)).toMatchObject([{ status: 'asked' }])
    wallet.settle('approve')
    await sent
    expect([await left(), sendings(wallet), open(kit)]).toEqual([1, 1, []])
  })
})
