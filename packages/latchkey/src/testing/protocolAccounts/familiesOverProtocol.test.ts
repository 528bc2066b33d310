import { base58 } from '@scure/base'
import { afterEach, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../../../../sign-client/src/testing/clients.js'
import { settled } from '../../../../sign-client/src/testing/fakeClock.js'
import { bip122 } from '../../adapters/bip122/bip122.js'
import { eip155 } from '../../adapters/eip155/eip155.js'
import { polkadot } from '../../adapters/polkadot/polkadot.js'
import { solana } from '../../adapters/solana/solana.js'
import { createWalletConnectConnector } from '../../connectors/walletConnect/createWalletConnectConnector.js'
import type { ConnectorEvent } from '../../core/connector.js'
import { createEmitter } from '../../core/emitter.js'
import type { WalletProtocol } from '../../core/walletProtocol.js'
import { createKit } from '../../createKit.js'
import { accountOf } from '../../features/account/state.js'
import { connect } from '../../features/connection/connect.js'
import { disconnect } from '../../features/connection/disconnect.js'
import { registerConnectors } from '../../features/connection/registerConnectors.js'
import { signMessage } from '../../features/intent/signMessage.js'
import { switchNetwork } from '../../features/network/switchNetwork.js'
import { mockConnector } from '../mockConnector.js'
import { mockTabs } from '../mockTabs.js'
import { bitcoinProtocolAccount } from './bitcoinProtocolAccount.js'
import { askedNetworks, type Grant, grantOf } from './grantOf.js'
import type { ProtocolAccount } from './ProtocolAccount.js'
import { polkadotProtocolAccount } from './polkadotProtocolAccount.js'
import { solanaProtocolAccount } from './solanaProtocolAccount.js'

const ids = {
  eip155: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
} as const
const otherChain = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
type Family = 'solana' | 'bip122' | 'polkadot'
const families: readonly Family[] = ['solana', 'bip122', 'polkadot']

const evm: ProtocolAccount = {
  namespace: 'eip155',
  methods: ['personal_sign'],
  addressesOn: () => ['0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'],
  questionOf: () => 'sign',
  perform: async () => `0x${'51'.repeat(65)}`,
}
const accounts = [
  evm,
  solanaProtocolAccount(),
  await bitcoinProtocolAccount(),
  await polkadotProtocolAccount(),
]
const addressOf = (family: keyof typeof ids) =>
  accounts.find(({ namespace }) => namespace === family)?.addressesOn(ids[family])[0] ?? ''

const worlds: World[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

type Request = { readonly method: string; readonly params: unknown; readonly chainId: string }
/** What a wallet answers; `honest` is what it should. */
type Answer = (request: Request, honest: () => Promise<unknown>) => unknown

/** A page with four families, and a wallet on another device. */
async function setUp(
  answer: Answer = (_, honest) => honest(),
  change: (grant: Grant) => Grant = (grant) => grant,
) {
  const world = createWorld()
  worlds.push(world)
  const adapters = [eip155(), solana(), bip122(), polkadot()]
  const protocols = new Map<string, WalletProtocol | undefined>()
  for (const adapter of adapters) protocols.set(adapter.namespace, await adapter.walletProtocol?.())
  const wallet = world.wallet()
  const asked: Request[] = []
  wallet.on('session_proposal', (proposal) => {
    const { namespaces, sessionProperties } = change(grantOf(accounts, askedNetworks(proposal)))
    void wallet.approve({ id: proposal.id, namespaces, sessionProperties })
  })
  wallet.on('session_request', async ({ topic, id, chainId, method, params }) => {
    asked.push({ method, params, chainId })
    const networkId = chainId as (typeof ids)['solana']
    const account = accounts.find(({ namespace }) => chainId.startsWith(`${namespace}:`))
    const honest = async () => account?.perform({ networkId, method, params })
    try {
      await wallet.respond({ topic, id, result: await answer({ method, params, chainId }, honest) })
    } catch (error) {
      const { code = -32000, message } = error as { readonly code?: number; readonly message: string }
      await wallet.respond({ topic, id, error: { code, message } }).catch(() => {})
    }
  })
  await wallet.start()

  const networkOf = (networkId: string) => ({
    id: networkId.slice(networkId.indexOf(':') + 1),
    name: networkId,
    chainNamespace: networkId.slice(0, networkId.indexOf(':')),
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 9 },
    rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
  })
  const kit = createKit({
    networks: [...Object.values(ids), otherChain].map(networkOf) as unknown as Parameters<
      typeof createKit
    >[0]['networks'],
    adapters,
    storage: mockTabs().open(),
    services: {},
    enableWalletConnect: false,
    clock: world.clock,
  })
  const events = createEmitter<ConnectorEvent>()
  const connector = createWalletConnectConnector({
    ...kit,
    events,
    info: {
      id: 'walletConnect',
      type: 'WALLET_CONNECT',
      name: 'WalletConnect',
      namespaces: Object.keys(ids) as never,
    },
    protocolOf: (namespace) => protocols.get(namespace) ?? { methods: [], events: [] },
    client: world.app(),
  })
  registerConnectors(kit, [connector])
  connector.subscribe((event) => {
    if (event.type === 'pairing') void wallet.pair({ uri: event.uri })
  })
  const state = () => kit.store.getState()
  return {
    kit,
    wallet,
    asked,
    state,
    world,
    connect: () => connect(kit, { connectorId: 'walletConnect' }),
    granted: () => wallet.sessions()[0]?.namespaces ?? {},
    /** Replaces what the wallet grants. */
    async update(namespaces: Grant['namespaces']) {
      await wallet.update({ topic: wallet.sessions()[0]?.topic ?? '', namespaces })
      await settled()
    },
    async sign(family: keyof typeof ids, message = 'Hello') {
      await switchNetwork(kit, { networkId: ids[family] })
      return signMessage(kit, { message })
    },
  }
}

describe('one session of several namespaces', () => {
  test('is a connection of each family, and each signs by its own method on its own chain', async () => {
    const { connect, state, asked, sign } = await setUp()
    await connect()
    expect(state().connection.current).toEqual(
      Object.fromEntries(Object.keys(ids).map((family) => [family, 'walletConnect'])),
    )
    for (const family of families) {
      expect(accountOf(state(), family)?.address).toBe(addressOf(family))
      expect(await sign(family)).toMatch(/^\w+/)
      expect(asked.at(-1)?.chainId).toBe(ids[family])
    }
    expect(asked.map(({ method }) => method)).toEqual([
      'solana_signMessage',
      'signMessage',
      'polkadot_signMessage',
    ])
    expect(accountOf(state(), 'bip122')?.facts?.type).toBe('payment')
  })

  test('ends as a whole: the wallet knows one session (spec §4)', async () => {
    const { kit, connect, state, wallet } = await setUp()
    await connect()
    await disconnect(kit, { namespace: 'solana' })
    await settled()
    expect(state().connection.current).toEqual({})
    expect(wallet.sessions()).toEqual([])
  })

  test('ends beside the wallet that another family uses, which stays', async () => {
    const { kit, state } = await setUp(undefined, ({ namespaces: { solana: _, ...namespaces } }) => ({
      namespaces,
    }))
    const address = addressOf('solana')
    const granted = { addresses: [address], networkId: ids.solana, approvedNetworkIds: [ids.solana] } as const
    const inPage = mockConnector(
      { namespaces: ['solana'] },
      { connect: () => ({ namespaces: { solana: granted } }) },
    )
    registerConnectors(kit, [inPage])
    await connect(kit, { connectorId: 'mock' })
    await connect(kit, { connectorId: 'walletConnect' })
    expect(state().connection.current).toMatchObject({ solana: 'mock', bip122: 'walletConnect' })
    await disconnect(kit, { namespace: 'bip122' })
    expect(state().connection.current).toEqual({ solana: 'mock' })
  })
})

const answerOf: { readonly [family in Family]: readonly (readonly [what: string, answer: unknown])[] } = {
  solana: [
    ['a signature that is too short', { signature: base58.encode(new Uint8Array(63).fill(1)) }],
    ['a signature that is too long', { signature: base58.encode(new Uint8Array(65).fill(1)) }],
    ['a signature in hex', { signature: `0x${'51'.repeat(64)}` }],
    ['no object', 'signed'],
  ],
  bip122: [
    ['a signature that is too short', { signature: 'AAAA' }],
    [
      'a signature of another account',
      { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', signature: '51'.repeat(65) },
    ],
    ['no signature', {}],
    ['no encoding', { signature: '%%%' }],
  ],
  polkadot: [
    ['a signature that is too short', { signature: `0x${'51'.repeat(63)}` }],
    ['a signature that is too long', { signature: `0x${'51'.repeat(67)}` }],
    ['no hex', { signature: 'signed' }],
    ['nothing', null],
  ],
}

describe.each(families)('a hostile wallet of %s', (family) => {
  test.each(answerOf[family])('answers %s: that is told, and the next request works', async (_, lie) => {
    let isHonest = false
    const { connect, sign, state } = await setUp((__, honest) => (isHonest ? honest() : lie))
    await connect()
    await expect(sign(family)).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
    expect(state().intent?.open ?? []).toEqual([])
    isHonest = true
    expect(await sign(family)).toMatch(/^\w+/)
  })

  test('declines, or does not know the method', async () => {
    let code = 5000
    const { connect, sign } = await setUp(() => {
      throw Object.assign(new Error('No.'), { code })
    })
    await connect()
    await expect(sign(family)).rejects.toMatchObject({ code: 'REQUEST_REJECTED' })
    code = -32601
    await expect(sign(family)).rejects.toMatchObject({ code: 'WALLET_METHOD_UNSUPPORTED' })
  })

  test('did not grant the method: it is not asked', async () => {
    const { connect, sign, asked } = await setUp(undefined, ({ namespaces }) => ({
      namespaces: Object.fromEntries(
        Object.entries(namespaces).map(([key, grant]) => [
          key,
          key === family ? { ...grant, methods: [] } : grant,
        ]),
      ),
    }))
    await connect()
    await expect(sign(family)).rejects.toMatchObject({ code: 'METHOD_NOT_GRANTED' })
    expect(asked).toEqual([])
  })

  test('grants an address of another family: the family is not connected, the others are', async () => {
    const { connect, state } = await setUp(undefined, ({ namespaces }) => ({
      namespaces: Object.fromEntries(
        Object.entries(namespaces).map(([key, grant]) => [
          key,
          key === family
            ? { ...grant, accounts: [`${ids[family]}:${evm.addressesOn(ids.eip155)[0]}`] }
            : grant,
        ]),
      ),
    }))
    await connect()
    expect(Object.keys(state().connection.current)).toEqual(Object.keys(ids).filter((key) => key !== family))
    expect(accountOf(state(), family)).toBeUndefined()
  })

  test('takes the account back while it is asked: the signature still counts once, later ones fail', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { connect, sign, state, update, granted, kit, asked } = await setUp(async (_, honest) => {
      await held
      return honest()
    })
    await connect()
    const pending = sign(family).then(
      () => 'signed',
      ({ code }) => String(code),
    )
    while (asked.length === 0) await settled()
    const { [family]: __, ...others } = granted()
    await update(others)
    expect(accountOf(state(), family)).toBeUndefined()
    expect(Object.keys(state().connection.current)).toEqual(Object.keys(others))
    release()
    expect(await pending).toBe('signed')
    expect(state().intent?.open ?? []).toEqual([])
    await expect(
      switchNetwork(kit, { networkId: ids[family] }).then(() => signMessage(kit, { message: 'again' })),
    ).rejects.toMatchObject({
      code: 'NOT_CONNECTED',
    })
    expect(asked).toHaveLength(1)
  })
})

test('a chain that the wallet did not grant is not switched to, and it is asked nothing', async () => {
  const { connect, kit, asked, state } = await setUp(undefined, ({ namespaces }) => {
    const { solana } = namespaces
    const accounts = solana?.accounts.filter((account) => account.startsWith(ids.solana)) ?? []
    return {
      namespaces: { ...namespaces, ...(solana && { solana: { ...solana, chains: [ids.solana], accounts } }) },
    }
  })
  await connect()
  await expect(switchNetwork(kit, { networkId: otherChain })).rejects.toMatchObject({
    code: 'CHAIN_NOT_SUPPORTED',
  })
  expect(asked).toEqual([])
  expect(accountOf(state(), 'solana')?.address).toBe(addressOf('solana'))
})

test('a wallet that knows Solana by an older id is connected to the network, and is asked by that id', async () => {
  const olderId = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'
  const { connect, state, sign, asked } = await setUp(undefined, ({ namespaces }) => {
    const { solana } = namespaces
    const granted = { chains: [olderId], accounts: [`${olderId}:${addressOf('solana')}`] }
    return { namespaces: { ...namespaces, ...(solana && { solana: { ...solana, ...granted } }) } }
  })
  await connect()
  expect(accountOf(state(), 'solana')).toMatchObject({
    networkId: ids.solana,
    caipAddress: `${ids.solana}:${addressOf('solana')}`,
  })
  expect(await sign('solana')).toMatch(/^\w+/)
  expect(asked.at(-1)?.chainId).toBe(olderId)
})
