import { describe, expect, test, vi } from 'vitest'
import { people } from '../../../../../chains/bitcoin/src/people.js'
import type { ConnectorInfo, ConnectorSession } from '../../core/connector.js'
import { createEmitter } from '../../core/emitter.js'
import { defineNetwork } from '../../networks/defineNetwork.js'
import { adapterConformance } from '../../testing/conformance/adapterConformance.js'
import { connectorConformance } from '../../testing/conformance/connectorConformance.js'
import { scriptedBitcoinWallet } from '../../testing/wallet/scriptedBitcoinWallet.js'
import { bip122 } from './bip122.js'
import { createBitcoinConnector } from './createBitcoinConnector.js'
import type { BitcoinProvider } from './guardProvider.js'
import { type SatsConnectProvider, satsConnectWallet } from './satsConnectWallet.js'
import { standardWallet } from './standardWallet.js'
import type { BitcoinWallet } from './wallet.js'
import { type WindowProvider, windowWallet } from './windowWallet.js'

const [ada, grace] = people
const info: ConnectorInfo = { id: 'bitcoin.test', type: 'ANNOUNCED', name: 'Test', namespaces: ['bip122'] }
const btc = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }
const networkOf = (id: string) =>
  defineNetwork({ id, namespace: 'bip122', name: id, nativeCurrency: btc, rpcUrl: 'https://x.invalid' })
const regtest = networkOf('0f9188f13cb7b2c71f2a335e3a4fc328')
// Their addresses are the same.
const testnet = networkOf('000000000933ea01ad0ee984209779ba')
const signet = networkOf('00000008819873e925422c1ff0f99f7c')
const strange = networkOf('00000000000000000000000000000000')

/** Providers made before the checks open them: a scripted wallet loads its library first. */
const scripted = await Promise.all(
  Array.from({ length: 30 }, () => scriptedBitcoinWallet({ privateKey: ada.privateKey })),
)

describe('adapter', () => {
  const checks = adapterConformance({
    adapter: bip122(),
    addresses: [ada.payment, ada.ordinals, ada.nested, ada.legacy, grace.payment],
    others: [
      'Ada',
      '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      `${ada.payment}q`,
      ada.legacy.toLowerCase(),
    ],
    same: [[ada.payment, ada.payment.toUpperCase()]],
    wallet: {
      open() {
        const wallet = scripted.pop()
        if (wallet === undefined) throw new Error('no wallet left')
        const provider = windowWallet({
          ...(wallet.unisat as WindowProvider),
          getAccounts: async () => [ada.payment],
        })
        return { provider, asked: () => wallet.requests.length }
      },
      approve: (provider) =>
        (provider as BitcoinProvider).signMessage({ address: ada.payment, message: 'hello' }),
    },
  })
  test.each(checks.map(({ name, run }) => [name, run] as const))('%s', (_, run) => run())
})

/** A wallet of the Wallet Standard that can use two chains, as one that is on either. */
function twoChains(wallet: object): object {
  const both = <account extends { readonly chains: readonly string[] }>(account: account) => ({
    ...account,
    chains: ['bitcoin:testnet', 'bitcoin:signet'],
  })
  const { features } = wallet as { readonly features: { readonly [name: string]: Record<string, unknown> } }
  const connect = features['bitcoin:connect']?.connect as (input: unknown) => Promise<{ accounts: never[] }>
  return Object.create(wallet, {
    accounts: { get: () => (wallet as { accounts: never[] }).accounts.map(both) },
    features: {
      value: {
        ...features,
        'bitcoin:connect': {
          connect: async (input: unknown) => ({ accounts: (await connect(input)).accounts.map(both) }),
        },
      },
    },
  })
}

describe('connector of a wallet of the Wallet Standard', () => {
  const checks = connectorConformance({
    async open() {
      const wallet = await scriptedBitcoinWallet({ privateKey: ada.privateKey, chain: 'Testnet' })
      return createBitcoinConnector(info, standardWallet(twoChains(wallet.standard)))
    },
    networks: [testnet, signet],
    strange,
  })
  // It waits for such a wallet's first event: see below.
  const late = 'there is nothing to take up where nobody has connected'
  test.each(checks.filter(({ name }) => name !== late).map(({ name, run }) => [name, run] as const))(
    '%s',
    (_, run) => run(),
  )
})

describe('connector of a wallet of sats-connect', () => {
  const checks = connectorConformance({
    async open() {
      const wallet = await scriptedBitcoinWallet({ privateKey: ada.privateKey, chain: 'Testnet' })
      const { request } = wallet.satsConnect as SatsConnectProvider
      let name = 'Testnet'
      return createBitcoinConnector(
        info,
        satsConnectWallet({
          async request(method, params) {
            if (method === 'wallet_getNetwork') return { result: { bitcoin: { name } } }
            if (method !== 'wallet_changeNetwork') return request(method, params)
            const wanted = (params as { readonly name?: string }).name
            if (wanted === undefined) return { error: { code: -32602, message: 'which network?' } }
            name = wanted
            return { result: null }
          },
        }),
      )
    },
    networks: [testnet, signet],
    strange,
  })
  test.each(checks.map(({ name, run }) => [name, run] as const))('%s', (_, run) => run())
})

describe('connector of a wallet at a property of window', () => {
  const checks = connectorConformance({
    async open() {
      const wallet = await scriptedBitcoinWallet({ privateKey: ada.privateKey, chain: 'Testnet' })
      let chain = 'BITCOIN_TESTNET'
      const provider = {
        ...(wallet.unisat as WindowProvider),
        getChain: async () => ({ enum: chain }),
        async switchChain(wanted?: string) {
          if (wanted === undefined) throw new Error('which chain?')
          chain = wanted
        },
      }
      return createBitcoinConnector(info, windowWallet(provider))
    },
    networks: [testnet, signet],
    strange,
  })
  test.each(checks.map(({ name, run }) => [name, run] as const))('%s', (_, run) => run())
})

describe('what a wallet says of its accounts', () => {
  const asked = () => ({ networks: [regtest], signal: new AbortController().signal })

  test('the payment account comes first, with its key and its type', async () => {
    const wallet = await scriptedBitcoinWallet({ privateKey: ada.privateKey })
    const connector = createBitcoinConnector(
      info,
      satsConnectWallet(wallet.satsConnect as SatsConnectProvider),
    )
    const session = await connector.connect(asked())
    expect(session.namespaces.bip122).toMatchObject({
      addresses: [ada.payment, ada.ordinals],
      accounts: [
        { address: ada.payment, type: 'payment', publicKey: expect.stringMatching(/^0[23]/) },
        { address: ada.ordinals, type: 'ordinal' },
      ],
      networkId: regtest.caipNetworkId,
    })
  })

  test('a wallet with one address keeps everything there', async () => {
    const wallet = await scriptedBitcoinWallet({ privateKey: ada.privateKey })
    const connector = createBitcoinConnector(info, windowWallet(wallet.unisat as WindowProvider))
    const session = await connector.connect(asked())
    expect(session.namespaces.bip122?.accounts).toMatchObject([{ address: ada.payment, type: 'shared' }])
  })

  test.each([
    ['nothing', undefined],
    ['no list', {}],
    ['no address', [null, '', 'Ada', 42]],
    ['an address of another family', ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045']],
  ])('%s connects nobody', async (_, accounts) => {
    const wallet = await scriptedBitcoinWallet({ privateKey: ada.privateKey })
    const provider = { ...(wallet.unisat as WindowProvider), requestAccounts: async () => accounts }
    await expect(createBitcoinConnector(info, windowWallet(provider)).connect(asked())).rejects.toMatchObject(
      {
        code: expect.stringMatching(/NO_ACCOUNTS_FOUND|WALLET_ANSWER_INVALID/),
      },
    )
  })

  test('addresses of another network than the wallet’s own connect nobody, and are left out beside others', async () => {
    const mainAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    const wallet = await scriptedBitcoinWallet({ privateKey: ada.privateKey })
    const answering = (...addresses: readonly string[]) => {
      const result = { addresses: addresses.map((address) => ({ address, purpose: 'payment' })) }
      const { request, ...more } = wallet.satsConnect as SatsConnectProvider
      const provider: SatsConnectProvider = {
        ...more,
        request: async (method, params) =>
          method === 'wallet_connect' ? { result } : request(method, params),
      }
      return createBitcoinConnector(info, satsConnectWallet(provider)).connect(asked())
    }
    await expect(answering(mainAddress)).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
    const session = await answering(mainAddress, ada.payment)
    expect(session.namespaces.bip122?.addresses).toEqual([ada.payment])
  })

  test('a refusal is told as one', async () => {
    const wallet = await scriptedBitcoinWallet({ privateKey: ada.privateKey, refuses: () => true })
    for (const one of [
      satsConnectWallet(wallet.satsConnect as SatsConnectProvider),
      windowWallet(wallet.unisat as WindowProvider),
      standardWallet(wallet.standard),
    ])
      await expect(createBitcoinConnector(info, one).connect(asked())).rejects.toMatchObject({
        code: 'CONNECTION_DECLINED',
      })
  })

  test('accounts that change are told, and when none is left the connection ends', async () => {
    const wallet = await scriptedBitcoinWallet({ privateKey: ada.privateKey })
    const emitter = createEmitter<string>()
    let accounts = [ada.payment]
    const provider = {
      ...(wallet.unisat as WindowProvider),
      requestAccounts: async () => accounts,
      getAccounts: async () => accounts,
      on: (event: string, listener: () => void) => emitter.subscribe((one) => one === event && listener()),
    }
    const connector = createBitcoinConnector(info, windowWallet(provider))
    await connector.connect(asked())
    const told = vi.fn()
    connector.subscribe(told)
    accounts = [ada.legacy]
    emitter.emit('accountsChanged')
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1))
    expect(told.mock.calls[0]?.[0].session.namespaces.bip122.addresses).toEqual([ada.legacy])
    accounts = []
    emitter.emit('accountsChanged')
    await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith({ type: 'disconnect' }))
  })

  test.each(['bitcoin', 'standard'])(
    'a wallet of the Wallet Standard tells of changes, and is told that the visitor disconnects, by its %s features',
    async (kind) => {
      const { standard } = await scriptedBitcoinWallet({ privateKey: ada.privateKey })
      const {
        accounts: _,
        features,
        ...rest
      } = standard as typeof standard & {
        readonly accounts: unknown
        readonly features: { readonly 'standard:disconnect'?: unknown }
      }
      const { 'standard:disconnect': __, ...others } = features
      const changes = createEmitter<string>()
      const disconnect = vi.fn()
      let isAllowed = true
      const wallet = {
        ...rest,
        get accounts() {
          return isAllowed ? [{ address: ada.payment, chains: ['bitcoin:regtest'] }] : []
        },
        features: {
          ...others,
          [`${kind}:events`]: {
            on: (event: string, listener: () => void) =>
              changes.subscribe((one) => one === event && listener()),
          },
          [`${kind}:disconnect`]: { disconnect },
        },
      }
      const connector = createBitcoinConnector(info, standardWallet(wallet))
      await connector.connect(asked())
      const told = vi.fn()
      connector.subscribe(told)
      isAllowed = false
      changes.emit('change')
      await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith({ type: 'disconnect' }))
      await connector.disconnect()
      expect(disconnect).toHaveBeenCalledOnce()
    },
  )
})

describe('on the next page load', () => {
  const loaded = () => ({ networks: [testnet], signal: new AbortController().signal })
  const restored = (wallet: BitcoinWallet) => createBitcoinConnector(info, wallet).restore(loaded())
  const addressesOf = (session: ConnectorSession | undefined) => session?.namespaces.bip122?.addresses

  /** A wallet of the Wallet Standard whose list of accounts is empty at first. */
  async function late() {
    const { standard } = await scriptedBitcoinWallet({ privateKey: ada.privateKey })
    const changes = createEmitter<string>()
    const on = vi.fn((_: string, listener: () => void) => changes.subscribe(listener))
    let accounts: readonly object[] = []
    const { features } = standard as { readonly features: object }
    const session = restored(
      standardWallet({
        get accounts() {
          return accounts
        },
        features: { ...features, 'bitcoin:events': { on } },
      }),
    )
    await vi.waitFor(() => expect(on).toHaveBeenCalled())
    return {
      session,
      tell(next: readonly object[]) {
        accounts = next
        changes.emit('change')
      },
    }
  }

  test('a wallet of the Wallet Standard may fill its accounts late', async () => {
    const { session, tell } = await late()
    tell([{ address: ada.payment, chains: ['bitcoin:regtest'] }])
    expect(addressesOf(await session)).toEqual([ada.payment])
  })

  test('one that tells of an empty list grants nothing any more', async () => {
    const { session, tell } = await late()
    tell([])
    expect(await session).toBeUndefined()
  })

  /** A wallet of sats-connect that answers with an error until it is unlocked. */
  async function failing(code: number) {
    const { satsConnect } = await scriptedBitcoinWallet({ privateKey: ada.privateKey, isGranted: true })
    const changes = createEmitter<void>()
    const { request } = satsConnect as SatsConnectProvider
    const addListener = vi.fn(({ cb }: { readonly cb: () => void }) => changes.subscribe(cb))
    let isLocked = true
    const wallet = satsConnectWallet({
      request: async (method, params) =>
        isLocked ? { error: { code, message: 'no' } } : request(method, params),
      addListener,
    })
    return {
      session: restored(wallet),
      addListener,
      unlock() {
        isLocked = false
        changes.emit()
      },
    }
  }

  test('a locked wallet of sats-connect is read again when it tells of a change', async () => {
    const { session, addListener, unlock } = await failing(-32603)
    await vi.waitFor(() => expect(addListener).toHaveBeenCalled())
    unlock()
    expect(addressesOf(await session)).toEqual([ada.payment, ada.ordinals])
  })

  test.each([-32002, -32601, -32001])('one that answers %i grants nothing any more', async (code) => {
    expect(await (await failing(code)).session).toBeUndefined()
  })
})
