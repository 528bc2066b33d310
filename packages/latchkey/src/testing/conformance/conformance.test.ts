import { mainnet, optimism } from 'viem/chains'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startChain, type TestChain } from '../../../../../services/src/testing/startChain.js'
import { createWorld, type World } from '../../../../sign-client/src/testing/clients.js'
import { eip155 } from '../../adapters/eip155/eip155.js'
import { toAddress } from '../../adapters/eip155/toAddress.js'
import { walletProtocol } from '../../adapters/eip155/walletProtocol.js'
import { fromWagmiConnector } from '../../bridges/appkit/wagmi/fromWagmiConnector.js'
import { createInjectedConnector } from '../../connectors/injected/createInjectedConnector.js'
import { createWalletConnectConnector } from '../../connectors/walletConnect/createWalletConnectConnector.js'
import type { Adapter } from '../../core/adapter.js'
import type { ConnectorEvent } from '../../core/connector.js'
import { createEmitter } from '../../core/emitter.js'
import type { WalletProtocol } from '../../core/walletProtocol.js'
import { defineNetwork } from '../../networks/defineNetwork.js'
import { createTestClock } from '../createTestClock.js'
import { createTestKit } from '../createTestKit.js'
import { type ScriptedProvider, scriptedProvider } from '../scriptedProvider.js'
import { toyFamily } from '../toyFamily/toyFamily.js'
import { createToyLedger } from '../toyFamily/toyLedger.js'
import type { ToyProvider } from '../toyFamily/toyProvider.js'
import { toyWallet } from '../toyFamily/toyWallet.js'
import { adapterConformance } from './adapterConformance.js'
import { connectorConformance } from './connectorConformance.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** The chain's own first account, which has coins. */
const rich = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const unknownChain = Object.assign(new Error('Unrecognized chain ID'), { code: 4902 })

const nativeCurrency = { name: 'Coin', symbol: 'C', decimals: 18 }
const evm = (id: number, rpcUrl = 'https://chain.invalid') =>
  defineNetwork({ id, name: `Chain ${id}`, nativeCurrency, rpcUrl })
const toy = (id: string) =>
  defineNetwork({ id, name: id, namespace: 'toy', nativeCurrency, rpcUrl: 'https://toy.invalid' })

describe('adapter of eip155, on a chain', () => {
  let chain: TestChain
  beforeAll(async () => {
    chain = await startChain()
  }, 60_000)
  afterAll(() => chain.stop())

  const parameters = (url?: string) => ({
    adapter: eip155(),
    addresses: [alice, bob] as const,
    others: ['Ada', '0x1', alice.slice(2), `${alice}0`, alice.replace('dA', 'da')],
    same: [[alice, alice.toLowerCase()]] as const,
    wallet: {
      open() {
        const provider = scriptedProvider({ eth_chainId: '0x1', eth_accounts: [alice], personal_sign: '0x' })
        const asked = () => provider.requests.filter(({ method }) => method === 'personal_sign').length
        return { provider, asked }
      },
      approve: (provider: unknown) =>
        (provider as ScriptedProvider).request({ method: 'personal_sign', params: ['0x', alice] }),
    },
    live: { network: evm(31337, url), rich, poor: bob },
  })
  for (const { name } of adapterConformance(parameters())) {
    // The chain's address is known only once it runs.
    test(name, () =>
      adapterConformance(parameters(chain.url))
        .find((check) => check.name === name)
        ?.run(),
    )
  }
})

describe('adapter of the toy family', () => {
  const ledger = createToyLedger({ 'toy:one Ada': 100n })
  const live = { network: toy('one'), rich: 'Ada', poor: 'Grace' }
  const wallet = {
    open() {
      let asked = 0
      const sign = async () => String(++asked)
      const provider = { where: async () => 'toy:one', whoAmI: async () => ['Ada'], sign, pay: sign }
      return { provider, asked: () => asked }
    },
    approve: (provider: unknown) =>
      (provider as ToyProvider).sign({ address: 'Ada', type: 'spending' }, 'hello'),
  }
  const adapter = toyFamily({ ledger })
  for (const { name, run } of adapterConformance({
    adapter,
    addresses: ['Ada', 'ada'],
    others: [alice, 'x'],
    wallet,
    live,
  }))
    test(name, run)
})

describe('connector of an injected wallet', () => {
  const open = () => {
    let chainId = '0x1'
    let isGranted = false
    const grant = () => {
      isGranted = true
      return [alice, bob]
    }
    const provider = scriptedProvider({
      eth_requestAccounts: grant,
      eth_accounts: () => (isGranted ? [alice, bob] : []),
      eth_chainId: () => chainId,
      wallet_revokePermissions() {
        isGranted = false
        return null
      },
      wallet_switchEthereumChain(params: readonly [{ readonly chainId: string }]) {
        if (!['0x1', '0xa'].includes(params[0].chainId)) throw unknownChain
        chainId = params[0].chainId
        return null
      },
      wallet_addEthereumChain() {
        throw unknownChain
      },
    })
    return createInjectedConnector({
      info: { id: 'wallet', type: 'ANNOUNCED', name: 'Wallet', namespaces: ['eip155'] },
      provider,
      toAddress: async (value) => toAddress(value),
      clock: createTestClock(),
    })
  }
  for (const { name, run } of connectorConformance({ open, networks: [evm(1), evm(10)], strange: evm(99) }))
    test(name, run)
})

describe('connector of the toy family', () => {
  const open = () =>
    toyWallet({
      ledger: createToyLedger({}),
      accounts: ['Ada', 'ada'],
      networks: ['toy:one', 'toy:two'],
    })
  for (const { name, run } of connectorConformance({
    open,
    networks: [toy('one'), toy('two')],
    strange: toy('three'),
  }))
    test(name, run)
})

describe('connector of the connection protocol', () => {
  const worlds: World[] = []
  afterEach(async () => {
    for (const world of worlds.splice(0)) await world.close()
  })
  const networks = [evm(1), evm(10)] as const
  const adapters = new Map([['eip155', eip155()]])

  /** A page and a wallet that scans every code and grants both chains; the relay and the clock are the test's own. */
  const open = async () => {
    const world = createWorld()
    worlds.push(world)
    const wallet = world.wallet()
    const accounts = networks.flatMap(({ caipNetworkId }) =>
      [alice, bob].map((address) => `${caipNetworkId}:${address}`),
    )
    wallet.on('session_proposal', ({ id }) => {
      const namespaces = { eip155: { accounts, methods: ['personal_sign'], events: ['chainChanged'] } }
      // A proposal that was withdrawn meanwhile cannot be approved.
      wallet.approve({ id, namespaces }).catch(() => {})
    })
    await wallet.start()
    const kit = createTestKit()
    const events = createEmitter<ConnectorEvent>()
    const connector = createWalletConnectConnector({
      ...kit,
      clock: world.clock,
      adapters,
      protocolOf: () => walletProtocol,
      info: { id: 'walletConnect', type: 'WALLET_CONNECT', name: 'WalletConnect', namespaces: ['eip155'] },
      events,
      client: world.app(),
    })
    connector.subscribe((event) => {
      if (event.type === 'pairing') void wallet.pair({ uri: event.uri }).catch(() => {})
    })
    return connector
  }
  for (const { name, run } of connectorConformance({ open, networks, strange: evm(99) })) test(name, run)
})

describe('connector that was wagmi’s', () => {
  // The adapter looks for wallets in the page.
  beforeAll(() => void vi.stubGlobal('window', globalThis))
  afterAll(() => void vi.unstubAllGlobals())
  const open = async () => {
    const { mock } = await import('@wagmi/core')
    return fromWagmiConnector(mock({ accounts: [alice, bob], features: { reconnect: true } }) as never, {
      chains: [mainnet, optimism],
      transports: {},
      toAddress: async (value) => toAddress(value),
    })
  }
  for (const { name, run } of connectorConformance({ open, networks: [evm(1), evm(10)], strange: evm(99) }))
    test(name, run)
})

test('an adapter that takes a shouted address for another one does not pass', async () => {
  const careless = {
    ...eip155(),
    toAddress: async (value: unknown) => (typeof value === 'string' ? value : undefined),
  }
  const failed: string[] = []
  const checks = adapterConformance({
    adapter: careless,
    addresses: [alice],
    others: ['Ada'],
    same: [[alice, alice.toLowerCase()]],
  })
  for (const { name, run } of checks) await run().catch(() => failed.push(name))
  expect(failed).toEqual([
    'what is no address is none',
    'one address written in two ways is read as one, and two addresses are two',
  ])
})

test('an adapter that says of foreign methods that they only read does not pass', async () => {
  const failureOf = async (protocol: WalletProtocol) => {
    const adapter = { ...toyFamily({ ledger: createToyLedger({}) }), walletProtocol: async () => protocol }
    const check = adapterConformance({ adapter, addresses: ['Ada'], others: [] }).find(({ name }) =>
      name.includes('connection protocol'),
    )
    return check?.run().catch((error: Error) => error.message)
  }
  const own = { methods: ['toy_read'], events: [] }
  expect(await failureOf({ ...own, safe: ['toy_read'] })).toBeUndefined()
  expect(await failureOf({ ...own, safe: ['toy_pay'] })).toBe('toy_pay is none of its own methods')
  expect(await failureOf({ ...own, safe: ['toy_read'], isEip1193: true })).toContain('toy_read')
})

test('an adapter whose wallets can be asked past the gate does not pass', async () => {
  let asked = 0
  const provider = { sign: async () => String(++asked) }
  const wallet = {
    open: () => ({ provider, asked: () => asked }),
    approve: (given: unknown) => (given as typeof provider).sign(),
  }
  const failuresOf = async (more: Partial<Adapter>) => {
    asked = 0
    const failed: string[] = []
    const adapter = {
      ...toyFamily({ ledger: createToyLedger({}) }),
      guardProvider: undefined,
      ...more,
    } as Adapter
    for (const { name, run } of adapterConformance({ adapter, addresses: ['Ada'], others: [], wallet }))
      await run().catch((error: Error) => failed.push(`${name}: ${error.message}`))
    return failed.filter((line) => line.includes('gate'))
  }
  const check = 'what an app asks for goes through the gate, by a method of the family, or not at all'
  expect(await failuresOf({})).toEqual([`${check}: it guards nothing, and the kit cannot`])
  expect(await failuresOf({ guardProvider: (given) => given.provider })).toEqual([
    `${check}: it is answered though the gate holds it up`,
  ])
  const unnamed: Adapter['guardProvider'] = ({ gate }) => ({
    sign: () => gate({ method: 'sign' }, provider.sign),
  })
  expect(await failuresOf({ guardProvider: unnamed })).toEqual([`${check}: the gate was told sign`])
})
