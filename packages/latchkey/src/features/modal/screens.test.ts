import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Config } from '../../core/Config.js'
import { memoryStorage } from '../../core/storageBackends.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { scriptedFrameClient } from '../../testing/frame/scriptedFrameClient.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { openPairing } from '../connection/openPairing.js'
import { changeEmail } from '../embedded/changeEmail.js'
import { embeddedScreens } from '../embedded/embeddedScreens.js'
import { embeddedSlot, updateEmbedded } from '../embedded/embeddedWallet.js'
import { beginLogin } from '../embedded/runLogin.js'
import type { Login } from '../embedded/state.js'
import { makingSlot } from '../endMaking.js'
import { type Kit, update } from '../Kit.js'
import { latest } from '../latest.js'
import { activeNetworkId } from '../network/state.js'
import { switchNetwork } from '../network/switchNetwork.js'
import { updateOptions } from '../options/updateOptions.js'
import { localSiwx } from '../siwx/localSiwx.js'
import { walletConnectId } from '../walletConnectId.js'
import { closeModal } from './closeModal.js'
import { keepScreenRules } from './keepScreenRules.js'
import { moreScreens } from './moreScreens.js'
import { goBack, pushView } from './navigate.js'
import { openModal } from './openModal.js'
import { screens as ownScreens, type Screen, type View, type ViewName } from './screens.js'

// Rules that hold for every screen, taken from its record alone.

const wallet = { id: 'w', name: 'Wallet' }
const screens: { readonly [name in ViewName]: Screen } = { ...ownScreens, ...embeddedScreens }

/** A view of each name: a name that is missing here does not compile. */
const views: { readonly [name in ViewName]: Extract<View, { readonly name: name }> } = {
  Connect: { name: 'Connect' },
  ConnectWallets: { name: 'ConnectWallets' },
  AllWallets: { name: 'AllWallets' },
  ConnectingWalletConnect: { name: 'ConnectingWalletConnect', parameters: { wallet } },
  ConnectingWalletConnectBasic: { name: 'ConnectingWalletConnectBasic' },
  ConnectingExternal: { name: 'ConnectingExternal', parameters: { connectorId: 'mock' } },
  ConnectingMultiChain: {
    name: 'ConnectingMultiChain',
    parameters: { name: 'Mock', connectorIds: ['mock'] },
  },
  Networks: { name: 'Networks' },
  SwitchNetwork: { name: 'SwitchNetwork', parameters: { networkId: 'eip155:10' } },
  UnsupportedChain: { name: 'UnsupportedChain' },
  Account: { name: 'Account' },
  Accounts: { name: 'Accounts' },
  AddressLabel: { name: 'AddressLabel', parameters: { address: '0x01', namespace: 'eip155' } },
  NftDetails: { name: 'NftDetails', parameters: { nft: 'eip155:1:0x01/1' } },
  WalletSend: { name: 'WalletSend' },
  WalletSendSelectToken: { name: 'WalletSendSelectToken' },
  WalletSendScan: { name: 'WalletSendScan' },
  WalletSendPreview: { name: 'WalletSendPreview' },
  WalletSendStatus: { name: 'WalletSendStatus', parameters: { id: '0x01' } },
  WalletReceive: { name: 'WalletReceive' },
  WalletCompatibleNetworks: { name: 'WalletCompatibleNetworks' },
  SIWXSignMessage: { name: 'SIWXSignMessage' },
  ConnectingSiwe: { name: 'ConnectingSiwe' },
  WhatIsAWallet: { name: 'WhatIsAWallet' },
  WhatIsANetwork: { name: 'WhatIsANetwork' },
  GetWallet: { name: 'GetWallet' },
  Downloads: { name: 'Downloads', parameters: { wallet } },
  Create: { name: 'Create' },
  ConnectSocials: { name: 'ConnectSocials' },
  ConnectingSocial: { name: 'ConnectingSocial' },
  ConnectingFarcaster: { name: 'ConnectingFarcaster' },
  EmailLogin: { name: 'EmailLogin' },
  EmailVerifyOtp: { name: 'EmailVerifyOtp' },
  EmailVerifyDevice: { name: 'EmailVerifyDevice' },
  UpdateEmailWallet: { name: 'UpdateEmailWallet' },
  UpdateEmailPrimaryOtp: { name: 'UpdateEmailPrimaryOtp' },
  UpdateEmailSecondaryOtp: { name: 'UpdateEmailSecondaryOtp' },
  AccountSettings: { name: 'AccountSettings' },
  Profile: { name: 'Profile' },
  ApproveTransaction: { name: 'ApproveTransaction' },
}

afterEach(() => vi.restoreAllMocks())

const transfers = () => Promise.reject(new Error('not asked here'))
const names = Object.keys(screens) as readonly ViewName[]
const needing = (...needs: readonly string[]) =>
  names.filter((name) => needs.includes(screens[name].needs ?? '')).map((name) => views[name])
const plain = names.filter((name) => screens[name].needs === undefined).map((name) => views[name])
const siwx = localSiwx({ storage: memoryStorage(), required: false })
/** The login that a screen shows. */
const logins: { readonly [name in ViewName]?: Login } = {
  EmailVerifyOtp: { way: 'email', email: 'a@b.example', status: 'code' },
  EmailVerifyDevice: { way: 'email', email: 'a@b.example', status: 'device' },
  ConnectingSocial: { way: 'google', status: 'window' },
  ConnectingFarcaster: { way: 'farcaster', status: 'shown' },
}

function setUp(config: Partial<Config> = {}, chainId = 1, embeddedId = 'mock') {
  const wallet = mockConnector({}, { connect: () => mockSession(undefined, chainId) })
  const kit = createTestKit({
    connectors: [wallet],
    adapters: [{ ...mockAdapter(), transfers }],
    networks: [mockNetwork(1), mockNetwork(10)],
    ...config,
  })
  const client = scriptedFrameClient({ UPDATE_EMAIL: () => new Promise(() => {}) })
  kit.slots.set(moreScreens, embeddedScreens)
  kit.slots.set(embeddedSlot, {
    connectorId: embeddedId,
    url: 'https://wallet.example/',
    client: async () => client,
    loadedClient: () => client,
  })
  keepScreenRules(kit)
  const modal = () => kit.store.getState().modal
  const move = (to: number) => wallet.emit({ type: 'session', session: mockSession(undefined, to) })
  return { kit, modal, move, connect: () => connect(kit, { connectorId: 'mock' }) }
}

/** A kit on which every screen has something to show, without an account. */
function setUpDueAlone({ name }: View) {
  const parts = setUp(
    screens[name].needs === 'signIn' ? { siwx } : {},
    name === 'UnsupportedChain' ? 424242 : 1,
  )
  updateEmbedded(parts.kit, {
    login: logins[name],
    surface: name === 'ApproveTransaction' ? { view: 'approve' } : undefined,
  })
  return parts
}

/** The same with an account. */
async function setUpDue(view: View) {
  const { name } = view
  const parts = setUpDueAlone(view)
  await parts.connect()
  if (screens[name].needs === 'signIn')
    update(parts.kit, 'siwx', (state) => ({
      ...state,
      status: name === 'ConnectingSiwe' ? 'checking' : 'signedOut',
    }))
  return parts
}

describe('a host opens $name', () => {
  test.each(plain)('$name, with and without an account', async (view) => {
    for (const { kit, modal } of [setUpDueAlone(view), await setUpDue(view)]) {
      openModal(kit, { view })
      expect(modal()).toMatchObject({ isOpen: true, stack: [view] })
    }
  })

  test.each(needing('account', 'send', 'receive', 'signIn'))('$name, with an account', async (view) => {
    const { kit, modal } = await setUpDue(view)
    openModal(kit, { view })
    expect(modal()).toMatchObject({ isOpen: true, stack: [view] })
  })

  test.each(needing('account', 'send', 'receive', 'signIn'))(
    '$name, without one: the ways to connect come first',
    (view) => {
      for (const isMobile of [true, false]) {
        const { kit, modal } = setUp({ siwx })
        openModal(kit, { view, isMobile })
        expect(modal()).toMatchObject({ isOpen: true, stack: [{ name: 'Connect' }], next: view })
      }
    },
  )

  test.each(needing('account', 'send', 'receive').filter(({ name }) => screens[name].isDue === undefined))(
    '$name, without an account: it comes once there is one',
    async (view) => {
      const { kit, modal, connect } = setUp()
      openModal(kit, { view })
      pushView(kit, { name: 'ConnectingExternal', parameters: { connectorId: 'mock' } })
      await connect()
      expect(modal()).toMatchObject({ isOpen: true, stack: [view] })
      expect(modal().next).toBeUndefined()
    },
  )

  test.each([
    ...needing('send').map((view) => ({ view, config: { features: { send: false } } })),
    ...needing('send').map((view) => ({ view, config: { adapters: [mockAdapter()] } })),
    ...needing('receive').map((view) => ({ view, config: { features: { receive: false } } })),
    ...needing('signIn').map((view) => ({ view, config: {} })),
    ...['EmailLogin', 'EmailVerifyOtp', 'EmailVerifyDevice'].map((name) => ({
      view: views[name as ViewName],
      config: { features: { email: false } },
    })),
    ...['ConnectSocials', 'ConnectingSocial', 'ConnectingFarcaster'].map((name) => ({
      view: views[name as ViewName],
      config: { features: { socials: false } as const },
    })),
    ...(['Create', 'ConnectSocials', 'ConnectingSocial', 'ConnectingFarcaster'] as const).map((name) => ({
      view: views[name],
      config: { features: { email: false, socials: [] } },
    })),
    { view: views.ConnectingFarcaster, config: { features: { socials: ['google'] } as const } },
    { view: { name: 'Nowhere' } as unknown as View, config: {} },
  ])(
    '$view.name, which is not offered with $config: refused, and nothing opens',
    async ({ view, config }) => {
      const { kit, modal, connect } = setUp(config)
      const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
      for (const step of [() => {}, connect]) {
        await step()
        openModal(kit, { view })
        expect(modal().isOpen).toBe(false)
        const refusal = {
          code: 'SCREEN_NOT_OFFERED',
          message: `This kit does not offer the screen ${view.name}.`,
        }
        expect(complaint).toHaveBeenLastCalledWith(expect.objectContaining(refusal))
      }
      expect(complaint).toHaveBeenCalledTimes(2)
    },
  )

  test.each(names.filter((name) => screens[name].isDue !== undefined).map((name) => views[name]))(
    '$name, which has nothing to say now: the account',
    async (view) => {
      const { kit, modal, connect } = setUp({ siwx }, 1, 'another')
      await connect()
      update(kit, 'siwx', (state) => ({ ...state, status: 'signedIn' }))
      openModal(kit, { view })
      expect(modal()).toMatchObject({ isOpen: true, stack: [{ name: 'Account' }] })
    },
  )
})

describe('a screen asked for without an account', () => {
  test('is forgotten when the modal closes', async () => {
    const { kit, modal, connect } = setUp()
    openModal(kit, { view: { name: 'WalletSend' } })
    closeModal(kit)
    openModal(kit)
    await connect()
    expect(modal().isOpen).toBe(false)
  })

  test('comes after the screen for unsupported networks, too', async () => {
    const { kit, modal, move, connect } = setUp({}, 424242)
    openModal(kit, { view: { name: 'WalletSend' } })
    await connect()
    expect(modal().stack).toEqual([{ name: 'UnsupportedChain' }])
    move(1)
    expect(modal()).toMatchObject({ isOpen: true, stack: [{ name: 'WalletSend' }] })
  })

  test('does not open if the connected family does not support it', async () => {
    const solana = mockNetwork(0, { id: 'main', chainNamespace: 'solana' })
    const { kit, modal, connect } = setUp({
      networks: [mockNetwork(1), solana],
      adapters: [mockAdapter(), { ...mockAdapter({ namespace: 'solana' }), transfers }],
    })
    await switchNetwork(kit, { networkId: 'solana:main' })
    openModal(kit, { view: { name: 'WalletSend' } })
    await switchNetwork(kit, { networkId: 'eip155:1' })
    await connect()
    expect(modal().isOpen).toBe(false)
  })
})

describe('the screen for unsupported networks can be left only by an answer', () => {
  async function setUpUnsupported() {
    const parts = setUp({}, 424242)
    await parts.connect()
    pushView(parts.kit, { name: 'SwitchNetwork', parameters: { networkId: 'eip155:10' } })
    return parts
  }

  test('back from the switch leads to it', async () => {
    const { kit, modal } = await setUpUnsupported()
    goBack(kit)
    expect(modal()).toMatchObject({ isOpen: true, stack: [{ name: 'UnsupportedChain' }] })
    goBack(kit)
    expect(modal()).toMatchObject({ isOpen: true, isShaking: true, stack: [{ name: 'UnsupportedChain' }] })
  })

  test('closing shakes over the switch too', async () => {
    const { kit, modal } = await setUpUnsupported()
    closeModal(kit)
    expect(modal()).toMatchObject({ isOpen: true, isShaking: true })
  })

  test('it closes after the switch or a disconnection', async () => {
    const { kit, modal, move } = await setUpUnsupported()
    move(10)
    expect(modal().isOpen).toBe(false)
    move(424242)
    await disconnect(kit)
    expect(modal().isOpen).toBe(false)
  })
})

describe('while it shows', () => {
  test('a screen whose feature is turned off gives way to the screen before', async () => {
    const { kit, modal, connect } = setUp()
    await connect()
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
    openModal(kit)
    pushView(kit, { name: 'WalletSend' })
    pushView(kit, { name: 'WalletSendPreview' })
    updateOptions(kit, { features: { send: false } })
    expect(modal()).toMatchObject({ isOpen: true, stack: [{ name: 'Account' }] })
    expect(complaint).toHaveBeenCalledOnce()
  })

  test('a screen of an account gives way to the ways to connect if the family in use has no account', async () => {
    const solana = mockNetwork(0, { id: 'main', chainNamespace: 'solana' })
    const { kit, modal, connect } = setUp({
      networks: [mockNetwork(1), solana],
      adapters: [mockAdapter(), mockAdapter({ namespace: 'solana' })],
    })
    await connect()
    openModal(kit)
    await switchNetwork(kit, { networkId: 'solana:main' })
    expect(modal()).toMatchObject({ isOpen: true, stack: [{ name: 'Connect' }], next: { name: 'Account' } })
  })
})

describe('opened for a chain family', () => {
  const solana = mockNetwork(0, { id: 'main', chainNamespace: 'solana', caipNetworkId: 'solana:main' })
  const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

  type More = Pick<Config, 'siwx'> & {
    readonly ethereum?: number
    readonly solanaId?: string
    readonly isSecond?: boolean
  }

  /** Solana is connected, and then Ethereum, which is therefore in use. */
  async function setUpBoth({ ethereum = 1, solanaId = 'main', isSecond = true, ...more }: More = {}) {
    const other = mockConnector(
      { id: 'solana', namespaces: ['solana'] },
      {
        connect: () => ({
          namespaces: {
            solana: { addresses: [bob], networkId: `solana:${solanaId}`, approvedNetworkIds: 'all' },
          },
        }),
      },
    )
    const ways = [mockConnector({}, { connect: () => mockSession(undefined, ethereum) }), other]
    const { kit, modal } = setUp({
      ...more,
      connectors: ways,
      networks: [mockNetwork(1), solana],
      adapters: [
        { ...mockAdapter(), transfers },
        { ...mockAdapter({ namespace: 'solana' }), transfers },
      ],
    })
    await connect(kit, { connectorId: 'solana' })
    await switchNetwork(kit, { networkId: 'eip155:1' })
    if (isSecond) await connect(kit, { connectorId: 'mock' })
    if (modal().isOpen && ethereum === 1) closeModal(kit)
    return { kit, modal, active: () => activeNetworkId(kit.store.getState()) }
  }

  test.each([undefined, ...needing('account', 'send', 'receive').filter(({ name }) => !screens[name].isDue)])(
    'the account shows its account, whatever is in use: $name',
    async (view) => {
      for (const isSecond of [true, false]) {
        const { kit, modal, active } = await setUpBoth({ isSecond })
        const networks: string[] = []
        kit.events.subscribe((event) => event.type === 'SWITCH_NETWORK' && networks.push(event.network))
        openModal(kit, { namespace: 'solana', view })
        expect(modal()).toMatchObject({ isOpen: true, stack: [view ?? { name: 'Account' }], next: undefined })
        expect([active(), ...networks]).toEqual(['solana:main', 'solana:main'])
      }
    },
  )

  test('its account signs in first, and the screen is there afterwards', async () => {
    const { kit, modal } = await setUpBoth({ isSecond: false, siwx })
    closeModal(kit)
    const view = { name: 'WalletReceive' } as const
    openModal(kit, { namespace: 'solana', view })
    expect(modal()).toMatchObject({ stack: [{ name: 'ConnectingSiwe' }], next: view })
  })

  test('another family that the visitor chooses there is not taken back', async () => {
    const { kit, modal, active } = await setUpBoth()
    openModal(kit, { namespace: 'solana' })
    pushView(kit, { name: 'Networks' })
    await switchNetwork(kit, { networkId: 'eip155:1' })
    expect(modal().stack).toEqual([{ name: 'Account' }])
    expect(active()).toBe('eip155:1')
  })

  test('another family without an account asks to connect, and offers the wallets of all', async () => {
    const { kit, modal } = await setUpBoth({ isSecond: false })
    openModal(kit, { namespace: 'solana' })
    await switchNetwork(kit, { networkId: 'eip155:1' })
    expect(modal()).toMatchObject({ stack: [{ name: 'Connect' }], namespace: undefined })
  })

  test('its own network decides whether the visitor must switch', async () => {
    const ethereumAway = await setUpBoth({ ethereum: 424242 })
    openModal(ethereumAway.kit, { namespace: 'solana' })
    expect(ethereumAway.modal().stack).toEqual([{ name: 'Account' }])

    const solanaAway = await setUpBoth({ solanaId: 'elsewhere' })
    openModal(solanaAway.kit, { namespace: 'solana' })
    expect(solanaAway.modal().stack).toEqual([{ name: 'UnsupportedChain' }])
    expect(solanaAway.active()).toBe('solana:elsewhere')
  })

  test('the ways to connect leave the network in use alone', async () => {
    const { kit, modal, active } = await setUpBoth()
    openModal(kit, { namespace: 'solana', view: { name: 'Connect' } })
    expect(modal()).toMatchObject({ stack: [{ name: 'Connect' }], namespace: 'solana' })
    expect(active()).toBe('eip155:1')
  })
})

describe('work that a screen began ends once the screen is left', () => {
  const never = () => new Promise<never>(() => {})
  const status = ({ store }: Kit) => store.getState().connection.status.eip155
  /** By screen: how its work begins, and whether it is still going on. A screen with `onLeave` must be listed here. */
  const begun: {
    readonly [name in ViewName]?: readonly [(kit: Kit) => Promise<unknown>, (kit: Kit) => unknown]
  } = {
    ConnectingExternal: [
      (kit) => connect(kit, { connectorId: 'slow' }),
      ({ store }) => store.getState().connection.attempt !== null,
    ],
    ConnectingWalletConnect: [openPairing, (kit) => status(kit) === 'connecting'],
    ConnectingWalletConnectBasic: [openPairing, (kit) => status(kit) === 'connecting'],
    SwitchNetwork: [
      (kit) => switchNetwork(kit, { networkId: 'eip155:10' }),
      ({ store }) => store.getState().network.switching !== null,
    ],
    WalletSend: [async (kit) => latest(kit, makingSlot), ({ slots }) => slots.get(makingSlot) !== undefined],
    ...Object.fromEntries(
      Object.entries(logins).map(([name, login]) => [
        name,
        [async (kit: Kit) => beginLogin(kit, login), ({ store }: Kit) => store.getState().embedded?.login],
      ]),
    ),
    ...Object.fromEntries(
      ['UpdateEmailWallet', 'UpdateEmailPrimaryOtp', 'UpdateEmailSecondaryOtp'].map((name) => [
        name,
        [
          (kit: Kit) => changeEmail(kit, { email: 'a@b.example' }),
          ({ store }: Kit) => store.getState().embedded?.emailChange,
        ],
      ]),
    ),
    ApproveTransaction: [
      async (kit) => updateEmbedded(kit, { surface: { view: 'approve' } }),
      ({ store }) => store.getState().embedded?.surface,
    ],
  }
  const ways: { readonly [way: string]: (kit: Kit) => void } = {
    'by another screen': (kit) => pushView(kit, { name: 'WhatIsAWallet' }),
    'by Back': goBack,
    'by closing': closeModal,
  }

  test('each screen with `onLeave` is among these', () => {
    expect(Object.keys(begun).sort()).toEqual(
      names.filter((name) => screens[name].onLeave !== undefined).sort(),
    )
  })

  test.each(
    Object.entries(begun).flatMap(([name, [begin, isGoing]]) =>
      Object.entries(ways).map(([way, leave]) => ({
        view: views[name as ViewName],
        way,
        begin,
        isGoing,
        leave,
      })),
    ),
  )('$view.name, left $way', async ({ view, begin, isGoing, leave }) => {
    const wallet = mockConnector({}, { connect: () => mockSession(), switchNetwork: never })
    const slow = mockConnector({ id: 'slow' }, { connect: never })
    const remote = mockConnector({ id: walletConnectId, type: 'WALLET_CONNECT' }, { connect: never })
    const kit = setUp({ connectors: [wallet, slow, remote] }).kit
    if (view.name === 'SwitchNetwork' || screens[view.name].needs) await connect(kit, { connectorId: 'mock' })
    openModal(kit, { view: { name: 'Networks' } })
    begin(kit).catch(() => {})
    pushView(kit, view)
    await Promise.resolve()
    expect(isGoing(kit)).toBeTruthy()
    leave(kit)
    await vi.dynamicImportSettled()
    expect(isGoing(kit)).toBeFalsy()
  })

  test('the work goes on if the next screen continues it', async () => {
    const remote = mockConnector({ id: walletConnectId, type: 'WALLET_CONNECT' }, { connect: never })
    const { kit } = setUp({ connectors: [remote] })
    openModal(kit, { view: { name: 'ConnectingWalletConnect', parameters: { wallet } } })
    openPairing(kit).catch(() => {})
    pushView(kit, { name: 'ConnectingWalletConnect' })
    await Promise.resolve()
    expect(status(kit)).toBe('connecting')
  })
})
