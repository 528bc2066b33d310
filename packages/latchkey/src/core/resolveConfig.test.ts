import { describe, expect, test } from 'vitest'
import { base, mainnet, solana } from '../exports/networks.js'
import { localSiwx } from '../features/siwx/localSiwx.js'
import type { NetworkInput } from '../protocol/entities/Network.js'
import { postRpc } from '../protocol/http/blockchain.js'
import { mockAdapter } from '../testing/mockAdapter.js'
import type { Config } from './Config.js'
import { resolveConfig } from './resolveConfig.js'

const sound: Config = { projectId: 'p', networks: [mainnet, base] }
/** A config as a host without types might write it. */
const withOption = (option: object) => ({ ...sound, ...option }) as unknown as Config

const siwe = {
  getNonce: async () => '12345678',
  createMessage: () => '',
  verifyMessage: async () => true,
  getSession: async () => null,
  signOut: async () => true,
}

describe('problems', () => {
  test.each([
    ['no config', undefined, 'createKit needs an object of options'],
    ['no networks', { projectId: 'p' }, '`networks` must be a list'],
    ['an empty list of networks', { networks: [] }, '`networks` must have at least 1'],
    ['a malformed network', { networks: [1] }, '`networks[0]` must be an object'],
    [
      'a network without RPC',
      { networks: [{ ...mainnet, rpcUrls: { default: { http: [] } } }] },
      '`networks[0].rpcUrls.default.http` must have at least 1',
    ],
    [
      'an invalid RPC address',
      { networks: [{ ...mainnet, rpcUrls: { default: { http: ['ftp://x'] } } }] },
      '`networks[0].rpcUrls.default.http[0]` must be an https address',
    ],
    [
      'an invalid chain id',
      { networks: [{ ...mainnet, id: -1, caipNetworkId: undefined }] },
      '`networks[0].id` must be a chain id',
    ],
    [
      'decimals out of bounds',
      { networks: [{ ...mainnet, nativeCurrency: { name: '', symbol: '', decimals: 255 } }] },
      '`networks[0].nativeCurrency.decimals` must be a number from 0 to 36',
    ],
    [
      'a typing error',
      { enableWalletGide: true },
      '`enableWalletGide` is not an option; did you mean `enableWalletGuide`?',
    ],
    ['an unknown option', { colour: 'red' }, '`colour` is not an option'],
    [
      'a typing error in features',
      { features: { sockials: [] } },
      '`features.sockials` is not an option; did you mean `socials`?',
    ],
    ['a flag that is a text', { enableEIP6963: 'yes' }, '`enableEIP6963` must be true or false'],
    ['an unknown theme', { themeMode: 'blue' }, "`themeMode` must be one of 'dark', 'light', 'auto'"],
    [
      'an unknown social login',
      { features: { socials: ['myspace'] } },
      "`features.socials[0]` must be one of 'google'",
    ],
    ['a service that is no address', { services: 'example' }, '`services` must be an https address'],
    [
      'a service by an unknown name',
      { services: { exploder: 'https://x.example' } },
      '`services.exploder` is not an option; did you mean `explorer`?',
    ],
    ['a relay that is no socket', { services: { relay: 'https://x.example' } }, '`services.relay`'],
    [
      'a custom wallet with a dangerous link',
      { customWallets: [{ id: 'a', name: 'A', mobile_link: 'javascript://x' }] },
      '`customWallets[0].mobile_link` must be a link that may open a wallet',
    ],
    [
      'RPC addresses by a plain id',
      { customRpcUrls: { 1: [{ url: 'https://x.example' }] } },
      '`customRpcUrls` must be keyed by CAIP-2 ids, not `1`',
    ],
    ['a malformed adapter', { adapters: [{}] }, '`adapters[0]` must have discover, toAddress, getBalance'],
    ['a malformed storage', { storage: {} }, '`storage` must have getItem, setItem, removeItem'],
    ['an id with a space', { featuredWalletIds: ['a b'] }, '`featuredWalletIds[0]` must be an id'],
  ])('%s', (_, option, problem) => {
    const config = option === undefined ? (undefined as unknown as Config) : withOption(option)
    const broken =
      option !== undefined && 'networks' in option === false && 'projectId' in option
        ? (option as Config)
        : config
    expect(() => resolveConfig(broken)).toThrow(problem)
  })

  test('all are reported at once', () => {
    expect(() => resolveConfig(withOption({ debug: 1, themeMode: 2 }))).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        message: expect.stringMatching(/themeMode.*; `debug`/),
      }),
    )
  })
})

describe('contradictions', () => {
  test.each([
    [
      'both ways to sign in',
      { siwx: localSiwx(), siweConfig: siwe },
      'Cannot set both `siweConfig` and `siwx` options',
    ],
    [
      'a default network that is not offered',
      { defaultNetwork: solana },
      '`defaultNetwork` is not one of `networks`',
    ],
    [
      'an adapter without a network',
      { adapters: [mockAdapter({ namespace: 'solana' })] },
      '`adapters` has solana but `networks` has no network of it',
    ],
    [
      'two adapters for one family',
      { adapters: [mockAdapter(), mockAdapter()] },
      '`adapters` has more than one for eip155',
    ],
    [
      'a chain of sockets alone for a family that is asked over http',
      {
        networks: [{ ...mainnet, rpcUrls: { default: { http: ['wss://x.example'] } } }],
        adapters: [mockAdapter()],
      },
      'eip155:1 has RPC URLs that eip155 does not read',
    ],
    [
      'a socket of the host’s own that nobody would ask',
      { customRpcUrls: { 'eip155:1': [{ url: 'wss://x.example' }] }, adapters: [mockAdapter()] },
      'eip155:1 has RPC URLs that eip155 does not read',
    ],
    ['a wallet included and excluded', { includeWalletIds: ['a'], excludeWalletIds: ['a'] }, 'both have a'],
    [
      'a checkbox for nothing',
      { features: { legalCheckbox: true } },
      '`features.legalCheckbox` needs `termsConditionsUrl` or `privacyPolicyUrl`',
    ],
  ])('%s', (_, option, problem) => {
    expect(() => resolveConfig(withOption(option))).toThrow(problem)
  })
})

test('an option without an effect yet gives a warning', () => {
  const config = resolveConfig(withOption({ features: { history: true, onramp: true, swaps: false } }))
  expect(config.warnings).toEqual(['`features.onramp` has no effect yet'])
})

describe('defaults', () => {
  test('the first network is the default one', () => {
    expect(resolveConfig(sound).defaultNetworkId).toBe('eip155:1')
    expect(resolveConfig({ ...sound, defaultNetwork: base }).defaultNetworkId).toBe('eip155:8453')
  })

  test('duplicate networks are not added', () => {
    expect(resolveConfig({ ...sound, networks: [mainnet, mainnet] }).networks).toHaveLength(1)
  })

  test('custom RPC addresses come first', () => {
    const config: Config = { ...sound, customRpcUrls: { 'eip155:1': [{ url: 'https://rpc.example.com' }] } }
    expect(resolveConfig(config).networks[0].rpcUrls.default.http).toEqual([
      'https://rpc.example.com',
      ...mainnet.rpcUrls.default.http,
    ])
  })

  test('chainImages: another picture for a network, by either of its ids', () => {
    const config: Config = { ...sound, chainImages: { 1: '/one.svg', 'eip155:8453': '/base.svg' } }
    expect(resolveConfig(config).networks.map(({ assets }) => assets?.imageUrl)).toEqual([
      '/one.svg',
      '/base.svg',
    ])
  })

  test('a viem chain is a network', () => {
    const chain = {
      ...mainnet,
      chainNamespace: undefined,
      caipNetworkId: undefined,
      formatters: { block: () => {} },
    }
    const [network] = resolveConfig({ projectId: 'p', networks: [chain] }).networks
    expect(network.caipNetworkId).toBe('eip155:1')
    expect(JSON.parse(JSON.stringify(network))).toEqual(JSON.parse(JSON.stringify({ ...network })))
  })

  test('one origin serves everything, with the relay at a WebSocket address', () => {
    const config = resolveConfig({ networks: [mainnet], services: 'https://wallet.example.com/' })
    expect(config.services.explorer).toBe('https://wallet.example.com')
    expect(config.relay).toEqual({ url: 'wss://wallet.example.com/' })
    expect(config.projectId).toBe('open')
  })

  test('the relay of services below a path ends with a slash, else a proxy would redirect it', () => {
    for (const services of ['https://app.example/wallet', 'https://app.example/wallet/'])
      expect(resolveConfig({ networks: [mainnet], services }).relay.url).toBe('wss://app.example/wallet/')
  })

  test('without services there is no explorer, and the relay is the public one', () => {
    const config = resolveConfig(sound)
    expect(config.services.explorer).toBeUndefined()
    expect(config.relay.url).toBe('wss://relay.walletconnect.org')
  })

  test('without services a project id is not made up', () => {
    expect(resolveConfig({ networks: [mainnet] }).projectId).toBeUndefined()
  })
})

describe('the kit reads the chains', () => {
  const shipped = { ...mainnet, rpcUrls: { default: { http: ['https://node.example'] } } }
  const services = 'https://wallet.example/'
  const serviceOf = (more: object, network: NetworkInput = shipped) =>
    resolveConfig({ networks: [network], services, ...more } as Config).networks[0].rpcUrls.service?.http

  test("by the host's services before anybody else's node", () => {
    const url = 'https://wallet.example/v1/?chainId=eip155%3A1&projectId=acme&st=latchkey'
    expect(serviceOf({ projectId: 'acme' })).toEqual([url])
    expect(new URL(url).pathname).toBe(postRpc.path)
    expect(serviceOf({ projectId: 'acme', services: { blockchain: services } })).toEqual([url])
  })

  test('from the host’s own addresses first, or from a chain on its machine', () => {
    const customRpcUrls = { 'eip155:1': [{ url: 'https://own.example' }] }
    expect(serviceOf({ customRpcUrls })).toBeUndefined()
    for (const url of ['http://localhost:8545', 'http://127.0.0.1', 'http://one.localhost/rpc'])
      expect(serviceOf({}, { ...shipped, rpcUrls: { default: { http: [url] } } })).toBeUndefined()
    expect(serviceOf({ services: undefined, projectId: 'acme' })).toBeUndefined()
  })

  test('without a viem transport’s options: the host is warned that they have no effect', () => {
    const customRpcUrls = { 'eip155:1': [{ url: 'https://own.example', config: { timeout: 1 } }] }
    const { warnings } = resolveConfig({ networks: [mainnet], customRpcUrls } as Config)
    expect(warnings).toEqual(['`customRpcUrls.eip155:1[0].config` has no effect: only WagmiAdapter uses it'])
  })
})

test('WebSocket addresses are sorted from the others, the host’s own first, wherever they were listed', () => {
  const adapters = [mockAdapter({ rpcTransports: ['webSocket', 'http'] })]
  const rpcUrls = {
    default: { http: ['https://a.example', 'wss://b.example'], webSocket: ['wss://c.example'] },
  }
  const { networks } = resolveConfig({
    networks: [{ ...mainnet, rpcUrls }],
    customRpcUrls: { 'eip155:1': [{ url: 'wss://own.example' }] },
    adapters,
  })
  expect(networks[0].rpcUrls.default).toEqual({
    http: ['https://a.example'],
    webSocket: ['wss://own.example', 'wss://b.example', 'wss://c.example'],
  })
  const alone = { default: { http: [], webSocket: ['wss://c.example'] } }
  expect(resolveConfig({ networks: [{ ...mainnet, rpcUrls: alone }], adapters }).networks[0].rpcUrls).toEqual(
    {
      default: alone.default,
    },
  )
})
