import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eip155 } from '../../adapters/eip155/eip155.js'
import type { Adapter } from '../../core/adapter.js'
import type { Config } from '../../core/Config.js'
import { currentView } from '../../core/router.js'
import { walletError } from '../../protocol/walletErrors.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { type Script, scriptedProvider } from '../../testing/scriptedProvider.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { beginTransaction, pushView, resetView } from '../modal/navigate.js'
import { openModal } from '../modal/openModal.js'
import { giveUp } from '../send/giveUp.js'
import { localSiwx } from '../siwx/localSiwx.js'
import { getProvider } from './getProvider.js'
import { guardedProvider } from './guardedProvider.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const carol = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const transaction = { from: alice, to: carol, value: '0x1' }

type Provider = {
  request(asked: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  readonly [name: string]: unknown
}

async function setUp(script: Script, more: object = {}, config: Partial<Omit<Config, 'clock'>> = {}) {
  const provider = scriptedProvider({ eth_chainId: '0x1', eth_accounts: [alice, bob], ...script })
  const wallet = mockConnector(
    {},
    {
      connect: () => mockSession([alice, bob]),
      switchNetwork: ({ id }) =>
        wallet.emit({ type: 'session', session: mockSession([alice, bob], Number(id)) }),
      // As announced providers are.
      provider: Object.freeze({ ...provider, ...more }),
    },
  )
  const kit = createTestKit({ connectors: [wallet], adapters: [eip155()], ...config })
  await connect(kit, { connectorId: 'mock' })
  const gate = (await getProvider(kit, { namespace: 'eip155' })) as Provider
  const send = (params: object = {}) =>
    gate.request({ method: 'eth_sendTransaction', params: [{ ...transaction, ...params }] })
  const asked = () => provider.requests.map(({ method }) => method)
  const open = () => kit.store.getState().intent?.open ?? []
  return { kit, wallet, provider, gate, send, asked, open }
}

/** A question that the wallet answers when the test does. */
function hanging() {
  const waiting: { answer: (value: unknown) => void; refuse: (error: unknown) => void }[] = []
  const ask = () => new Promise((answer, refuse) => waiting.push({ answer, refuse }))
  return { ask, waiting }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))
/** Code is loaded on the way, by the tests’ server. */
const arrived = (waiting: readonly unknown[], count: number) =>
  vi.waitFor(() => expect(waiting).toHaveLength(count), 10_000)

describe('what the provider is', () => {
  test('is frozen, has flags and events, and offers no way around the gate', async () => {
    const around = vi.fn()
    const { gate, provider } = await setUp(
      {},
      {
        isMetaMask: true,
        send: around,
        sendAsync: around,
        enable: around,
        _metamask: { requestBatch: around },
      },
    )
    expect([gate.isMetaMask, 'isMetaMask' in gate]).toEqual([true, true])
    expect([gate.send, gate.sendAsync, gate.enable, gate._metamask]).toEqual(Array(4).fill(undefined))
    const heard = vi.fn()
    const listen = gate as unknown as Record<'on' | 'removeListener', (name: string, f: unknown) => void>
    listen.on('chainChanged', heard)
    provider.emit('chainChanged', '0xa')
    listen.removeListener('chainChanged', heard)
    provider.emit('chainChanged', '0x1')
    expect(heard.mock.calls).toEqual([['0xa']])
  })

  test("shows the wallet's facts about itself, and none of its methods", async () => {
    const tag = Symbol('tag')
    const more = { version: '1.2', chainId: 1, isLocked: false, session: null, nested: {}, [tag]: 'text' }
    const { gate } = await setUp({}, more)
    const seen = ['version', 'chainId', 'isLocked', 'session', 'nested', 'absent'].map((name) => [
      gate[name],
      name in gate,
    ])
    expect(seen).toEqual([
      ['1.2', true],
      [1, true],
      [false, true],
      [undefined, false],
      [undefined, false],
      [undefined, false],
    ])
    expect(['request' in gate, tag in gate]).toEqual([true, false])
    expect((gate as never)[tag]).toBeUndefined()
  })

  test.each(['on', 'once', 'addListener', 'off', 'removeListener', 'removeAllListeners'])(
    '%s is the wallet’s, and an emitter that returns itself returns the gate',
    async (name) => {
      const called = vi.fn()
      const own = {
        [name](this: unknown, ...values: unknown[]) {
          called(...values)
          return values[0] === 'chained' ? this : 'answer'
        },
      }
      const { gate } = await setUp({}, own)
      const listen = gate[name] as (...values: unknown[]) => unknown
      expect(listen('chained', 1)).toBe(gate)
      expect(listen('other')).toBe('answer')
      expect(called.mock.calls).toEqual([['chained', 1], ['other']])
    },
  )

  test('has no other way to listen if the wallet has none', async () => {
    const { gate } = await setUp({})
    expect(['once', 'off', 'addListener'].filter((name) => name in gate)).toEqual([])
  })

  test('is the same object as long as the wallet is the same', async () => {
    const { kit, gate } = await setUp({})
    expect(await getProvider(kit, { namespace: 'eip155' })).toBe(gate)
  })

  test('each wallet and each family has its own, also where they share a provider', async () => {
    const { kit, provider } = await setUp({})
    const of = (connectorId: string, namespace: string) =>
      guardedProvider(kit, { provider, namespace, connectorId })
    const gates = [of('mock', 'eip155'), of('other', 'eip155'), of('mock', 'toy')]
    expect(new Set(gates).size).toBe(3)
    expect([of('mock', 'eip155'), of('other', 'eip155'), of('mock', 'toy')]).toEqual(gates)
  })

  test('throws if no adapter can guard it', async () => {
    const { kit } = await setUp({})
    for (const provider of [{ signMessage() {} }, undefined, null, 'text']) {
      expect(() => guardedProvider(kit, { provider, namespace: 'solana', connectorId: 'mock' })).toThrow(
        'Provider not found',
      )
    }
  })

  test('may be a function', async () => {
    const { kit } = await setUp({})
    const provider = Object.assign(() => {}, { request: async () => '0x1', isOdd: true })
    const gate = guardedProvider(kit, { provider, namespace: 'eip155', connectorId: 'mock' }) as Provider
    expect([typeof gate, gate.isOdd, gate === (provider as unknown)]).toEqual(['object', true, false])
  })

  test('of a family with providers of its own is made by its adapter, and asks through the kit', async () => {
    const { kit, provider } = await setUp({})
    const made = { pay: () => 'guarded' }
    const asked: unknown[] = []
    let ask = async (_method: string): Promise<unknown> => undefined
    kit.adapters.set('toy', {
      ...mockAdapter({ namespace: 'toy' }),
      guardProvider({ provider: given, gate }) {
        expect(given).toBe(provider)
        ask = async (method) =>
          gate({ method }, async () => {
            asked.push(method)
            return 'answer'
          })
        return made
      },
    })
    expect(guardedProvider(kit, { provider, namespace: 'toy', connectorId: 'mock' })).toBe(made)
    // The kit has no connection of this family, so nothing is asked.
    await expect(ask('toy_pay')).rejects.toMatchObject({ code: 4900 })
    expect(asked).toEqual([])
  })

  test('answers 4900 to everything if the wallet is gone', async () => {
    const { kit, gate, send } = await setUp({
      eth_blockNumber: '0x1',
      eth_sendTransaction: '0x',
      wallet_revokePermissions: null,
    })
    await disconnect(kit)
    await expect(gate.request({ method: 'eth_blockNumber' })).rejects.toMatchObject({ code: 4900 })
    await expect(send()).rejects.toMatchObject({ code: 4900, message: 'Not connected' })
  })
})

describe('what goes through', () => {
  test('the chain and the accounts are answered from the state', async () => {
    const { gate, asked } = await setUp({ eth_chainId: '0xdead' })
    expect(await gate.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(await gate.request({ method: 'net_version' })).toBe('1')
    expect(await gate.request({ method: 'eth_accounts' })).toEqual([alice, bob])
    expect(asked()).toEqual([])
  })

  test('the chain is told as each method writes it', async () => {
    const { gate } = await setUp({})
    await gate.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] })
    expect(await gate.request({ method: 'eth_chainId' })).toBe('0xa')
    expect(await gate.request({ method: 'net_version' })).toBe('10')
  })

  test("an app cannot change the kit's list of accounts", async () => {
    const { gate } = await setUp({})
    const accounts = (await gate.request({ method: 'eth_requestAccounts' })) as string[]
    accounts.reverse()
    expect(await gate.request({ method: 'eth_requestAccounts' })).toEqual([alice, bob])
  })

  test('requests about the connection go to the wallet', async () => {
    const { gate, open, provider } = await setUp({ wallet_getPermissions: ['eth_accounts'] })
    expect(await gate.request({ method: 'wallet_getPermissions' })).toEqual(['eth_accounts'])
    expect(provider.requests).toEqual([{ method: 'wallet_getPermissions' }])
    expect(open()).toEqual([])
  })

  test('reads and their errors pass through unchanged', async () => {
    const failure = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
    const { gate, provider, open } = await setUp({
      eth_getBalance: '0x5',
      eth_call() {
        throw failure
      },
    })
    expect(await gate.request({ method: 'eth_getBalance', params: [alice, 'latest'] })).toBe('0x5')
    await expect(gate.request({ method: 'eth_call', params: [{}] })).rejects.toBe(failure)
    expect(provider.requests).toEqual([
      { method: 'eth_getBalance', params: [alice, 'latest'] },
      { method: 'eth_call', params: [{}] },
    ])
    expect(open()).toEqual([])
  })

  test('a request to add a network goes to the wallet, even if the kit has that network', async () => {
    const { gate, wallet } = await setUp({ wallet_addEthereumChain: 'answered' })
    const params = [{ chainId: '0xa', rpcUrls: ['https://rpc.example'] }]
    expect(await gate.request({ method: 'wallet_addEthereumChain', params })).toBe('answered')
    expect(wallet.calls).not.toContain('switchNetwork eip155:10')
  })

  test.each(['0xa', '0x0A'])(
    'a switch to a network of the kit’s is known once it has resolved: %s',
    async (chainId) => {
      const { gate, wallet } = await setUp({})
      const params = [{ chainId }]
      expect(await gate.request({ method: 'wallet_switchEthereumChain', params })).toBeNull()
      expect(wallet.calls).toContain('switchNetwork eip155:10')
      expect(await gate.request({ method: 'eth_chainId' })).toBe('0xa')
    },
  )

  test('a switch to another network goes to the wallet', async () => {
    const unknown = { code: 4902 }
    const { gate } = await setUp({
      wallet_switchEthereumChain() {
        throw unknown
      },
    })
    const params = [{ chainId: '0x999' }]
    await expect(gate.request({ method: 'wallet_switchEthereumChain', params })).rejects.toBe(unknown)
  })

  test.each([
    [undefined],
    [[]],
    [['0xa']],
    [[{ chainId: 10 }]],
    [[{ chainId: '10' }]],
    [[{ chainId: ['0xa'] }]],
    [[{ chainId: '0x' }]],
    [[{ chainId: 'x0xa' }]],
    [[{ chainId: '0xag' }]],
    [{ chainId: '0xa' }],
  ])('a switch without a valid network goes to the wallet: %j', async (params) => {
    const { gate, wallet } = await setUp({ wallet_switchEthereumChain: 'answered' })
    expect(await gate.request({ method: 'wallet_switchEthereumChain', params })).toBe('answered')
    expect(wallet.calls).not.toContain('switchNetwork eip155:10')
  })

  test('a switch whose wallet has left the page meanwhile is asked of its provider', async () => {
    const { kit, gate } = await setUp({ wallet_switchEthereumChain: 'answered' })
    kit.connectors.delete('mock')
    const params = [{ chainId: '0xA' }]
    expect(await gate.request({ method: 'wallet_switchEthereumChain', params })).toBe('answered')
  })

  test('a switch that the visitor declines fails as EIP-3326 says', async () => {
    const { gate, wallet } = await setUp({})
    wallet.switchNetwork = async () => {
      throw walletError('SWITCH_DECLINED')
    }
    const params = [{ chainId: '0xa' }]
    await expect(gate.request({ method: 'wallet_switchEthereumChain', params })).rejects.toMatchObject({
      code: 4001,
      cause: { code: 'SWITCH_DECLINED' },
    })
  })
})

describe('what the visitor must approve', () => {
  test('is asked after the wallet has reported its network, and shows until it is answered', async () => {
    const { ask, waiting } = hanging()
    const { send, asked, open } = await setUp({ eth_sendTransaction: ask })
    const sending = send()
    await arrived(waiting, 1)
    expect(asked().at(-1)).toBe('eth_sendTransaction')
    expect(asked().slice(0, -1).sort()).toEqual(['eth_accounts', 'eth_chainId'])
    expect(open()).toMatchObject([
      { status: 'asked', intent: { kind: 'request', method: 'eth_sendTransaction', account: alice } },
    ])
    waiting[0]?.answer('0x12')
    expect(await sending).toBe('0x12')
    expect(open()).toEqual([])
  })

  test('is one at a time; a request that is given up makes room for the next', async () => {
    const { ask, waiting } = hanging()
    const { kit, send, open } = await setUp({ eth_sendTransaction: ask })
    const first = send()
    await expect(send()).rejects.toMatchObject({ code: -32002 })
    await arrived(waiting, 1)
    await expect(send()).rejects.toMatchObject({ code: -32002, cause: { code: 'REQUEST_ALREADY_PENDING' } })
    // The one that hangs is shown, so that it can be given up.
    const id = open()[0]?.intent.id ?? ''
    expect(currentView(kit.store.getState().modal.stack)).toMatchObject({
      name: 'WalletSendStatus',
      parameters: { id },
    })
    giveUp(kit, { id })
    const next = send()
    await arrived(waiting, 2)
    for (const [index, { answer }] of waiting.entries()) answer(`0x${index}`)
    expect(await Promise.all([first, next])).toEqual(['0x0', '0x1'])
  })

  test('a refusal reaches the app unchanged, and the next request may follow', async () => {
    const refusal = { code: 4001, message: 'User rejected the request.' }
    const { send, open } = await setUp({
      eth_sendTransaction() {
        throw refusal
      },
    })
    await expect(send()).rejects.toBe(refusal)
    await expect(send()).rejects.toBe(refusal)
    expect(open()).toEqual([])
  })

  test.each([
    ['eth_sendTransaction', [{ ...transaction, from: carol }], 4100],
    ['eth_sendTransaction', [{ ...transaction, chainId: '0xa' }], 4901],
    ['eth_sendTransaction', [{ ...transaction, chainId: 'nonsense' }], 4901],
    ['wallet_sendCalls', [{ from: carol, chainId: '0x1', calls: [] }], 4100],
    ['wallet_sendCalls', [{ from: alice, chainId: '0xa', calls: [] }], 4901],
    ['personal_sign', ['0x00', carol], 4100],
    ['personal_sign', [carol, '0x00'], 4100],
    ['eth_signTypedData_v4', [carol, '{}'], 4100],
  ])('does not ask for %s of another account or network: %j', async (method, params, code) => {
    const { gate, asked } = await setUp({ [method]: '0x12' })
    await expect(gate.request({ method, params })).rejects.toMatchObject({
      code,
      message: 'Account, network or cost changed. Nothing was sent.',
    })
    expect(asked()).toEqual([])
  })

  test.each([
    ['eth_sendTransaction', [{ ...transaction, from: alice.toLowerCase(), chainId: '0x1' }]],
    ['eth_sendTransaction', [{ ...transaction, from: bob }]],
    ['personal_sign', ['0x00', bob]],
    ['wallet_sendCalls', [{ chainId: '0x01', calls: [] }]],
    ['wallet_watchAsset', { type: 'ERC20', options: { address: carol } }],
  ])('asks for %s of a connected account: %j', async (method, params) => {
    const { gate, provider } = await setUp({ [method]: '0x12' })
    expect(await gate.request({ method, params })).toBe('0x12')
    expect(provider.requests.at(-1)).toEqual({ method, params })
  })

  test.each([
    ['network', { eth_chainId: '0xa' }, 4901],
    ['account', { eth_accounts: [carol] }, 4100],
  ])('does not ask a wallet that has moved to another %s without an event', async (_, script, code) => {
    const { send, asked } = await setUp({ eth_sendTransaction: '0x12', ...script })
    await expect(send()).rejects.toMatchObject({ code })
    expect(asked()).not.toContain('eth_sendTransaction')
  })
})

describe('how the modal is left', () => {
  test('it closes after an answer or a failure', async () => {
    let answer: () => unknown = () => '0x12'
    const { kit, send } = await setUp({ eth_sendTransaction: () => answer() })
    openModal(kit)
    await send()
    expect(kit.store.getState().modal.isOpen).toBe(false)
    openModal(kit)
    answer = () => {
      throw { code: 4001 }
    }
    await send().catch(() => {})
    expect(kit.store.getState().modal.isOpen).toBe(false)
  })

  test('a flow of the host goes to the view that it named', async () => {
    const { kit, send } = await setUp({ eth_sendTransaction: '0x12' })
    openModal(kit, { view: { name: 'Networks' } })
    beginTransaction(kit, {
      onSuccess: { type: 'replace', view: { name: 'Account' } },
      onCancel: { type: 'close' },
    })
    await send()
    const { isOpen, stack, transactions } = kit.store.getState().modal
    expect([isOpen, currentView(stack).name, transactions]).toEqual([true, 'Account', []])
  })

  test('an embedded one leaves the status of the request, and no other screen', async () => {
    const { ask, waiting } = hanging()
    const { kit, send, open } = await setUp({ eth_sendTransaction: ask }, {}, { enableEmbedded: true })
    const view = () => currentView(kit.store.getState().modal.stack).name
    for (const [index, isAtRequest] of [true, false].entries()) {
      resetView(kit, { name: 'Networks' })
      const sending = send()
      await arrived(waiting, index + 1)
      if (isAtRequest)
        pushView(kit, { name: 'WalletSendStatus', parameters: { id: open()[0]?.intent.id ?? '' } })
      waiting[index]?.answer('0x12')
      await sending
      expect(view()).toBe(isAtRequest ? 'Account' : 'Networks')
    }
  })

  test('it stays where the visitor reads what became of a transfer of their own', async () => {
    const { ask, waiting } = hanging()
    const { kit, send } = await setUp({ eth_sendTransaction: ask })
    const sending = send()
    await arrived(waiting, 1)
    openModal(kit, { view: { name: 'WalletSendStatus', parameters: { id: 'own' } } })
    waiting[0]?.answer('0x12')
    await sending
    const { isOpen, stack } = kit.store.getState().modal
    expect([isOpen, currentView(stack).name]).toEqual([true, 'WalletSendStatus'])
  })

  test('a sign-in that the visitor is asked for stays', async () => {
    const { ask, waiting } = hanging()
    const { kit, send } = await setUp({ eth_sendTransaction: ask }, {}, { siwx: localSiwx() })
    const sending = send()
    await arrived(waiting, 1)
    openModal(kit, { view: { name: 'SIWXSignMessage' } })
    waiting[0]?.answer('0x12')
    await sending
    const { isOpen, stack } = kit.store.getState().modal
    expect([isOpen, currentView(stack).name]).toEqual([true, 'SIWXSignMessage'])
  })

  test('a flow that began in the meantime stays', async () => {
    const { ask, waiting } = hanging()
    const { kit, send } = await setUp({ eth_sendTransaction: ask })
    const sending = send()
    await arrived(waiting, 1)
    openModal(kit)
    beginTransaction(kit, { onSuccess: { type: 'close' }, onCancel: { type: 'close' } })
    waiting[0]?.answer('0x12')
    await sending
    expect(kit.store.getState().modal).toMatchObject({ isOpen: true, transactions: [{}] })
  })
})

describe('a method that nobody knows', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
  afterEach(() => void vi.restoreAllMocks())

  test.each(['eth_sign', 'eth_signTransaction', 'signPsbt', 'solana_getAccounts', 'toString', ''])(
    '%j opens the modal, is logged, and is told of after 300 ms',
    async (method) => {
      const { kit, gate, asked } = await setUp({ eth_sign: '0x12', signPsbt: '0x12' })
      await expect(gate.request({ method })).rejects.toMatchObject({
        code: 4200,
        message: 'Requested RPC call is not allowed',
      })
      expect(asked()).toEqual([])
      expect(kit.store.getState().modal.isOpen).toBe(true)
      expect(console.error).toHaveBeenCalledOnce()
      await kit.clock.advance(299)
      expect(kit.store.getState().notify.snackbar).toBeNull()
      await kit.clock.advance(1)
      expect(kit.store.getState().notify.snackbar).toMatchObject({
        variant: 'error',
        message: { error: { code: 'ACTION_NOT_ALLOWED' } },
      })
    },
  )

  test('leaves the screen of an embedded modal, and is told of there', async () => {
    const { kit, gate } = await setUp({}, {}, { enableEmbedded: true })
    resetView(kit, { name: 'Networks' })
    await expect(gate.request({ method: 'eth_sign' })).rejects.toMatchObject({ code: 4200 })
    await kit.clock.advance(300)
    expect(currentView(kit.store.getState().modal.stack).name).toBe('Networks')
    expect(kit.store.getState().notify.snackbar).toMatchObject({
      message: { error: { code: 'ACTION_NOT_ALLOWED' } },
    })
  })

  test("ends the app's open requests, but not its reads; the wallet’s question stays visible", async () => {
    const { ask, waiting } = hanging()
    const { kit, gate, send, open } = await setUp({ eth_sendTransaction: ask, eth_call: ask })
    const reading = gate.request({ method: 'eth_call' })
    const sending = send()
    await arrived(waiting, 2)
    gate.request({ method: 'eth_sign' }).catch(() => {})
    await expect(sending).rejects.toMatchObject({ code: -32603, message: 'Request was aborted' })
    expect(open()).toMatchObject([{ status: 'asked' }])
    expect(kit.store.getState().modal.isOpen).toBe(true)
    for (const { answer } of waiting) answer('0x12')
    expect(await reading).toBe('0x12')
    await settled()
    expect(open()).toEqual([])
  })

  test('a request without a method is no request', async () => {
    const { gate } = await setUp({})
    for (const asked of [undefined, null, {}, 'eth_chainId', { method: 1 }]) {
      await expect(gate.request(asked as never)).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('Mock Wallet could not read this request.'),
        cause: { code: 'REQUEST_INVALID' },
      })
    }
  })
})

test('what a family’s adapter lists is asked for, and read at once if it only reads; another’s methods are unknown', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { ask, waiting } = hanging()
  const provider = scriptedProvider({ toy_pay: ask, toy_read: 'read', eth_sign: '0x12' })
  const session = {
    namespaces: { toy: { addresses: ['a1'], networkId: 'toy:1', approvedNetworkIds: 'all' } },
  } as const
  const wallet = mockConnector({ namespaces: ['toy'] }, { connect: () => session, provider })
  const adapter = {
    ...mockAdapter({ namespace: 'toy' }),
    walletProtocol: async () => ({
      methods: ['toy_pay', 'toy_read'],
      safe: ['toy_read', 'toy_other'],
      events: [],
    }),
  }
  const kit = createTestKit({
    connectors: [wallet],
    adapters: [adapter],
    networks: [mockNetwork(1, { chainNamespace: 'toy', caipNetworkId: 'toy:1' })],
  })
  await connect(kit, { connectorId: 'mock' })
  const gate = (await getProvider(kit, { namespace: 'toy' })) as Provider
  const paying = gate.request({ method: 'toy_pay', params: { to: 'b2' } })
  await arrived(waiting, 1)
  expect(kit.store.getState().intent?.open).toMatchObject([{ intent: { method: 'toy_pay' } }])
  expect(await gate.request({ method: 'toy_read' })).toBe('read')
  expect(kit.store.getState().intent?.open).toHaveLength(1)
  waiting[0]?.answer('paid')
  expect(await paying).toBe('paid')
  for (const method of ['eth_sign', 'toy_other', 'signPsbt'])
    await expect(gate.request({ method })).rejects.toMatchObject({ code: 4200 })
  vi.restoreAllMocks()
})

test('where no adapter says what the wallets of its family speak, other methods are unknown', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { kit, gate } = await setUp({ toy_pay: 'paid' })
  const [adapter] = kit.adapters.values()
  const { walletProtocol, ...silent } = adapter as Adapter
  kit.adapters.set('eip155', silent)
  await expect(gate.request({ method: 'toy_pay' })).rejects.toMatchObject({ code: 4200 })
  kit.adapters.delete('eip155')
  await expect(gate.request({ method: 'toy_pay' })).rejects.toMatchObject({ code: 4200 })
  vi.restoreAllMocks()
})
