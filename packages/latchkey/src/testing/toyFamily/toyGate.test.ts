import { afterEach, expect, test, vi } from 'vitest'
import type { Adapter } from '../../core/adapter.js'
import type { Config } from '../../core/Config.js'
import { connect } from '../../features/connection/connect.js'
import { getProvider } from '../../features/intent/getProvider.js'
import { signMessage } from '../../features/intent/signMessage.js'
import { explorerLink } from '../../react/explorerLink.js'
import { toyFamily } from './toyFamily.js'
import { toyPages } from './toyPages.js'
import type { ToyProvider } from './toyProvider.js'
import { toySignature } from './toySignature.js'

const stops: (() => void)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  await vi.dynamicImportSettled()
  vi.restoreAllMocks()
})

/** A page connected with `Ada`, whose adapter is the toy family's with the given overrides. */
async function setUp(more: Partial<Adapter> = {}, config: Partial<Omit<Config, 'clock'>> = {}) {
  const { ledger, open } = toyPages()
  const kit = open(config)
  stops.push(kit.start())
  await connect(kit, { connectorId: 'toy' })
  kit.adapters.set('toy', { ...toyFamily({ ledger }), ...more })
  const provider = async () => (await getProvider(kit, { namespace: 'toy' })) as ToyProvider
  const openIntents = () => kit.store.getState().intent?.open.map(({ intent }) => intent) ?? []
  return { kit, ledger, provider, openIntents }
}

test('what an app asks its provider for goes through the gate, and shows while it is open', async () => {
  const { ledger, provider, openIntents } = await setUp()
  const app = await provider()
  expect(await app.whoAmI()).toEqual(['Ada', 'ada'])
  let shown: unknown
  const move = ledger.move
  const spy = vi.fn((...moved: Parameters<typeof move>) => {
    shown = openIntents().map(({ kind, account, networkId }) => [kind, account, networkId])
    return move(...moved)
  })
  Object.assign(ledger, { move: spy })
  await app.pay('toy:one', 'Ada', 'Grace', 5n)
  expect(shown).toEqual([['request', 'Ada', 'toy:one']])
  expect(openIntents()).toEqual([])
})

test.each([
  ['somebody else’s account', 'toy:one', 'Eve', 4100],
  ['another chain', 'toy:two', 'Ada', 4901],
] as const)('a payment from %s is not asked for', async (_, networkId, from, code) => {
  const { ledger, provider } = await setUp()
  const paid = (await provider()).pay(networkId, from, 'Grace', 5n)
  await expect(paid).rejects.toMatchObject({ code })
  expect(ledger.moved(networkId)).toEqual([])
})

test('a wallet that went to another chain without an event is asked for nothing by an app', async () => {
  const { ledger, provider } = await setUp({
    walletState: async () => ({ networkId: 'toy:two', addresses: ['Ada'] }),
  })
  const paid = (await provider()).pay('toy:one', 'Ada', 'Grace', 5n)
  await expect(paid).rejects.toMatchObject({ code: 4901 })
  expect(ledger.moved('toy:one')).toEqual([])
})

test('an app gets no provider that nobody can guard', async () => {
  const { provider } = await setUp({ guardProvider: undefined } as unknown as Partial<Adapter>)
  await expect(provider()).rejects.toMatchObject({ code: 'PROVIDER_NOT_FOUND' })
})

test('the wallet is read again before it signs, also where the family does not send', async () => {
  const elsewhere = { networkId: 'toy:one', addresses: ['Eve'] } as const
  const { kit } = await setUp({ transfers: undefined, walletState: async () => elsewhere })
  await expect(signMessage(kit, { message: 'hello' })).rejects.toMatchObject({
    code: 'WALLET_ACCOUNT_DIFFERS',
  })
  const { kit: there } = await setUp({ transfers: undefined })
  expect(await signMessage(there, { message: 'hello' })).toBe(
    toySignature({ address: 'Ada', type: 'spending' }, 'hello'),
  )
})

test('its nodes answer over sockets alone, and its explorers have pages of their own', async () => {
  const { kit } = await setUp()
  const [network] = kit.config.networks
  expect(network.rpcUrls.default).toEqual({ http: [], webSocket: ['wss://toy.invalid'] })
  const explored = { ...network, blockExplorers: { default: { name: 'Toys', url: 'https://toys.example' } } }
  expect(explorerLink(kit, explored, { tx: 'move-1' })).toBe('https://toys.example/moves/move-1')
  expect(explorerLink(kit, explored, { address: 'Ada' })).toBeUndefined()
})
