import { afterEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../core/storageBackends.js'
import { KitError } from '../protocol/errors.js'
import { eventFacts, laterEvents } from '../protocol/eventFacts.js'
import type { KitEvent, KitEventType } from '../protocol/events.js'
import { walletError } from '../protocol/walletErrors.js'
import { createTestKit } from '../testing/createTestKit.js'
import { type EmbeddedKit, embeddedKit } from '../testing/frame/embeddedKit.js'
import type { FrameScript } from '../testing/frame/scriptedFrameClient.js'
import { mockAdapter } from '../testing/mockAdapter.js'
import { type MockBehaviour, mockConnector, mockSession } from '../testing/mockConnector.js'
import { fetchActivity } from './account/fetchActivity.js'
import { connect } from './connection/connect.js'
import { disconnect } from './connection/disconnect.js'
import { tellChoice } from './connection/tellChoice.js'
import { changeEmail } from './embedded/changeEmail.js'
import { confirmCode, loginByEmail } from './embedded/loginByEmail.js'
import { loginByFarcaster } from './embedded/loginByFarcaster.js'
import { loginBySocial } from './embedded/loginBySocial.js'
import { endLogin } from './embedded/runLogin.js'
import { setAccountType } from './embedded/setAccountType.js'
import { update } from './Kit.js'
import { chooseAccountTab } from './modal/chooseAccountTab.js'
import { closeModal } from './modal/closeModal.js'
import { goBack, pushView } from './modal/navigate.js'
import { openModal } from './modal/openModal.js'
import type { View } from './modal/screens.js'
import { switchNetwork } from './network/switchNetwork.js'
import { showError } from './notify/showSnackbar.js'
import { keepSent } from './send/sent.js'
import type { Sent } from './send/state.js'
import { localSiwx } from './siwx/localSiwx.js'
import { cancelSignIn, signIn } from './siwx/signIn.js'
import { siwxOf } from './siwx/siwxOf.js'
import { searchWallets } from './wallets/searchWallets.js'

afterEach(() => vi.unstubAllGlobals())

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

const sent: Sent = {
  ...{ kind: 'transaction', id: '0x1', networkId: 'eip155:1', from: alice, to: alice, symbol: 'ETH' },
  ...{ decimals: 18, units: '1', sentAt: 1, status: 'pending' },
}

type Answer = (path: string) => unknown

/** Answers of a service with one chain and nothing on it. */
const quiet: Answer = (path) =>
  path.endsWith('supported-chains') ? { http: ['eip155:1'], ws: [] } : { data: [], next: null }

function setUpKit(answer: Answer = quiet, behaviour: MockBehaviour = {}) {
  vi.stubGlobal('location', new URL('https://tidepool.example/'))
  vi.stubGlobal('fetch', async (url: string) => {
    const body = answer(new URL(url).pathname)
    return body === undefined ? new Response('', { status: 403 }) : Response.json(body)
  })
  const wallet = mockConnector(
    {},
    { connect: () => mockSession([alice]), switchNetwork: () => {}, provider: {}, ...behaviour },
  )
  const siwx = localSiwx({ storage: memoryStorage(), required: false })
  const kit = createTestKit({
    connectors: [wallet],
    adapters: [mockAdapter({ signMessage: async () => '0x', transfers: async () => ({}) as never })],
    services: { blockchain: 'https://chains.example', explorer: 'https://wallets.example' },
    siwx,
  })
  const events: KitEvent[] = []
  kit.events.subscribe((event) => void events.push(event))
  return { kit, wallet, events, types: () => events.map(({ type }) => type) }
}

async function setUp(answer?: Answer, behaviour?: MockBehaviour) {
  const made = setUpKit(answer, behaviour)
  made.kit.start()
  await vi.dynamicImportSettled()
  await connect(made.kit, { connectorId: 'mock' })
  return made
}

type Made = Awaited<ReturnType<typeof setUp>>

const goTo = (view: View) => (made: Made) => {
  openModal(made.kit)
  // The kit of this test would not offer all of these screens by itself.
  pushView(made.kit, view)
}

function giveUp({ kit }: Made) {
  update(kit, 'siwx', (state) => ({ ...state, isRequired: false }))
  return cancelSignIn(kit)
}

/** The events of logging in to the embedded wallet. */
type EmbeddedEventType = Extract<
  KitEventType,
  `EMAIL_${string}` | `SOCIAL_LOGIN_${string}` | 'DEVICE_REGISTERED_FOR_EMAIL' | 'SET_PREFERRED_ACCOUNT_TYPE'
>

/** By event, the action that causes it. An event without a row does not compile. */
const causes: {
  readonly [type in Exclude<KitEventType, EmbeddedEventType>]: (made: Made) => unknown
} = {
  INITIALIZE: () => {},
  MODAL_OPEN: ({ kit }) => openModal(kit),
  MODAL_CLOSE({ kit }) {
    openModal(kit)
    closeModal(kit)
  },
  CLICK_ALL_WALLETS: goTo({ name: 'AllWallets' }),
  CLICK_WALLET_HELP: goTo({ name: 'WhatIsAWallet' }),
  CLICK_NETWORK_HELP: goTo({ name: 'WhatIsANetwork' }),
  CLICK_GET_WALLET: goTo({ name: 'GetWallet' }),
  CLICK_NETWORKS: goTo({ name: 'Networks' }),
  CLICK_TRANSACTIONS: ({ kit }) => chooseAccountTab(kit, { tab: 'activity' }),
  SELECT_WALLET({ kit, wallet }) {
    tellChoice(kit, { choice: { type: 'connector', connector: wallet.info }, isMobile: false })
  },
  SEARCH_WALLET: ({ kit }) => searchWallets(kit, { text: 'amber' }).catch(() => {}),
  CONNECT_SUCCESS: () => {},
  CONNECT_ERROR({ kit, wallet }) {
    wallet.connect = () => Promise.reject(new Error('no'))
    return connect(kit, { connectorId: 'mock' }).catch(() => {})
  },
  DISCONNECT_SUCCESS: ({ kit }) => disconnect(kit),
  DISCONNECT_ERROR({ kit, wallet }) {
    wallet.disconnect = () => Promise.reject(new Error('no'))
    return disconnect(kit).catch(() => {})
  },
  SWITCH_NETWORK: ({ kit }) => switchNetwork(kit, { networkId: 'eip155:10' }),
  OPEN_SEND: goTo({ name: 'WalletSend' }),
  SEND_INITIATED: ({ kit }) => keepSent(kit, sent),
  SEND_SUCCESS({ kit }) {
    keepSent(kit, sent)
    keepSent(kit, { ...sent, status: 'confirmed' })
  },
  SEND_ERROR({ kit }) {
    keepSent(kit, sent)
    keepSent(kit, { ...sent, status: 'failed' })
  },
  async LOAD_MORE_TRANSACTIONS({ kit }) {
    await fetchActivity(kit)
    const activity = { status: 'success', transactions: [], next: 'more', seen: [] } as const
    update(kit, 'account', (state) => ({ ...state, activities: { [`eip155:1:${alice}`]: activity } }))
    await fetchActivity(kit, { isMore: true })
  },
  async ERROR_FETCH_TRANSACTIONS({ kit }) {
    vi.stubGlobal('fetch', async () => new Response('', { status: 403 }))
    await fetchActivity(kit).catch(() => {})
  },
  CLICK_SIGN_SIWX_MESSAGE: ({ kit }) => signIn(kit).catch(() => {}),
  CLICK_CANCEL_SIWX: giveUp,
  async SIWX_AUTH_SUCCESS({ kit }) {
    const siwx = siwxOf(kit)
    if (siwx) siwx.createMessage = async (input) => ({ ...input, toString: () => 'message' })
    await signIn(kit).catch(() => {})
  },
  SIWX_AUTH_ERROR({ kit }) {
    const siwx = siwxOf(kit)
    if (siwx) siwx.createMessage = () => Promise.reject(new Error('no'))
    return signIn(kit).catch(() => {})
  },
  INTERNAL_SDK_ERROR: ({ kit }) => showError(kit, new TypeError('x is undefined')),
}

const refused = () => Promise.reject(walletError('REQUEST_REJECTED', { slots: { wallet: 'Wallet' } }))
const toCode = async ({ kit }: EmbeddedKit) => loginByEmail(kit, { email: 'alice@tidepool.example' })
const enterCode = async ({ kit }: EmbeddedKit) =>
  confirmCode(kit, { code: '123456' }).catch((error: KitError) => expect(error.code).toBe('REQUEST_REJECTED'))
const inWindow = ({ kit }: EmbeddedKit) => {
  const opened = { closed: false, location: { href: '' }, close() {} }
  return loginBySocial(kit, { provider: 'google', opened }).catch(() => {})
}
const sendsCode = { CONNECT_EMAIL: { action: 'VERIFY_OTP' }, CONNECT_OTP: {} }
const letsIn = {
  GET_SOCIAL_REDIRECT_URI: { uri: 'https://provider.example/' },
  CONNECT_SOCIAL: { email: null },
}

type EmbeddedCause = readonly [script: FrameScript, cause: (made: EmbeddedKit) => unknown]

/** The field for the e-mail address emits this one (`Login.test.tsx`). */
type FieldEventType = 'EMAIL_LOGIN_SELECTED'

/** By event of the embedded wallet, what its frame answers, and the action that causes the event. */
const embeddedCauses: {
  readonly [type in Exclude<EmbeddedEventType, FieldEventType>]: EmbeddedCause
} = {
  EMAIL_SUBMITTED: [sendsCode, toCode],
  DEVICE_REGISTERED_FOR_EMAIL: [{ CONNECT_EMAIL: { action: 'VERIFY_DEVICE' }, CONNECT_DEVICE: {} }, toCode],
  EMAIL_VERIFICATION_CODE_SENT: [sendsCode, toCode],
  EMAIL_VERIFICATION_CODE_PASS: [sendsCode, (made) => toCode(made).then(() => enterCode(made))],
  EMAIL_VERIFICATION_CODE_FAIL: [
    { ...sendsCode, CONNECT_OTP: refused },
    (made) => toCode(made).then(() => enterCode(made)),
  ],
  EMAIL_EDIT: [
    { UPDATE_EMAIL: { action: 'VERIFY_PRIMARY_OTP' } },
    ({ kit }) => changeEmail(kit, { email: 'bob@tidepool.example' }),
  ],
  SOCIAL_LOGIN_STARTED: [letsIn, inWindow],
  SOCIAL_LOGIN_REQUEST_USER_DATA: [
    { GET_FARCASTER_URI: { url: 'https://farcaster.example/' }, CONNECT_FARCASTER: {} },
    ({ kit }) => loginByFarcaster(kit),
  ],
  SOCIAL_LOGIN_SUCCESS: [letsIn, inWindow],
  SOCIAL_LOGIN_ERROR: [{ GET_SOCIAL_REDIRECT_URI: refused }, inWindow],
  SOCIAL_LOGIN_CANCELED: [
    { GET_SOCIAL_REDIRECT_URI: () => new Promise(() => {}) },
    (made) => {
      void inWindow(made)
      endLogin(made.kit)
    },
  ],
  SET_PREFERRED_ACCOUNT_TYPE: [
    { SET_PREFERRED_ACCOUNT: { type: 'smartAccount', address: alice } },
    async ({ kit }) => {
      await connect(kit, { connectorId: 'latchkey.embedded' })
      await setAccountType(kit, { type: 'smartAccount' })
    },
  ],
}

test.each(Object.keys(embeddedCauses) as (keyof typeof embeddedCauses)[])('%s happens', async (type) => {
  stubPage()
  const [script, cause] = embeddedCauses[type]
  const made = embeddedKit(script)
  await cause(made)
  await vi.waitFor(() => expect(made.events.map((event) => event.type)).toContain(type))
  const told = made.events.find((event) => event.type === type) ?? {}
  expect(Object.keys(told).sort()).toEqual(['type', ...Object.keys(eventFacts[type].properties)].sort())
})

/** The part of a page in which a window can be watched. */
function stubPage() {
  vi.stubGlobal('document', { hasFocus: () => true })
  vi.stubGlobal('window', new EventTarget())
}

test.each(Object.keys(causes) as Exclude<KitEventType, EmbeddedEventType>[])('%s happens', async (type) => {
  const made = await setUp()
  await causes[type](made)
  await vi.waitFor(() => expect(made.types()).toContain(type))
  const told = made.events.find((event) => event.type === type) ?? {}
  expect(Object.keys(told).sort()).toEqual(['type', ...Object.keys(eventFacts[type].properties)].sort())
})

test('an event of a feature that does not exist yet is not emitted', () => {
  const later = Object.values(laterEvents).flatMap((names) => names.split(' '))
  expect(later.filter((name) => Object.hasOwn(eventFacts, name))).toEqual([])
})

test('the kit tells that it has started, once', async () => {
  const { kit, types } = await setUp()
  kit.start()
  expect(types().filter((type) => type === 'INITIALIZE')).toHaveLength(1)
})

test('going to a screen emits its event; coming back to it, or a host that opens it, does not', async () => {
  const { kit, events } = await setUp()
  const told = () => events.splice(0).filter(({ type }) => /^(CLICK|OPEN)_/.test(type))
  openModal(kit, { view: { name: 'AllWallets' } })
  expect(told()).toEqual([])
  openModal(kit, { view: { name: 'Networks' } })
  pushView(kit, { name: 'WhatIsANetwork' })
  expect(told()).toEqual([{ type: 'CLICK_NETWORKS' }, { type: 'CLICK_NETWORK_HELP' }])
  goBack(kit)
  expect(told()).toEqual([])
})

test('an internal error says no address, no key and no link', async () => {
  const { kit, events } = await setUp()
  const words = `wc:abc@2?symKey=12345678 for ${alice} in https://a.example/?key=1 failed`
  showError(kit, new RangeError(words))
  expect(events.at(-1)).toEqual({
    ...{ type: 'INTERNAL_SDK_ERROR', errorType: 'RangeError', uncaught: false },
    errorMessage: '… for … in … failed',
  })
  showError(kit, new KitError('NOT_CONNECTED'))
  expect(events.filter(({ type }) => type === 'INTERNAL_SDK_ERROR')).toHaveLength(1)
})

const amber = { id: 'amber', name: 'Amber' }
test.each([
  ['over the protocol, from a computer', { info: { type: 'WALLET_CONNECT' } }, false, 'qrcode'],
  ['in the page', { info: { type: 'INJECTED' } }, false, 'browser'],
  ['an app, from a computer', { wallet: { ...amber, mobile_link: 'amber://' } }, false, 'qrcode'],
  ['an app, on its phone', { wallet: { ...amber, mobile_link: 'amber://' } }, true, 'mobile'],
  ['a page', { wallet: { ...amber, webapp_link: 'https://amber.example' } }, false, 'web'],
  ['an app of the computer', { wallet: { ...amber, desktop_link: 'amber://' } }, false, 'desktop'],
  ['nothing to reach it by', { wallet: amber }, false, 'unsupported'],
] as const)('a wallet that is %s is chosen as such', async (_, choice, isMobile, platform) => {
  const { kit, wallet, events } = await setUp()
  const chosen =
    'info' in choice
      ? ({ type: 'connector', connector: { ...wallet.info, ...choice.info } } as const)
      : ({ type: 'wallet', wallet: choice.wallet } as const)
  tellChoice(kit, { choice: chosen, isMobile })
  expect(events.at(-1)).toMatchObject({ type: 'SELECT_WALLET', platform })
})

test.each([
  ['confirmed', ['SEND_INITIATED', 'SEND_SUCCESS']],
  ['failed', ['SEND_INITIATED', 'SEND_ERROR']],
  ['lost', ['SEND_INITIATED', 'SEND_ERROR']],
  ['replaced', ['SEND_INITIATED']],
] as const)('a transfer that is %s: %j, each once', async (status, types) => {
  const { kit, events } = await setUp()
  keepSent(kit, sent)
  keepSent(kit, { ...sent, nonce: 1 })
  keepSent(kit, { ...sent, status })
  keepSent(kit, { ...sent, status })
  const told = events.filter(({ type }) => type.startsWith('SEND_'))
  const of = { network: 'eip155:1', token: 'ETH' }
  expect(told).toEqual(
    types.map((type) => ({ type, ...of, ...(type === 'SEND_ERROR' ? { message: status } : {}) })),
  )
})

test.each([
  ['Mozilla/5.0 (X11; Linux)', 'WALLET_CONNECT', 'qrcode'],
  ['Mozilla/5.0 (iPhone)', 'WALLET_CONNECT', 'mobile'],
  ['Mozilla/5.0 (iPhone)', 'INJECTED', 'browser'],
] as const)('in %s a wallet by %s is connected by %s', async (userAgent, type, method) => {
  vi.stubGlobal('navigator', { userAgent, language: 'en' })
  const wallet = mockConnector({ type }, { connect: () => mockSession([alice]) })
  const kit = createTestKit({ connectors: [wallet] })
  const events: KitEvent[] = []
  kit.events.subscribe((event) => void events.push(event))
  await connect(kit, { connectorId: 'mock' })
  expect(events).toContainEqual(expect.objectContaining({ type: 'CONNECT_SUCCESS', method }))
})
