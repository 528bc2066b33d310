import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Connector } from '../../core/connector.js'
import { defineNetwork } from '../../networks/defineNetwork.js'
import { adapterConformance } from '../../testing/conformance/adapterConformance.js'
import { connectorConformance } from '../../testing/conformance/connectorConformance.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { scriptedPolkadotWallet } from '../../testing/polkadot/scriptedPolkadotWallet.js'
import { fakeExtension } from '../../testing/wallet/fakeExtension.js'
import { createExtensionConnector } from './createExtensionConnector.js'
import { polkadot } from './polkadot.js'
import type { PolkadotProvider } from './provider.js'
import { readExtension } from './readExtension.js'

const alice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const aliceOnPolkadot = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
const aliceOnKusama = 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F'
const bob = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'

const networkOf = (id: string) =>
  defineNetwork({
    id,
    namespace: 'polkadot',
    name: id.slice(0, 4),
    nativeCurrency: { name: 'DOT', symbol: 'DOT', decimals: 10 },
    rpcUrl: 'https://node.invalid',
  })
const relay = networkOf('91b171bb158e2d3848fa23a9f1c25182')
const hub = networkOf('68d56f15f85d3136970ec16946040bc1')
const kusama = networkOf('b0a8d493285c2df73290dfb7e61f870f')
const asked = () => ({ networks: [relay, hub], signal: new AbortController().signal })

/** A connector to a fake wallet; its user approves what she asked for. */
function setUp(parameters: fakeExtension.Parameters = {}) {
  const wallet = fakeExtension({
    accounts: [{ address: alice, type: 'sr25519' }, { address: bob }],
    ...parameters,
  })
  const extension = readExtension({ talisman: wallet.entry }, 'talisman')
  if (extension === undefined) throw new Error('no wallet')
  const connector = createExtensionConnector({ extension, prefixes: {} })
  const events: unknown[] = []
  connector.subscribe((event) => events.push(event))
  return { wallet, connector, events }
}

describe('connector of an injected wallet', () => {
  const open = (): Connector => {
    const { wallet, connector } = setUp({ isApproving: false })
    return {
      ...connector,
      connect(parameters) {
        wallet.approve()
        return connector.connect(parameters)
      },
    }
  }
  // A wallet of the family knows no networks: those of other families alone are refused.
  const strange = defineNetwork({ ...relay, id: 'one', namespace: 'toy', rpcUrl: 'https://toy.invalid' })
  for (const { name, run } of connectorConformance({ open, networks: [relay, hub], strange })) test(name, run)
})

describe('adapter', () => {
  const wallet = {
    open() {
      let prompts = 0
      const sign = async (raw: never) => {
        prompts++
        const { entry } = await scriptedPolkadotWallet({ path: '//Alice', isGranted: true })
        return (await entry.enable('Test')).signer.signRaw(raw)
      }
      const granted = async () => ({ networkId: relay.caipNetworkId, addresses: [aliceOnPolkadot] })
      return { provider: { signer: { signRaw: sign, signPayload: sign }, granted }, asked: () => prompts }
    },
    approve: (provider: unknown) =>
      (provider as PolkadotProvider).signer.signRaw({
        address: aliceOnPolkadot,
        data: '0x00',
        type: 'bytes',
      }),
  }
  const others = ['Ada', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', `${alice}x`, alice.toLowerCase()]
  for (const { name, run } of adapterConformance({
    adapter: polkadot(),
    addresses: [alice, bob],
    others,
    wallet,
  }))
    test(name, run)
})

test('accounts have their kinds, and are written for the network in use', async () => {
  const { connector, events } = setUp({
    accounts: [
      { address: alice, type: 'ecdsa' },
      { address: bob },
      { address: aliceOnKusama, type: 'sr25519' },
    ],
  })
  const { namespaces } = await connector.connect(asked())
  expect(namespaces.polkadot?.accounts).toEqual([
    { address: aliceOnPolkadot, type: 'ecdsa' },
    { address: expect.stringMatching(/^1/), type: 'sr25519' },
  ])
  await connector.switchNetwork(kusama)
  expect(events).toHaveLength(1)
  expect(events[0]).toMatchObject({
    session: {
      namespaces: {
        polkadot: { networkId: kusama.caipNetworkId, addresses: [aliceOnKusama, expect.any(String)] },
      },
    },
  })
})

test('an account that the wallet keeps for one chain is offered on no other', async () => {
  const genesisHash = `0x${hub.id}${'0'.repeat(32)}`
  const { connector } = setUp({ accounts: [{ address: alice }, { address: bob, genesisHash }] })
  const { namespaces } = await connector.connect(asked())
  expect(namespaces.polkadot?.addresses).toEqual([aliceOnPolkadot])
  const only = setUp({ accounts: [{ address: bob, genesisHash }] })
  await expect(only.connector.connect(asked())).rejects.toMatchObject({ code: 'NO_ACCOUNTS_FOUND' })
})

test.each([
  ['no list', { address: alice }],
  ['nothing', undefined],
  [
    'accounts of other formats',
    [{ address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', type: 'ethereum' }],
  ],
  ['broken addresses', [{ address: `${alice}x` }, { address: 5 }, null, 'x']],
])('a wallet that lists %s has no accounts', async (_, accounts) => {
  const { connector } = setUp({ accounts })
  await expect(connector.connect(asked())).rejects.toMatchObject({ code: 'NO_ACCOUNTS_FOUND' })
})

test('what is unsound beside good accounts is left out', async () => {
  const { connector } = setUp({
    accounts: [{ address: 'x' }, { address: alice, type: 'rsa', genesisHash: 5 }, alice],
  })
  const { namespaces } = await connector.connect(asked())
  // The chain tells which signatures are of a key of that kind.
  expect(namespaces.polkadot?.accounts).toEqual([{ address: aliceOnPolkadot, type: 'unknown' }])
})

test('the wallet’s changes of accounts are told; without accounts it has disconnected', async () => {
  const { wallet, connector, events } = setUp()
  await connector.connect(asked())
  wallet.setAccounts([{ address: bob }])
  await vi.waitFor(() => expect(events).toHaveLength(1))
  expect(events[0]).toMatchObject({ type: 'session' })
  wallet.setAccounts([])
  await vi.waitFor(() => expect(events).toHaveLength(2))
  expect(events[1]).toEqual({ type: 'disconnect' })
  await expect(
    connector.getProvider('polkadot').then((one) => (one as PolkadotProvider).granted()),
  ).rejects.toThrow()
})

test('two callers share one prompt', async () => {
  const { wallet, connector } = setUp()
  await Promise.all([connector.connect(asked()), connector.connect(asked())])
  expect(wallet.prompts()).toBe(1)
})

test.each([
  ['Rejected by the user', 'CONNECTION_DECLINED'],
  ['The source https://app.example is not allowed to interact with this extension', 'CONNECTION_DECLINED'],
  ['it broke', 'CONNECT_FAILED'],
])('a wallet that says “%s” does not connect: %s', async (words, code) => {
  const { connector } = setUp({ refusal: words })
  await expect(connector.connect(asked())).rejects.toMatchObject({ code })
})

describe('the page’s wallets', () => {
  afterEach(() => vi.unstubAllGlobals())

  function discover(injectedWeb3: unknown) {
    const clock = createTestClock()
    vi.stubGlobal('window', { injectedWeb3 })
    const seen: string[][] = []
    let infos: readonly Connector['info'][] = []
    const context = { clock, isAnnouncedEnabled: true, isInjectedEnabled: true }
    const stop = polkadot().discover(context, (all) => {
      infos = all.map(({ info }) => info)
      seen.push(infos.map(({ name }) => name))
    })
    return { clock, seen, stop, infos: () => infos }
  }
  const { entry } = fakeExtension({})

  test('are found at once, and later ones too', async () => {
    const injected: { [key: string]: unknown } = { talisman: entry }
    const { clock, seen, stop } = discover(injected)
    expect(seen).toEqual([['Talisman']])
    injected['my-wallet'] = entry
    await clock.advance(200)
    expect(seen.at(-1)).toEqual(['Talisman', 'my-wallet'])
    stop()
    injected.third = entry
    await clock.advance(60_000)
    expect(seen).toHaveLength(2)
  })

  test('are told apart by their keys where their names look alike', async () => {
    const injected: { [key: string]: unknown } = { talisman: entry, 'subwallet-js': entry }
    const { clock, infos } = discover(injected)
    expect(infos().map(({ isAmbiguous }) => isAmbiguous)).toEqual([undefined, undefined])
    injected.Talisman = entry
    injected['Ta1isman '] = entry
    await clock.advance(200)
    const alike = { isAmbiguous: true, sameName: 3 }
    expect(infos()).toMatchObject([
      { id: 'injectedWeb3:talisman', ...alike },
      { id: 'injectedWeb3:subwallet-js', name: 'SubWallet' },
      { id: 'injectedWeb3:Talisman', ...alike },
      { id: 'injectedWeb3:Ta1isman ', ...alike },
    ])
    expect(infos()[1]?.isAmbiguous).toBeUndefined()
  })

  test('are none where nothing sound is there', () => {
    const hostile = Object.defineProperties(
      { a: 1, b: null, c: {}, d: { enable: 'yes' }, ['e'.repeat(65)]: entry, '<img>': entry, '‮': entry },
      {
        getter: {
          enumerable: true,
          get() {
            throw new Error('no')
          },
        },
      },
    )
    expect(discover(hostile).seen).toEqual([[]])
    for (const none of [undefined, null, 5, 'x']) expect(discover(none).seen).toEqual([[]])
  })

  test('are a hundred at most, and the first stay', async () => {
    const injected = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`wallet ${index}`, entry]),
    )
    const { seen, clock } = discover(injected)
    expect(seen[0]).toHaveLength(100)
    injected.late = entry
    await clock.advance(60_000)
    expect(seen).toHaveLength(1)
  })
})
