import { expect, test, vi } from 'vitest'
import type { Config, Features } from '../../core/Config.js'
import type { OptionName } from '../../core/options.js'
import { createTestKit, type TestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { fetchBalance } from '../account/fetchBalance.js'
import { walletFeatures } from '../account/walletFeatures.js'
import { connect } from '../connection/connect.js'
import { isUnsupportedNetwork } from '../network/isUnsupportedNetwork.js'
import { showAlert } from '../notify/showAlert.js'
import { connectGroups } from '../wallets/connectGroups.js'
import { connectMethods } from '../wallets/connectMethods.js'
import { isAllWalletsOffered } from '../wallets/isAllWalletsOffered.js'
import { updateOptions } from './updateOptions.js'

// Each option that can be changed while the app runs, with what can be seen of it before and after; each that cannot,
// with what the host is told.

type Changes = updateOptions.Changes
type Changeable = Exclude<keyof Changes, 'features'> | `features.${keyof Omit<Features, 'analytics'>}`
type Row = {
  readonly to: unknown
  readonly see: (kit: TestKit) => unknown
  readonly before: unknown
  readonly after: unknown
  /** What the option needs beside it. */
  readonly config?: Partial<Config>
}

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const wallets = ['Amber', 'Birch', 'Cedar'].map((name) => ({ id: name.toLowerCase(), name }))
const own = { id: 'own', name: 'Own' }

const inLists = ({ store }: TestKit) =>
  connectGroups(store.getState(), { isMobile: false })
    .filter(({ group }) => group !== 'walletConnect')
    .map(
      ({ group, choices }) =>
        `${group}: ${choices.map((choice) => choice.wallet?.name ?? 'in the page').join(' ')}`,
    )
const methods = ({ store }: TestKit) => connectMethods(store.getState(), { isMobile: false })
const onOtherChain = async (kit: TestKit) => {
  await connect(kit, { connectorId: 'other' })
  return isUnsupportedNetwork(kit, kit.store.getState())
}
const alert = (kit: TestKit) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  showAlert(kit, 'PROJECT_ID_NOT_CONFIGURED')
  return kit.store.getState().notify.alert
}
/** What the screens read, which follow the state. */
const read = (name: keyof Config) => (kit: TestKit) => kit.store.getState().options[name as OptionName]
const readFeature = (name: keyof Features) => (kit: TestKit) => kit.store.getState().options.features?.[name]
const recent = 'recent: Amber Birch'
const inPage = 'injected: in the page in the page'

const changeable: { readonly [name in Changeable]: Row } = {
  allWallets: {
    to: 'HIDE',
    see: (kit) => isAllWalletsOffered(kit, { isMobile: false }),
    before: true,
    after: false,
  },
  includeWalletIds: {
    to: ['birch'],
    see: inLists,
    before: [recent, inPage],
    after: ['recent: Birch', inPage],
  },
  excludeWalletIds: {
    to: ['birch'],
    see: inLists,
    before: [recent, inPage],
    after: ['recent: Amber', inPage],
  },
  featuredWalletIds: { to: ['cedar'], see: read('featuredWalletIds'), before: undefined, after: ['cedar'] },
  customWallets: {
    to: [own],
    see: inLists,
    before: [recent, inPage],
    after: [recent, inPage, 'custom: Own'],
  },
  termsConditionsUrl: {
    to: 'https://app.example/terms',
    see: read('termsConditionsUrl'),
    before: undefined,
    after: 'https://app.example/terms',
  },
  privacyPolicyUrl: {
    to: 'https://app.example/privacy',
    see: read('privacyPolicyUrl'),
    before: undefined,
    after: 'https://app.example/privacy',
  },
  connectorImages: {
    to: { mock: '/mock.svg' },
    see: ({ store }) => store.getState().connection.connectors[0]?.imageUrl,
    before: undefined,
    after: '/mock.svg',
  },
  tokens: {
    to: { 'eip155:1': { address } },
    see: async (kit) => {
      await connect(kit, { connectorId: 'mock' })
      return (await fetchBalance(kit)).symbol
    },
    before: 'ETH',
    after: 'TOKEN',
  },
  enableWallets: { to: false, see: inLists, before: [recent, inPage], after: [] },
  enableWalletGuide: { to: false, see: read('enableWalletGuide'), before: undefined, after: false },
  enableNetworkSwitch: { to: false, see: onOtherChain, before: true, after: false },
  allowUnsupportedChain: { to: true, see: onOtherChain, before: true, after: false },
  debug: { to: false, see: alert, before: { code: 'PROJECT_ID_NOT_CONFIGURED' }, after: null },
  'features.email': { to: true, see: readFeature('email'), before: undefined, after: true },
  'features.socials': { to: ['x'], see: readFeature('socials'), before: undefined, after: ['x'] },
  'features.swaps': { to: true, see: readFeature('swaps'), before: undefined, after: true },
  'features.onramp': { to: true, see: readFeature('onramp'), before: undefined, after: true },
  'features.send': { to: false, see: walletFeatures, before: ['send', 'receive'], after: ['receive'] },
  'features.receive': { to: false, see: walletFeatures, before: ['send', 'receive'], after: ['send'] },
  'features.history': { to: false, see: readFeature('history'), before: undefined, after: false },
  'features.allWallets': {
    to: false,
    see: (kit) => isAllWalletsOffered(kit, { isMobile: false }),
    before: true,
    after: false,
  },
  'features.connectMethodsOrder': {
    to: ['social', 'wallet', 'email'],
    see: methods,
    before: ['wallet', 'email', 'social'],
    after: ['social', 'wallet', 'email'],
  },
  'features.walletFeaturesOrder': {
    to: ['receive'],
    see: walletFeatures,
    before: ['send', 'receive'],
    after: ['receive', 'send'],
  },
  'features.connectorTypeOrder': {
    to: ['injected', 'recent'],
    see: inLists,
    before: [recent, inPage],
    after: [inPage, recent],
  },
  'features.collapseWallets': {
    to: true,
    see: readFeature('collapseWallets'),
    before: undefined,
    after: true,
  },
  'features.legalCheckbox': {
    to: true,
    see: readFeature('legalCheckbox'),
    before: undefined,
    after: true,
    config: { termsConditionsUrl: 'https://app.example/terms' },
  },
}

function setUp(config: Partial<Config> = {}): TestKit {
  const kit = createTestKit({
    enableWalletConnect: true,
    networks: [mockNetwork(1)],
    connectors: [
      mockConnector({}, { connect: () => mockSession() }),
      mockConnector({ id: 'other', name: 'Other' }, { connect: () => mockSession(undefined, 424242) }),
    ],
    adapters: [
      {
        ...mockAdapter(),
        transfers: () => Promise.reject(new Error('not asked here')),
        getBalance: async ({ tokenAddress }) => ({
          units: 1n,
          decimals: 18,
          symbol: tokenAddress === undefined ? 'ETH' : 'TOKEN',
        }),
      },
    ],
    ...config,
  })
  kit.store.setState((state) => ({ ...state, wallets: { ...state.wallets, recent: wallets.slice(0, 2) } }))
  return kit
}

/** One row's option, as it is passed. */
function changeOf(name: Changeable): Changes {
  const [group, feature] = name.split('.') as [keyof Changes, string | undefined]
  const { to } = changeable[name]
  return (feature === undefined ? { [group]: to } : { features: { [feature]: to } }) as Changes
}

test.each(Object.keys(changeable) as Changeable[])('%s takes effect when it is changed', async (name) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { see, before, after, config } = changeable[name]
  expect(await see(setUp(config))).toEqual(before)
  const kit = setUp(config)
  updateOptions(kit, changeOf(name))
  expect(await see(kit)).toEqual(after)
})

test("shows the balance of a token that the host names instead of the coin's known balance", async () => {
  const kit = setUp()
  await connect(kit, { connectorId: 'mock' })
  expect((await fetchBalance(kit)).symbol).toBe('ETH')
  updateOptions(kit, changeOf('tokens'))
  expect((await fetchBalance(kit)).symbol).toBe('TOKEN')
})

test('warns once about an option that has no effect yet', () => {
  const warn = vi
    .spyOn(console, 'warn')
    .mockReset()
    .mockImplementation(() => {})
  const kit = setUp()
  for (const _ of [1, 2]) updateOptions(kit, { features: { swaps: true } })
  expect(warn).toHaveBeenCalledExactlyOnceWith('[latchkey] `features.swaps` has no effect yet')
})

const fixed: { readonly [name in Exclude<keyof Config, keyof Changes>]: unknown } = {
  projectId: 'p',
  services: 'https://wallet.example.com',
  metadata: { name: 'App', description: '', url: 'https://app.example', icons: [] },
  networks: [mockNetwork(10)],
  defaultNetwork: mockNetwork(1),
  adapters: [mockAdapter()],
  connectors: [mockConnector({})],
  customRpcUrls: {},
  chainImages: {},
  locale: 'de',
  texts: {},
  themeMode: 'light',
  themeVariables: {},
  enableEIP6963: true,
  enableInjected: true,
  enableWalletConnect: true,
  enableReconnect: true,
  enableAuthLogger: false,
  enableEmbedded: true,
  disableAppend: true,
  manualWCControl: true,
  siwx: undefined,
  siweConfig: undefined,
  defaultAccountTypes: {},
  storage: undefined,
  initialState: undefined,
  clock: undefined,
}

test.each(Object.entries(fixed))('refuses %s, and names what to use instead', (name, value) => {
  const kit = setUp()
  const before = { ...kit.config }
  expect(() => updateOptions(kit, { debug: false, [name]: value } as Changes)).toThrow(
    new RegExp(`^Invalid configuration: \`${name}\` is (set once|changed by|where)`),
  )
  expect(kit.config).toEqual(before)
})

test('refuses `features.analytics`', () => {
  const changes = { features: { analytics: true } } as unknown as Changes
  expect(() => updateOptions(setUp(), changes)).toThrow('`features.analytics` is set once')
})
