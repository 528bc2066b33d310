import { afterEach, describe, expect, test, vi } from 'vitest'
import { eip155 } from '../../adapters/eip155/eip155.js'
import { solana } from '../../adapters/solana/solana.js'
import type { ConnectorEvent } from '../../core/connector.js'
import { createEmitter } from '../../core/emitter.js'
import { createStorage } from '../../core/storage.js'
import { memoryStorage } from '../../core/storageBackends.js'
import type { SessionRequester } from '../../core/walletProtocol.js'
import type { Eip1193Provider } from '../../protocol/Eip1193Provider.js'
import { embeddedError } from '../../protocol/embeddedErrors.js'
import { embeddedChainsItem, ticketItem } from '../../protocol/embeddedItems.js'
import { type Network, toNetwork } from '../../protocol/entities/Network.js'
import { walletError } from '../../protocol/walletErrors.js'
import { connectorConformance } from '../../testing/conformance/connectorConformance.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { type FrameScript, scriptedFrameClient } from '../../testing/frame/scriptedFrameClient.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { createEmbeddedConnector } from './createEmbeddedConnector.js'

afterEach(() => vi.unstubAllGlobals())

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const aliceOnSolana = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const solanaId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const hash = `0x${'ab'.repeat(32)}`
const signature = `0x${'cd'.repeat(65)}`

const networkOf = (id: number) => toNetwork(mockNetwork(id)) as Network
const onSolana = toNetwork({
  ...mockNetwork(1),
  id: solanaId.slice(7),
  chainNamespace: 'solana',
  name: 'Solana',
}) as Network

type Asked = { readonly chainId: string }

/** A wallet with one account in each family, that somebody has logged in to. */
function honest(more: FrameScript = {}): FrameScript {
  return {
    GET_USER: ({ chainId }: Asked) =>
      chainId.startsWith('solana')
        ? { address: aliceOnSolana, chainId, email: 'alice@example.com' }
        : {
            address: alice.toLowerCase(),
            chainId,
            email: 'alice@example.com',
            preferredAccountType: 'smartAccount',
          },
    IS_CONNECTED: { isConnected: true },
    SWITCH_NETWORK: ({ chainId }: Asked) => ({ chainId }),
    SIGN_OUT: undefined,
    ...more,
  }
}

function setUp(script: FrameScript = honest()) {
  const frame = scriptedFrameClient(script)
  const events = createEmitter<ConnectorEvent>()
  const told: ConnectorEvent[] = []
  events.subscribe((event) => told.push(event))
  const storage = createStorage(memoryStorage())
  const info = { id: 'e', type: 'AUTH', name: 'Wallet', namespaces: ['eip155', 'solana'] } as const
  const connector = {
    info,
    subscribe: events.subscribe,
    ...createEmbeddedConnector({
      info,
      events,
      frame,
      storage,
      clock: createTestClock(),
      adapters: new Map([eip155(), solana()].map((adapter) => [adapter.namespace, adapter])),
      preferredType: () => undefined,
      way: () => undefined,
      onUser: () => {},
      onGone: () => storage.write(embeddedChainsItem, undefined),
    }),
  }
  const connect = (...networks: readonly Network[]) =>
    connector.connect({ networks, signal: new AbortController().signal })
  const restore = (...networks: readonly Network[]) =>
    connector.restore({ networks, signal: new AbortController().signal })
  return { connector, frame, told, storage, connect, restore }
}

describe.each(
  connectorConformance({
    // Whoever has logged out is not logged in for a later restoring.
    open() {
      let isIn = false
      const script = honest({
        IS_CONNECTED: () => ({ isConnected: isIn }),
        SIGN_OUT: () => {
          isIn = false
        },
        SWITCH_NETWORK({ chainId }: Asked) {
          if (chainId === 'eip155:666')
            throw walletError('WALLET_METHOD_UNSUPPORTED', { slots: { method: '' } })
          return { chainId }
        },
      })
      const { GET_USER: answer } = script
      return setUp({
        ...script,
        GET_USER(asked: Asked) {
          isIn = true
          return (answer as (asked: Asked) => unknown)(asked)
        },
      }).connector
    },
    networks: [networkOf(1), networkOf(10)],
    strange: networkOf(666),
  }),
)('conformance', ({ name, run }) => {
  test(name, run)
})

test('connects both families with one login, the wanted network first', async () => {
  const { connect, frame, storage } = setUp()
  expect(await connect(networkOf(10), networkOf(1), onSolana)).toEqual({
    namespaces: {
      eip155: {
        addresses: [alice],
        accounts: [{ address: alice, type: 'smartAccount' }],
        networkId: 'eip155:10',
        approvedNetworkIds: 'all',
      },
      solana: {
        addresses: [aliceOnSolana],
        accounts: [{ address: aliceOnSolana, type: 'eoa' }],
        networkId: solanaId,
        approvedNetworkIds: 'all',
      },
    },
    wallet: { name: 'Wallet', identifier: 'alice@example.com' },
  })
  expect(frame.asked).toEqual([
    ['GET_USER', { chainId: 'eip155:10' }],
    ['GET_USER', { chainId: solanaId }],
  ])
  expect(storage.read(embeddedChainsItem)).toEqual({ eip155: 'eip155:10', solana: solanaId })
})

test('a family that the wallet does not serve is left out; with none of them there is no account', async () => {
  const unsupported = () => {
    throw walletError('WALLET_METHOD_UNSUPPORTED', { slots: { method: 'GET_USER' } })
  }
  const answer = honest().GET_USER as (asked: Asked) => unknown
  const half = setUp(
    honest({ GET_USER: (asked: Asked) => (asked.chainId === solanaId ? unsupported() : answer(asked)) }),
  )
  expect(Object.keys((await half.connect(networkOf(1), onSolana)).namespaces)).toEqual(['eip155'])
  const none = setUp(honest({ GET_USER: unsupported }))
  await expect(none.connect(networkOf(1))).rejects.toMatchObject({ code: 'NO_ACCOUNTS_FOUND' })
})

test('a network that the operator does not serve leaves the family its others, and only those', async () => {
  const { connect, frame } = setUp(
    honest({
      GET_USER({ chainId }: Asked) {
        if (chainId !== 'eip155:8453')
          throw walletError('WALLET_METHOD_UNSUPPORTED', { slots: { method: 'GET_USER' } })
        return { address: alice, chainId, chainIds: ['eip155:8453', solanaId] }
      },
    }),
  )
  expect((await connect(networkOf(1), networkOf(10), networkOf(8453))).namespaces.eip155).toMatchObject({
    networkId: 'eip155:8453',
    approvedNetworkIds: ['eip155:8453'],
  })
  expect(frame.asked.map(([, payload]) => payload)).toEqual([
    { chainId: 'eip155:1' },
    { chainId: 'eip155:10' },
    { chainId: 'eip155:8453' },
  ])
})

test('an address that is none is not granted', async () => {
  const { connect } = setUp(honest({ GET_USER: { address: 'alice', chainId: 1 } }))
  await expect(connect(networkOf(1))).rejects.toMatchObject({ code: 'NO_ACCOUNTS_FOUND' })
})

test('a chain that the frame names as a number is read; one that is none is the asked one', async () => {
  const on = async (chainId: unknown) =>
    (await setUp(honest({ GET_USER: { address: alice, chainId } })).connect(networkOf(1))).namespaces.eip155
      ?.networkId
  expect([await on(137), await on('8453'), await on('nowhere')]).toEqual([
    'eip155:137',
    'eip155:8453',
    'eip155:1',
  ])
})

test('restores with the ticket, on the chains that were in use', async () => {
  const { restore, frame, storage } = setUp()
  storage.write(ticketItem, 'a-ticket')
  storage.write(embeddedChainsItem, { eip155: 'eip155:10' })
  const session = await restore(onSolana, networkOf(1), networkOf(10))
  expect(session?.namespaces.eip155?.networkId).toBe('eip155:10')
  expect(frame.asked[0]).toEqual(['IS_CONNECTED', { token: 'a-ticket' }])
})

test('restores nothing where nobody is logged in, and fails where the frame does', async () => {
  expect(await setUp(honest({ IS_CONNECTED: { isConnected: false } })).restore(networkOf(1))).toBeUndefined()
  const fail = () => {
    throw embeddedError('FRAME_LOAD_FAILED')
  }
  await expect(setUp(honest({ IS_CONNECTED: fail })).restore(networkOf(1))).rejects.toMatchObject({
    code: 'FRAME_LOAD_FAILED',
  })
})

test('a switch is asked of the wallet, and told; one that it refuses changes nothing', async () => {
  const { connector, connect, told, storage } = setUp(
    honest({
      SWITCH_NETWORK({ chainId }: Asked) {
        if (chainId === 'eip155:10') return { chainId }
        throw chainId === 'eip155:5'
          ? walletError('REQUEST_REJECTED', { slots: { wallet: '' } })
          : walletError('WALLET_METHOD_UNSUPPORTED', { slots: { method: '' } })
      },
    }),
  )
  await expect(connector.switchNetwork(networkOf(10))).rejects.toMatchObject({ code: 'WALLET_NOT_CONNECTED' })
  await connect(networkOf(1))
  await connector.switchNetwork(networkOf(10))
  expect(told).toMatchObject([
    { type: 'session', session: { namespaces: { eip155: { networkId: 'eip155:10' } } } },
  ])
  expect(storage.read(embeddedChainsItem)).toEqual({ eip155: 'eip155:10' })
  await expect(connector.switchNetwork(networkOf(5))).rejects.toMatchObject({ code: 'SWITCH_DECLINED' })
  await expect(connector.switchNetwork(networkOf(6))).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
  expect(told).toHaveLength(1)
})

test('what the wallet reports is read again, and told if it changed', async () => {
  let type = 'eoa'
  const { connect, frame, told } = setUp(
    honest({ GET_USER: () => ({ address: alice, chainId: 1, preferredAccountType: type }) }),
  )
  frame.emit({ type: 'READY', payload: {} as never })
  await connect(networkOf(1))
  frame.emit({ type: 'USER_CHANGED', payload: {} as never })
  await vi.waitFor(() => expect(frame.asked.length).toBe(3))
  expect(told).toEqual([])
  type = 'smartAccount'
  frame.emit({ type: 'USER_CHANGED', payload: {} as never })
  await vi.waitFor(() => expect(told).toHaveLength(1))
  expect(told).toMatchObject([
    { session: { namespaces: { eip155: { accounts: [{ type: 'smartAccount' }] } } } },
  ])
})

test('reading again leaves the wallet on the chain in use', async () => {
  const { connector, connect, frame, told } = setUp()
  await connect(networkOf(1), networkOf(10))
  await connector.switchNetwork(networkOf(10))
  frame.emit({ type: 'USER_CHANGED', payload: {} as never })
  await vi.waitFor(() => expect(frame.asked.at(-1)).toEqual(['GET_USER', { chainId: 'eip155:10' }]))
  expect(told).toHaveLength(1)
})

test('a session that has ended by itself ends the connection; a new frame without it, too', async () => {
  let isIn = true
  const { connect, frame, told } = setUp(honest({ IS_CONNECTED: () => ({ isConnected: isIn }) }))
  await connect(networkOf(1))
  frame.emit({ type: 'SIGNED_OUT', payload: {} })
  expect(told).toEqual([{ type: 'disconnect' }])
  await connect(networkOf(1))
  frame.emit({ type: 'LOST' })
  frame.emit({ type: 'READY', payload: {} as never })
  await vi.waitFor(() => expect(frame.asked.at(-1)?.[0]).toBe('GET_USER'))
  expect(told).toHaveLength(1)
  isIn = false
  frame.emit({ type: 'READY', payload: {} as never })
  await vi.waitFor(() => expect(told).toHaveLength(2))
})

test('connecting again while the wallet is read again is not given up for that', async () => {
  const { connect, frame } = setUp()
  await connect(networkOf(1))
  const again = connect(networkOf(10))
  frame.emit({ type: 'USER_CHANGED', payload: {} as never })
  expect((await again).namespaces.eip155?.networkId).toBe('eip155:10')
})

describe('the provider of eip155', () => {
  async function provide(script: FrameScript = {}) {
    const world = setUp(honest(script))
    await world.connect(networkOf(1), networkOf(10))
    const provider = (await world.connector.getProvider('eip155')) as Required<Eip1193Provider>
    return { ...world, provider, asked: () => world.frame.asked.filter(([type]) => type === 'RPC_REQUEST') }
  }

  test('answers from the session what that knows', async () => {
    const { provider, asked } = await provide()
    const ask = (method: string) => provider.request({ method })
    expect(await ask('eth_chainId')).toBe('0x1')
    expect(await ask('net_version')).toBe('1')
    expect(await ask('eth_accounts')).toEqual([alice])
    expect(await ask('eth_requestAccounts')).toEqual([alice])
    expect(await ask('wallet_getPermissions')).toEqual([{ parentCapability: 'eth_accounts' }])
    expect(asked()).toEqual([])
  })

  test('reads the chain through the host’s nodes; of a chain that the host does not have, through the wallet', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ jsonrpc: '2.0', id: 1, result: '0x10' }))
    const { provider, connector, asked } = await provide({ RPC_REQUEST: '0x20' })
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x10')
    await connector.switchNetwork(networkOf(137))
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x20')
    expect(asked()).toEqual([
      ['RPC_REQUEST', { method: 'eth_blockNumber', params: [], chainId: 'eip155:137' }],
    ])
  })

  test('a raw transaction goes to the wallet, which sends only what it has signed', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ jsonrpc: '2.0', id: 1, result: 'a node’s' }))
    const { provider, frame, asked } = await provide({ RPC_REQUEST: hash })
    const raw = { method: 'eth_sendRawTransaction', params: ['0x02'] }
    expect(await provider.request(raw)).toBe(hash)
    expect(asked()).toEqual([['RPC_REQUEST', { ...raw, chainId: 'eip155:1' }]])
    expect(frame.options.at(-1)).toMatchObject({ isCareful: true })
  })

  test('asks the wallet for what must be approved, and marks what may have been carried out', async () => {
    const answers: { readonly [method: string]: unknown } = {
      personal_sign: signature,
      eth_sendTransaction: hash,
      wallet_getCallsStatus: { status: 200 },
    }
    const { provider, frame } = await provide({
      RPC_REQUEST: ({ method }: { readonly method: string }) => answers[method],
    })
    const params = ['0x61', alice]
    expect(await provider.request({ method: 'personal_sign', params })).toBe(signature)
    expect(await provider.request({ method: 'eth_sendTransaction', params: [{}] })).toBe(hash)
    expect(await provider.request({ method: 'wallet_getCallsStatus', params: ['0x1'] })).toEqual({
      status: 200,
    })
    expect(frame.options.slice(-3)).toMatchObject([
      { isConsent: true, isCareful: false },
      { isConsent: true, isCareful: true },
      { isConsent: false, isCareful: false },
    ])
  })

  test.each([
    ['eth_sendTransaction', '0x1234'],
    ['eth_sendTransaction', signature],
    ['personal_sign', '0x12'],
    ['eth_signTypedData_v4', { signature }],
  ])('an answer to %s that is none (%o) is refused', async (method, answer) => {
    const { provider } = await provide({ RPC_REQUEST: answer })
    await expect(provider.request({ method, params: [] })).rejects.toMatchObject({
      cause: { code: 'WALLET_ANSWER_INVALID' },
    })
  })

  test('a contract’s signature may be of any length from 62 characters', async () => {
    const { provider } = await provide({ RPC_REQUEST: `0x${'1'.repeat(62)}` })
    expect(await provider.request({ method: 'personal_sign', params: [] })).toHaveLength(64)
  })

  test('an error has the frame’s code, else that of what it stands for', async () => {
    const errors = [
      embeddedError('FRAME_TIMEOUT', { cause: { code: 'failed', message: 'm', rpc: 5700 } }),
      walletError('REQUEST_REJECTED', { slots: { wallet: 'Wallet' } }),
      new TypeError('x'),
    ]
    const { provider } = await provide({
      RPC_REQUEST() {
        throw errors.shift()
      },
    })
    const codeOf = () =>
      provider.request({ method: 'personal_sign', params: [] }).catch(({ code, cause }) => [code, cause.code])
    expect(await codeOf()).toEqual([5700, 'FRAME_TIMEOUT'])
    expect(await codeOf()).toEqual([4001, 'REQUEST_REJECTED'])
    expect(await codeOf()).toEqual([-32603, 'WALLET_FAILED'])
  })

  test('giving up ends what waits for the visitor, and nothing else', async () => {
    const { provider, connector, frame } = await provide({ RPC_REQUEST: () => new Promise(() => {}) })
    const signing = provider.request({ method: 'personal_sign', params: [] })
    void provider.request({ method: 'wallet_getAssets', params: [] })
    connector.abort?.()
    await expect(signing).rejects.toMatchObject({ cause: { code: 'REQUEST_WITHDRAWN' } })
    expect(frame.options.slice(-2).map(({ signal }) => signal?.aborted)).toEqual([true, false])
  })

  test('closing over a request to end permissions ends it, and what is signed next is asked', async () => {
    const { provider, connector } = await provide({
      RPC_REQUEST: ({ method }: { readonly method: string }) =>
        method === 'wallet_revokePermissions' ? new Promise(() => {}) : signature,
    })
    const ending = provider.request({ method: 'wallet_revokePermissions', params: [{}] })
    connector.abort?.()
    await expect(ending).rejects.toMatchObject({ cause: { code: 'REQUEST_WITHDRAWN' } })
    expect(await provider.request({ method: 'personal_sign', params: ['0x61', alice] })).toBe(signature)
  })

  test('switches by the method of EIP-3326', async () => {
    const { provider, frame } = await provide()
    const ask = (chainId: unknown) =>
      provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    expect(await ask('0xa')).toBeNull()
    expect(frame.asked.at(-1)).toEqual(['SWITCH_NETWORK', { chainId: 'eip155:10' }])
    await expect(ask('ten')).rejects.toMatchObject({ cause: { code: 'INVALID_CHAIN_ID' } })
  })

  test('tells its listeners what changes, until they leave', async () => {
    const { provider, connector, connect } = await provide()
    const heard: unknown[] = []
    const listen = (name: string) => {
      const listener = (value: unknown) => heard.push([name, value])
      provider.on(name, listener)
      return () => provider.removeListener(name, listener)
    }
    const leave = ['chainChanged', 'accountsChanged', 'connect', 'disconnect'].map(listen)
    await connector.switchNetwork(networkOf(10))
    await connector.disconnect()
    await connect(networkOf(1))
    expect(heard).toEqual([
      ['chainChanged', '0xa'],
      ['accountsChanged', []],
      ['disconnect', expect.objectContaining({ code: 4900 })],
      ['connect', { chainId: '0x1' }],
      ['accountsChanged', [alice]],
    ])
    for (const stop of leave) stop()
    await connector.disconnect()
    expect(heard).toHaveLength(5)
    await expect(provider.request({ method: 'eth_accounts' })).rejects.toMatchObject({ code: 4900 })
  })
})

test('Solana’s adapter gets what it knows from the connection protocol', async () => {
  const { connect, connector, frame } = setUp(honest({ RPC_REQUEST: { signature: 'abc' } }))
  await expect(connector.getProvider('solana')).rejects.toMatchObject({ code: 'PROVIDER_NOT_FOUND' })
  await connect(onSolana)
  const requester = (await connector.getProvider('solana')) as SessionRequester
  expect(requester.granted()).toMatchObject({ networkId: solanaId, addresses: [aliceOnSolana] })
  const params = { transaction: 'AQ==', pubkey: aliceOnSolana, sendOptions: { skipPreflight: true } }
  await requester.request({ method: 'solana_signAndSendTransaction', params })
  expect(frame.asked.at(-1)).toEqual([
    'RPC_REQUEST',
    {
      method: 'solana_signAndSendTransaction',
      params: { transaction: 'AQ==', pubkey: aliceOnSolana, options: { skipPreflight: true } },
      chainId: solanaId,
    },
  ])
  await connector.disconnect()
  expect(requester.granted()).toBeUndefined()
})
