import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import type { Connector } from '../../core/connector.js'
import { memoryStorage } from '../../core/storageBackends.js'
import { connect } from '../../features/connection/connect.js'
import type { ViewName } from '../../features/modal/screens.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { scriptedProvider } from '../../testing/scriptedProvider.js'
import { AppKit } from './AppKit.js'
import type { AppKitFeatures, AppKitOptions } from './AppKitOptions.js'
import { EthersAdapter } from './adapters.js'
import { createAppKit } from './createAppKit.js'
import type { AppKitView, RefusedView } from './modalMethods.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const [one, ten] = [mockNetwork(1), mockNetwork(10)]
let made: AppKit[] = []
let warned = vi.fn()

beforeEach(() => {
  warned = vi.fn()
  vi.spyOn(console, 'warn').mockImplementation(warned)
})
afterEach(() => {
  for (const appKit of made) appKit.destroy()
  made = []
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

function create(options: Partial<AppKitOptions> = {}): AppKit {
  const appKit = createAppKit({
    services: {},
    networks: [one, ten],
    adapters: [new EthersAdapter()],
    storage: memoryStorage(),
    enableWalletConnect: false,
    ...options,
  })
  made.push(appKit)
  return appKit
}

const provider = scriptedProvider({})
function wallet(): Connector & ReturnType<typeof mockConnector> {
  const connector = mockConnector(
    {},
    {
      provider,
      connect: () => mockSession([alice]),
      switchNetwork: ({ id }) =>
        connector.emit({ type: 'session', session: mockSession([alice], Number(id)) }),
    },
  )
  return connector
}

const shadowText = (selector: string) => {
  const button = document
    .querySelector(selector)
    ?.shadowRoot?.querySelector('span')
    ?.shadowRoot?.querySelector('button')
  return button?.checkVisibility() ? button.textContent : undefined
}
const dialog = () =>
  [...document.querySelectorAll('*')].flatMap(
    ({ shadowRoot }) => shadowRoot?.querySelector('[role="dialog"]') ?? [],
  )[0]

// The list of the incumbent's 1.8.0 methods and fields.
const methods =
  `open close isOpen setLoading disconnect switchNetwork addNetwork removeNetwork getIsConnectedState getState
subscribeState subscribeAccount subscribeNetwork subscribeProviders subscribeWalletInfo subscribeTheme subscribeEvents
subscribeCaipNetworkChange subscribeShouldUpdateToAddress getAccount getAddress getCaipAddress getCaipNetwork
getCaipNetworkId getCaipNetworks getActiveChainNamespace getChainId getWalletProvider getWalletProviderType getProvider
getProviderType getUniversalProvider getWalletInfo getThemeMode setThemeMode getThemeVariables setThemeVariables
setTermsConditionsUrl setPrivacyPolicyUrl getEvent getError showErrorMessage showSuccessMessage replace redirect
popTransactionStack isTransactionStackEmpty isTransactionShouldReplaceView updateFeatures updateOptions
setConnectMethodsOrder getConnectMethodsOrder setWalletFeaturesOrder setCollapseWallets setSocialsOrder
getPreferredAccountType setPreferredAccountType setSmartAccountDeployed setSmartAccountEnabledNetworks addAddressLabel
removeAddressLabel setAddressExplorerUrl setEIP6963Enabled handleUnsafeRPCRequest updateNativeBalance getConnectors
addConnector setConnectors getConnectorImage fetchIdentity getReownName resetWcConnection resetAccount resetNetwork
setStatus setUser setBalance setProfileName setProfileImage setCaipAddress setCaipNetwork setCaipNetworkOfNamespace
setAllAccounts setConnectedWalletInfo setRequestedCaipNetworks getApprovedCaipNetworkIds setApprovedCaipNetworksData
setClientId ready getRemoteFeatures updateRemoteFeatures subscribeRemoteFeatures getConnections getRecentConnections
switchConnection deleteConnection subscribeConnections getSIWX`.split(/\s+/)

describe('createAppKit', () => {
  test('has every method of the incumbent, and its fields', () => {
    const appKit = create()
    const missing = methods.filter((name) => typeof appKit[name as keyof AppKit] !== 'function')
    expect(missing).toEqual([])
    expect(appKit.version).toBe('html-ethers-1.8.0')
    expect(appKit.chainNamespaces).toEqual(['eip155'])
    expect(Object.keys(appKit.chainAdapters)).toEqual(['eip155'])
    expect(AppKit.getInstance()).toBe(appKit)
  })

  test('what the kit does not have says so', async () => {
    const appKit = create()
    expect(() => appKit.setEIP6963Enabled(false)).toThrow(
      'latchkey/appkit has no `setEIP6963Enabled`: it is set once, in `createAppKit`.',
    )
    expect(() => appKit.updateOptions({ enableReconnect: false })).toThrow(
      'latchkey/appkit has no `updateOptions({ enableReconnect })`: ',
    )
    await expect(appKit.open({ view: 'Swap' })).rejects.toMatchObject({ code: 'APPKIT_UNSUPPORTED' })
    expect(() => create({ universalProvider: {} })).toThrow('latchkey/appkit has no `universalProvider`')
    expect(() => create({ features: { pay: true } })).toThrow('latchkey/appkit has no `features.pay`')
  })

  test('labels an address, and removes the label', async () => {
    const appKit = create()
    const labels = () => appKit.kit.store.getState().account.labels
    const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    await appKit.addAddressLabel(address, 'Savings')
    expect(labels()).toEqual([{ address, namespace: 'eip155', label: 'Savings' }])
    await appKit.removeAddressLabel(address, 'eip155')
    expect(labels()).toEqual([])
  })

  test('options change while the app runs', () => {
    const appKit = create({ features: { receive: false } })
    appKit.updateFeatures({ emailShowWallets: false })
    appKit.setConnectMethodsOrder(['wallet'])
    appKit.setTermsConditionsUrl('https://app.example/terms')
    appKit.updateOptions({ allWallets: 'HIDE', features: { legalCheckbox: true } })
    expect(appKit.getConnectMethodsOrder()).toEqual(['wallet'])
    expect(appKit.kit.store.getState().options).toMatchObject({
      allWallets: 'HIDE',
      termsConditionsUrl: 'https://app.example/terms',
      features: { receive: false, collapseWallets: true, legalCheckbox: true },
    })
  })

  test('options without effect are named', () => {
    create({ coinbasePreference: 'all', enableCoinbase: true })
    expect(warned).toHaveBeenCalledWith(
      '[latchkey] createAppKit: `coinbasePreference`, `enableCoinbase` has no effect',
    )
  })

  test('connects, and tells of it in every way', async () => {
    const appKit = create({ connectors: [wallet()] })
    await appKit.ready()
    const told: string[] = []
    appKit.subscribeAccount(({ status, caipAddress }) => told.push(`account ${status} ${caipAddress}`))
    appKit.subscribeProviders((providers) => told.push(`providers ${Object.keys(providers)}`))
    appKit.subscribeEvents(({ data }) => told.push(`event ${data.event}`))
    appKit.subscribeNetwork(({ chainId }) => told.push(`network ${chainId}`))
    expect(appKit.getIsConnectedState()).toBe(false)

    await connect(appKit.kit, { connectorId: 'mock' })
    await vi.waitFor(() =>
      expect(appKit.getWalletProvider()).toMatchObject({ request: expect.any(Function) }),
    )
    expect(appKit.getAccount()).toEqual({
      allAccounts: [{ namespace: 'eip155', address: alice, type: 'eoa' }],
      caipAddress: `eip155:1:${alice}`,
      address: alice,
      isConnected: true,
      status: 'connected',
      embeddedWalletInfo: undefined,
    })
    expect(appKit.getWalletInfo()).toMatchObject({ name: 'Mock Wallet', type: 'ANNOUNCED' })
    expect(appKit.getProviderType('eip155')).toBe('ANNOUNCED')
    expect(appKit.getConnections('eip155')).toMatchObject([{ connectorId: 'mock', caipNetwork: { id: 1 } }])

    await appKit.switchNetwork(ten)
    expect([appKit.getChainId(), appKit.getCaipNetwork()?.name]).toEqual([10, 'Chain 10'])
    await appKit.disconnect()
    expect(appKit.getAccount()).toMatchObject({ isConnected: false, status: 'disconnected', allAccounts: [] })
    expect(told).toEqual([
      'account connecting undefined',
      `account connected eip155:1:${alice}`,
      'event CONNECT_SUCCESS',
      'providers eip155',
      `account connected eip155:10:${alice}`,
      'network 10',
      'event SWITCH_NETWORK',
      'account disconnected undefined',
      'providers ',
      'event DISCONNECT_SUCCESS',
    ])
  })

  test('opens on the view that is named, and closes', async () => {
    const appKit = create()
    await appKit.open({ view: 'Networks' })
    await vi.waitFor(() => expect(dialog()).toBeDefined(), { timeout: 10_000 })
    expect(appKit.kit.store.getState().modal.stack).toEqual([{ name: 'Networks' }])
    expect(appKit.getState()).toEqual({
      loading: false,
      open: true,
      selectedNetworkId: 'eip155:1',
      activeChain: 'eip155',
      initialized: true,
    })
    await appKit.close()
    await vi.waitFor(() => expect(dialog()).toBeUndefined())
  })

  test('maps the theme, at first and later', () => {
    const appKit = create({
      themeMode: 'light',
      themeVariables: { '--w3m-accent': '#0b7a75', '--w3m-border-radius-master': '2px' },
    })
    appKit.setThemeVariables({ '--w3m-font-size-master': '9px', '--w3m-z-index': 5 })
    expect(appKit.kit.store.getState().theme.variables).toEqual({
      '--lk-accent': '#0b7a75',
      '--lk-radius': 'calc(2px * 4)',
      '--lk-font-size': 'calc(9px * 1.6)',
      '--lk-z-index': 5,
    })
    expect(appKit.getThemeVariables()).toEqual({
      '--w3m-accent': '#0b7a75',
      '--w3m-border-radius-master': '2px',
      '--w3m-font-size-master': '9px',
      '--w3m-z-index': 5,
    })
    expect(appKit.getThemeMode()).toBe('light')
  })
})

describe('variables in the page’s own style sheet', () => {
  const page = document.createElement('style')
  afterEach(() => page.remove())
  const accentOf = (element: Element | undefined) =>
    element && getComputedStyle(element).getPropertyValue('--accent')
  const holder = () => document.querySelector('appkit-button')?.shadowRoot?.querySelector('span') ?? undefined

  test.each([
    ['are taken up', ':root { --w3m-accent: rgb(1, 2, 3) }', {}, 'rgb(1, 2, 3)'],
    [
      'go behind the kit’s own there',
      ':root { --w3m-accent: rgb(1, 2, 3) } appkit-button { --lk-accent: rgb(4, 5, 6) }',
      {},
      'rgb(4, 5, 6)',
    ],
    [
      'go behind what createAppKit was told',
      ':root { --w3m-accent: rgb(1, 2, 3) }',
      { themeVariables: { '--w3m-accent': 'rgb(7, 8, 9)' } },
      'rgb(7, 8, 9)',
    ],
    ['may be missing', '', { themeMode: 'light' }, '#2f63f5'],
  ] as const)('%s', (_, sheet, options, accent) => {
    page.textContent = sheet
    document.head.append(page)
    document.body.innerHTML = '<appkit-button></appkit-button>'
    create(options)
    expect(accentOf(holder())).toBe(accent)
  })
})

describe('elements', () => {
  test('are the newest kit’s, and follow it', async () => {
    document.body.innerHTML =
      '<appkit-button label="Get in"></appkit-button><w3m-account-button charsstart="6" charsend="4"></w3m-account-button>' +
      '<appkit-network-button></appkit-network-button><w3m-connect-button></w3m-connect-button>'
    create()
    const appKit = create({ connectors: [wallet()], networks: [mockNetwork(1, { testnet: true }), ten] })
    expect(shadowText('appkit-button')).toBe('Get in')
    expect(shadowText('w3m-account-button')).toBeUndefined()
    await connect(appKit.kit, { connectorId: 'mock' })
    expect(shadowText('appkit-button')).toBe('0.000 ETH 0xd8dA…A96045')
    expect(shadowText('w3m-account-button')).toBe('0.000 ETH 0xd8dA6B…6045')
    expect(shadowText('w3m-connect-button')).toBeUndefined()
    expect(shadowText('appkit-network-button')).toBe('Chain 1')
  })

  test('take properties, as frameworks set them', () => {
    create()
    const button = document.createElement('appkit-button')
    Object.assign(button, { label: 'Enter', disabled: true })
    document.body.append(button)
    expect(shadowText('appkit-button')).toBe('Enter')
    expect(button.hasAttribute('disabled')).toBe(true)
    Object.assign(button, { disabled: false })
    expect(button.hasAttribute('disabled')).toBe(false)
  })

  test('the modal goes where the element is, embedded', async () => {
    document.body.innerHTML = '<main><w3m-modal class="embedded"></w3m-modal></main>'
    create({ enableEmbedded: true })
    const place = document.querySelector('w3m-modal')
    await vi.waitFor(() => expect(place?.children.length).toBeGreaterThan(0), { timeout: 10_000 })
  })
})

describe('types', () => {
  test('what an app reads', () => {
    expectTypeOf<ReturnType<AppKit['getAccount']>['address']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<ReturnType<AppKit['getChainId']>>().toEqualTypeOf<number | string>()
    expectTypeOf<ReturnType<AppKit['setUser']>>().toEqualTypeOf<never>()
  })

  test('the type of `open` has the views that the kit shows, and no others', () => {
    expectTypeOf<AppKitView>().toEqualTypeOf<
      | 'Account'
      | 'Connect'
      | 'Networks'
      | 'ApproveTransaction'
      | 'OnRampProviders'
      | 'ConnectingWalletConnectBasic'
      | 'Swap'
      | 'WhatIsAWallet'
      | 'WhatIsANetwork'
      | 'AllWallets'
      | 'WalletSend'
    >()
    // Once the kit has one of them, `open` must show it: modalMethods.ts. ApproveTransaction opens with a request of the wallet only.
    expectTypeOf<Extract<RefusedView, ViewName>>().toEqualTypeOf<'ApproveTransaction'>()
  })

  test('every option of the incumbent is one', () => {
    type Names =
      | 'projectId'
      | 'networks'
      | 'adapters'
      | 'defaultNetwork'
      | 'metadata'
      | 'themeMode'
      | 'themeVariables'
      | 'siweConfig'
      | 'siwx'
      | 'features'
      | 'allWallets'
      | 'featuredWalletIds'
      | 'includeWalletIds'
      | 'excludeWalletIds'
      | 'customWallets'
      | 'customRpcUrls'
      | 'tokens'
      | 'termsConditionsUrl'
      | 'privacyPolicyUrl'
      | 'chainImages'
      | 'connectorImages'
      | 'coinbasePreference'
      | 'enableEIP6963'
      | 'enableInjected'
      | 'enableCoinbase'
      | 'enableWalletConnect'
      | 'enableWallets'
      | 'enableWalletGuide'
      | 'enableAuthLogger'
      | 'enableNetworkSwitch'
      | 'enableReconnect'
      | 'experimental_preferUniversalLinks'
      | 'debug'
      | 'disableAppend'
      | 'enableEmbedded'
      | 'allowUnsupportedChain'
      | 'manualWCControl'
      | 'universalProvider'
      | 'universalProviderConfigOverride'
      | 'defaultAccountTypes'
      | 'showWallets'
    expectTypeOf<Exclude<Names, keyof AppKitOptions>>().toEqualTypeOf<never>()
    type FeatureNames =
      | 'email'
      | 'socials'
      | 'swaps'
      | 'onramp'
      | 'send'
      | 'receive'
      | 'history'
      | 'analytics'
      | 'allWallets'
      | 'emailShowWallets'
      | 'collapseWallets'
      | 'smartSessions'
      | 'legalCheckbox'
      | 'connectMethodsOrder'
      | 'connectorTypeOrder'
      | 'walletFeaturesOrder'
      | 'pay'
      | 'reownAuthentication'
    expectTypeOf<Exclude<FeatureNames, keyof AppKitFeatures>>().toEqualTypeOf<never>()
  })
})
