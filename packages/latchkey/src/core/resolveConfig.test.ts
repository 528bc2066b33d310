import { describe, expect, test } from 'vitest'
import { base, mainnet, solana } from '../exports/networks.js'
import { localSiwx } from '../features/siwx/localSiwx.js'
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
    ['a network that is none', { networks: [1] }, '`networks[0]` must be an object'],
    [
      'a network without RPC',
      { networks: [{ ...mainnet, rpcUrls: { default: { http: [] } } }] },
      '`networks[0].rpcUrls.default.http` must have at least 1',
    ],
    [
      'an RPC address that is none',
      { networks: [{ ...mainnet, rpcUrls: { default: { http: ['ftp://x'] } } }] },
      '`networks[0].rpcUrls.default.http[0]` must be an https address',
    ],
    [
      'a chain id that is none',
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
    [
      'an adapter that is none',
      { adapters: [{}] },
      '`adapters[0]` must have discover, toAddress, getBalance',
    ],
    ['a storage that is none', { storage: {} }, '`storage` must have getItem, setItem, removeItem'],
    ['an id with a space', { featuredWalletIds: ['a b'] }, '`featuredWalletIds[0]` must be an id'],
  ])('%s', (_, option, problem) => {
    const config = option === undefined ? (undefined as unknown as Config) : withOption(option)
    const broken =
      option !== undefined && 'networks' in option === false && 'projectId' in option
        ? (option as Config)
        : config
    expect(() => resolveConfig(broken)).toThrow(problem)
  })

  test('all of them at once', () => {
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

test('an option whose feature is still to come is not ignored in silence', () => {
  const config = resolveConfig(
    withOption({ features: { email: true, swaps: false }, enableAuthLogger: true }),
  )
  expect(config.warnings).toEqual([
    '`features.email` has no effect yet',
    '`enableAuthLogger` has no effect yet',
  ])
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

  test('one origin serves everything, its relay by socket', () => {
    const config = resolveConfig({ networks: [mainnet], services: 'https://wallet.example.com/' })
    expect(config.services.explorer).toBe('https://wallet.example.com')
    expect(config.relay).toEqual({ url: 'wss://wallet.example.com' })
    expect(config.projectId).toBe('open')
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
