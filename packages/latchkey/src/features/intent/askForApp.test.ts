import { expect, test, vi } from 'vitest'
import { eip155 } from '../../adapters/eip155/eip155.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { type Script, scriptedProvider } from '../../testing/scriptedProvider.js'
import { connect } from '../connection/connect.js'
import { getProvider } from './getProvider.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const carol = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

async function setUp(script: Script) {
  const provider = scriptedProvider({ eth_chainId: '0x1', eth_accounts: [alice], ...script })
  const wallet = mockConnector({}, { connect: () => mockSession([alice]), provider })
  const kit = createTestKit({ connectors: [wallet], adapters: [eip155()] })
  await connect(kit, { connectorId: 'mock' })
  const gate = (await getProvider(kit, { namespace: 'eip155' })) as {
    request(asked: object): Promise<unknown>
  }
  const intent = () => kit.store.getState().intent?.open[0]?.intent
  return { gate, provider, intent }
}

/** A wallet that says its network when the test does. */
function slowChainId() {
  const waiting: (() => void)[] = []
  const ask = () => new Promise((resolve) => void waiting.push(() => resolve('0x1')))
  const isRead = () => vi.waitFor(() => expect(waiting).toHaveLength(1), 10_000)
  return { ask, isRead, answer: () => waiting[0]?.() }
}

test('the wallet gets what the app asked for at first, whatever the app does to its objects meanwhile', async () => {
  const { ask, isRead, answer } = slowChainId()
  const { gate, provider } = await setUp({ eth_chainId: ask, eth_sendTransaction: '0x12' })
  const transaction = { from: alice, to: bob, value: '0x1' }
  const params = [transaction]
  const sending = gate.request({ method: 'eth_sendTransaction', params })
  await isRead()
  transaction.to = carol
  params.push({ ...transaction, to: carol })
  answer()
  await sending
  expect(provider.requests.at(-1)).toEqual({
    method: 'eth_sendTransaction',
    params: [{ from: alice, to: bob, value: '0x1' }],
  })
})

test('the intent holds what is asked, and nobody can change it', async () => {
  let answer = (_: string) => {}
  const { gate, intent } = await setUp({
    eth_sendTransaction: () => new Promise((resolve) => (answer = resolve)),
  })
  const params = [{ from: alice, to: bob, value: '0x1' }]
  const sending = gate.request({ method: 'eth_sendTransaction', params })
  await vi.waitFor(() => expect(intent()).toBeDefined(), 10_000)
  const held = intent() as { readonly params: typeof params }
  expect(held).toMatchObject({ kind: 'request', method: 'eth_sendTransaction', params })
  expect([held, held.params, held.params[0]].every(Object.isFrozen)).toBe(true)
  answer('0x12')
  await sending
})

test('a wallet may write into what it gets', async () => {
  const { gate } = await setUp({
    eth_sendTransaction(params: unknown) {
      const [transaction] = params as [{ gas?: string }]
      transaction.gas = '0x5208'
      return transaction.gas
    },
  })
  const params = [{ from: alice, to: bob }]
  expect(await gate.request({ method: 'eth_sendTransaction', params })).toBe('0x5208')
  expect(params).toEqual([{ from: alice, to: bob }])
})

test.each(['eth_blockNumber', 'personal_sign'])(
  'a request that says another method each time it is read gets no further than the first: %s',
  async (first) => {
    const methods = [first, 'eth_sign', 'eth_sign', 'eth_sign']
    const { gate, provider } = await setUp({ [first]: '0x5', eth_sign: '0x12' })
    const shifting = {
      get method() {
        return methods.shift()
      },
    }
    expect(await gate.request(shifting)).toBe('0x5')
    expect(provider.requests.at(-1)).toEqual({ method: first })
  },
)
