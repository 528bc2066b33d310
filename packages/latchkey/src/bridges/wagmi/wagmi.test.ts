import * as three from '@wagmi/core'
import { mainnet, optimism } from 'viem/chains'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as two from 'wagmi-core-2'
import type { Config } from '../../core/Config.js'
import { connect } from '../../features/connection/connect.js'
import { disconnect } from '../../features/connection/disconnect.js'
import { getProvider } from '../../features/intent/getProvider.js'
import { update } from '../../features/Kit.js'
import { closeModal } from '../../features/modal/closeModal.js'
import { goBack, pushView } from '../../features/modal/navigate.js'
import { switchNetwork } from '../../features/network/switchNetwork.js'
import { walletError } from '../../protocol/walletErrors.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { scriptedProvider } from '../../testing/scriptedProvider.js'
import { latchkey } from './latchkey.js'
import { wagmiOptions } from './wagmiOptions.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

beforeEach(() => {
  vi.stubGlobal('window', globalThis)
  return () => vi.unstubAllGlobals()
})

// The tests use only functions that both versions have under the same names; their types differ elsewhere.
const versions = [
  ['2.17', two as unknown as typeof three],
  ['3', three],
] as const

describe.each(versions)('@wagmi/core %s', (_, wagmi) => {
  async function setUp(
    onSwitch?: () => void,
    personal_sign: unknown = '0xab',
    options: Partial<Config> = {},
  ) {
    const provider = scriptedProvider({ eth_chainId: '0x1', eth_accounts: [alice, bob], personal_sign })
    const wallet = mockConnector(
      {},
      {
        connect: () => mockSession([alice, bob]),
        switchNetwork: ({ id }) =>
          onSwitch?.() ?? wallet.emit({ type: 'session', session: mockSession([alice, bob], Number(id)) }),
        provider,
      },
    )
    const kit = createTestKit({ connectors: [wallet], ...options })
    const config = wagmi.createConfig({
      chains: [mainnet, optimism],
      transports: { 1: wagmi.http(), 10: wagmi.http() },
      connectors: [latchkey(kit)],
      storage: null,
      multiInjectedProviderDiscovery: false,
    })
    const account = () => {
      const { status, address, chainId } = wagmi.getAccount(config)
      return [status, address, chainId]
    }
    await vi.waitFor(() => expect(config.connectors).toHaveLength(1))
    const [connector] = config.connectors
    if (connector === undefined) throw new Error('there is no connector')
    return { kit, wallet, config, connector, account, provider }
  }

  test('connecting in the modal connects wagmi', async () => {
    const { kit, account } = await setUp()
    await connect(kit, { connectorId: 'mock' })
    expect(account()).toEqual(['connected', alice, 1])
  })

  test('connecting by wagmi opens the modal and waits for the visitor', async () => {
    const { kit, config, connector, account } = await setUp()
    const connecting = wagmi.connect(config, { connector })
    await vi.waitFor(() => expect(kit.store.getState().modal.isOpen).toBe(true))
    await connect(kit, { connectorId: 'mock' })
    expect(await connecting).toMatchObject({ accounts: [alice, bob], chainId: 1 })
    expect(account()).toEqual(['connected', alice, 1])
  })

  test('a modal that is closed is a rejection, and leaves wagmi disconnected', async () => {
    const { kit, config, connector, account } = await setUp()
    const connecting = wagmi.connect(config, { connector })
    await vi.waitFor(() => expect(kit.store.getState().modal.isOpen).toBe(true))
    closeModal(kit)
    await expect(connecting).rejects.toMatchObject({
      name: 'UserRejectedRequestError',
      code: 4001,
      cause: { code: 'CONNECTION_DECLINED' },
    })
    expect(account()).toEqual(['disconnected', undefined, undefined])
  })

  describe('in an embedded modal', () => {
    const embedded = () => setUp(undefined, undefined, { enableEmbedded: true })
    const waiting = { name: 'ConnectingExternal', parameters: { connectorId: 'mock' } } as const

    test.each([
      ['closes it', closeModal],
      ['goes back from the wallet to the list', goBack],
    ])('a visitor who %s has rejected', async (_, leave) => {
      const { kit, config, connector, account } = await embedded()
      const connecting = wagmi.connect(config, { connector })
      await vi.waitFor(() => expect(kit.store.getState().modal.isOpen).toBe(true))
      pushView(kit, waiting)
      leave(kit)
      await expect(connecting).rejects.toMatchObject({ name: 'UserRejectedRequestError', code: 4001 })
      expect(account()).toEqual(['disconnected', undefined, undefined])
    })

    test('a visitor who connects from a screen of the modal has not', async () => {
      const { kit, config, connector } = await embedded()
      const connecting = wagmi.connect(config, { connector })
      await vi.waitFor(() => expect(kit.store.getState().modal.isOpen).toBe(true))
      pushView(kit, waiting)
      await connect(kit, { connectorId: 'mock' })
      expect(await connecting).toMatchObject({ accounts: [alice, bob], chainId: 1 })
    })

    test('a code that waits on the page does not keep wagmi from asking', async () => {
      const { kit, config, connector } = await embedded()
      update(kit, 'connection', (state) => ({
        ...state,
        status: { eip155: 'connecting' },
        pairing: { status: 'ready', uri: 'wc:1@2' },
      }))
      expect(await connector.isAuthorized()).toBe(false)
      const connecting = wagmi.connect(config, { connector })
      await vi.waitFor(() => expect(kit.store.getState().modal.isOpen).toBe(true))
      await connect(kit, { connectorId: 'mock' })
      expect(await connecting).toMatchObject({ chainId: 1 })
    })
  })

  test('the account, then the chain, changes in the wallet', async () => {
    const { kit, wallet, account } = await setUp()
    await connect(kit, { connectorId: 'mock' })
    wallet.emit({ type: 'session', session: mockSession([bob]) })
    expect(account()).toEqual(['connected', bob, 1])
    wallet.emit({ type: 'session', session: mockSession([bob], 10) })
    expect(account()).toEqual(['connected', bob, 10])
  })

  test('the chain is switched from either side', async () => {
    const { kit, config, account } = await setUp()
    await connect(kit, { connectorId: 'mock' })
    await wagmi.switchChain(config, { chainId: 10 })
    expect(kit.store.getState().network.activeId).toBe('eip155:10')
    expect(account()).toEqual(['connected', alice, 10])
    await switchNetwork(kit, { networkId: 'eip155:1' })
    expect(account()).toEqual(['connected', alice, 1])
  })

  test.each([
    ['SWITCH_DECLINED', { name: 'UserRejectedRequestError', code: 4001 }],
    ['CHAIN_NOT_SUPPORTED', { name: 'SwitchChainError', code: 4902 }],
  ] as const)('error: %s on a switch, as a connector of wagmi throws it', async (code, error) => {
    const { kit, config } = await setUp(() => {
      throw walletError(code)
    })
    await connect(kit, { connectorId: 'mock' })
    await expect(wagmi.switchChain(config, { chainId: 10 })).rejects.toMatchObject(error)
  })

  test('error: UserRejectedRequestError when the person declines a signature', async () => {
    const refusal = { code: 4001, message: 'User rejected the request.' }
    const declined = (error: unknown) => () => {
      throw error
    }
    for (const error of [refusal, walletError('REQUEST_REJECTED', { slots: { wallet: 'Mock' } })]) {
      const { kit, config } = await setUp(undefined, declined(error))
      await connect(kit, { connectorId: 'mock' })
      const signing = wagmi.signMessage(config, { message: 'hello' })
      await expect(signing).rejects.toMatchObject({ name: 'UserRejectedRequestError', code: 4001 })
    }
  })

  test('either side disconnects', async () => {
    const { kit, config, account } = await setUp()
    await connect(kit, { connectorId: 'mock' })
    await wagmi.disconnect(config)
    expect(kit.store.getState().connection.connections).toEqual({})
    expect(account()).toEqual(['disconnected', undefined, undefined])
    await connect(kit, { connectorId: 'mock' })
    expect(account()).toEqual(['connected', alice, 1])
    await disconnect(kit)
    expect(account()).toEqual(['disconnected', undefined, undefined])
  })

  test('the provider has the gate in front', async () => {
    const { kit, config, connector, provider } = await setUp()
    await connect(kit, { connectorId: 'mock' })
    expect(await connector.getProvider()).toBe(await getProvider(kit, { namespace: 'eip155' }))
    expect(await connector.getProvider()).not.toBe(provider)
    const signing = wagmi.signMessage(config, { message: 'hello', account: bob })
    expect(await signing).toBe('0xab')
    expect(provider.requests).toEqual([{ method: 'personal_sign', params: ['0x68656c6c6f', bob] }])
  })

  test('a connection that is restored is one for wagmi, too', async () => {
    const { kit, connector } = await setUp()
    expect(await connector.isAuthorized()).toBe(false)
    await connect(kit, { connectorId: 'mock' })
    expect(await connector.isAuthorized()).toBe(true)
  })
})

test('wagmiOptions gives the kit’s networks as chains', () => {
  const kit = createTestKit()
  const options = wagmiOptions(kit)
  expect(options.chains.map(({ id }) => id)).toEqual([1, 10])
  expect(Object.keys(options.transports)).toEqual(['1', '10'])
  const config = three.createConfig({ ...options, storage: null })
  expect(config.connectors.map(({ id }) => id)).toEqual(['latchkey'])
})

test('wagmiOptions: wagmi reads from the services first, and from the network where they fail', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const { origin } = new URL(new Request(input, init).url)
    asked.push(origin)
    if (origin === 'https://services.example') return new Response('{}', { status: 502 })
    return Response.json({ jsonrpc: '2.0', id: 1, result: '0x7' })
  })
  const options = wagmiOptions(createTestKit({ services: 'https://services.example' }))
  const config = three.createConfig({ ...options, storage: null })
  expect(await three.getBlockNumber(config)).toBe(7n)
  expect(asked).toEqual(['https://services.example', 'https://chain-1.invalid'])
})
