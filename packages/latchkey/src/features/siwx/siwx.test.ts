import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Config } from '../../core/Config.js'
import { currentView } from '../../core/router.js'
import type { SiweConfig, SiwxConfig } from '../../core/siwx.js'
import { memoryStorage } from '../../core/storageBackends.js'
import { KitError } from '../../protocol/errors.js'
import { walletError } from '../../protocol/walletErrors.js'
import { parseSiwxMessage } from '../../siwx/message/parseSiwxMessage.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { mockTabs } from '../../testing/mockTabs.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { openPairing } from '../connection/openPairing.js'
import { restoreConnections } from '../connection/restoreConnections.js'
import type { Connection } from '../connection/state.js'
import { type Kit, update } from '../Kit.js'
import { closeModal } from '../modal/closeModal.js'
import { resetView } from '../modal/navigate.js'
import { openModal } from '../modal/openModal.js'
import { watchConnection } from '../modal/watchConnection.js'
import { fromSiweConfig } from './fromSiweConfig.js'
import { localSiwx } from './localSiwx.js'
import { cancelSignIn, signIn, signOut } from './signIn.js'
import { signOutEnded } from './signOutEnded.js'
import { startSiwx } from './startSiwx.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let code = '0x'
beforeEach(() => {
  vi.stubGlobal('location', { host: 'app.example', origin: 'https://app.example' })
  // Answers as a chain's node that is asked for the code of an account.
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ result: code })))
})
afterEach(() => {
  vi.unstubAllGlobals()
  code = '0x'
})

type Sign = (message: string) => Promise<string>

function setUp(config: Partial<Config>, sign: Sign = async () => '0xsigned') {
  const asked: string[] = []
  const wallet = mockConnector({}, { connect: () => mockSession([alice]), provider: {} })
  const adapter = mockAdapter({
    async signMessage({ message }) {
      asked.push(String(message))
      return sign(String(message))
    },
  })
  const kit = createTestKit({ connectors: [wallet], adapters: [adapter], ...config })
  startSiwx(kit)
  const state = () => kit.store.getState()
  const view = () => (state().modal.isOpen ? currentView(state().modal.stack).name : undefined)
  const connectInModal = async () => {
    openModal(kit)
    await connect(kit, { connectorId: 'mock' })
  }
  return { kit, wallet, asked, state, view, connectInModal }
}

const local = (options: localSiwx.Options = {}) => localSiwx({ storage: memoryStorage(), ...options })

/** A promise that a test settles. */
function held<value>() {
  let resolve: (value: value) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<value>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}

describe('after connecting', () => {
  test('an account without a session is asked to sign; the modal never closes in between', async () => {
    const { kit, view, state, connectInModal } = setUp({ siwx: local() })
    const seen: unknown[] = []
    kit.store.subscribe(() => seen.push(view()))
    await connectInModal()
    await vi.waitFor(() => expect(view()).toBe('SIWXSignMessage'))
    expect(seen).not.toContain(undefined)
    expect(state().siwx).toMatchObject({ status: 'signedOut', isRequired: true })
  })

  test('signing keeps the session and closes; the text is an ERC-4361 message of this page', async () => {
    const { kit, view, state, asked, connectInModal } = setUp({ siwx: local({ statement: 'Hello.' }) })
    await connectInModal()
    await vi.waitFor(() => expect(view()).toBe('SIWXSignMessage'))
    await signIn(kit)
    expect(state().siwx.status).toBe('signedIn')
    expect(view()).toBeUndefined()
    expect(parseSiwxMessage(asked[0] ?? '')).toMatchObject({
      domain: 'app.example',
      uri: 'https://app.example',
      address: alice,
      chainId: 'eip155:1',
      statement: 'Hello.',
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })

  test('an account with a session is not asked', async () => {
    const siwx = local()
    const first = setUp({ siwx })
    await first.connectInModal()
    await vi.waitFor(() => expect(first.view()).toBe('SIWXSignMessage'))
    await signIn(first.kit)

    const second = setUp({ siwx })
    await second.connectInModal()
    await vi.waitFor(() => expect(second.state().siwx.status).toBe('signedIn'))
    expect(second.view()).toBeUndefined()
  })

  test('an embedded modal, which nobody opens, goes on from the look-up of a session to the account', async () => {
    const siwx = local()
    const first = setUp({ siwx })
    await first.connectInModal()
    await vi.waitFor(() => expect(first.view()).toBe('SIWXSignMessage'))
    await signIn(first.kit)

    const { kit, state } = setUp({ siwx, enableEmbedded: true })
    watchConnection(kit)
    await connect(kit, { connectorId: 'mock' })
    await vi.waitFor(() => expect(state().siwx.status).toBe('signedIn'))
    expect(state().modal).toMatchObject({ isOpen: false, stack: [{ name: 'Account' }] })
  })

  test('a session is asked for again once it has expired', async () => {
    let time = Date.UTC(2026, 10, 21)
    const siwx = local({ now: () => time, lifetime: 1_000 })
    const first = setUp({ siwx })
    await first.connectInModal()
    await vi.waitFor(() => expect(first.view()).toBe('SIWXSignMessage'))
    await signIn(first.kit)
    time += 1_000
    const second = setUp({ siwx })
    await second.connectInModal()
    await vi.waitFor(() => expect(second.view()).toBe('SIWXSignMessage'))
  })
})

describe('while a required signature is due', () => {
  test('closing is refused by a shake; cancelling disconnects', async () => {
    const { kit, view, state, connectInModal } = setUp({ siwx: local() })
    await connectInModal()
    await vi.waitFor(() => expect(view()).toBe('SIWXSignMessage'))
    closeModal(kit)
    expect(state().modal).toMatchObject({ isOpen: true, isShaking: true })
    await cancelSignIn(kit)
    expect(state().connection.connections).toEqual({})
    expect(view()).toBeUndefined()
    expect(state().siwx).toEqual({ status: 'signedOut' })
  })
})

describe('where it is optional', () => {
  test('closing and cancelling leave the account connected and signed out', async () => {
    for (const leave of [closeModal, cancelSignIn]) {
      const { kit, view, state, connectInModal } = setUp({ siwx: local({ required: false }) })
      await connectInModal()
      await vi.waitFor(() => expect(view()).toBe('SIWXSignMessage'))
      await leave(kit)
      expect(view()).toBeUndefined()
      expect(Object.keys(state().connection.connections)).toEqual(['mock'])
      expect(state().siwx.status).toBe('signedOut')
    }
  })

  test('a page that restores its connection does not ask', async () => {
    const { state, kit, view, wallet } = setUp({ siwx: local({ required: false }) })
    void wallet
    await connect(kit, { connectorId: 'mock' })
    await vi.waitFor(() => expect(state().siwx.status).toBe('signedOut'))
    expect(view()).toBeUndefined()
  })
})

describe('where it is optional, in an embedded modal', () => {
  const embedded = { siwx: local({ required: false }), enableEmbedded: true }
  const view = (kit: Kit) => currentView(kit.store.getState().modal.stack).name

  test('a visitor who connects is asked, though nobody opened the modal', async () => {
    const { kit } = setUp(embedded)
    await connect(kit, { connectorId: 'mock' })
    await vi.waitFor(() => expect(view(kit)).toBe('SIWXSignMessage'))
  })

  test('a visitor whose wallet answers a code is asked', async () => {
    const protocol = mockConnector(
      { id: 'walletConnect', type: 'WALLET_CONNECT' },
      { connect: () => mockSession([alice]) },
    )
    const { kit } = setUp({ ...embedded, connectors: [protocol] })
    void openPairing(kit)
    update(kit, 'connection', (state) => ({ ...state, pairing: { status: 'ready', uri: 'wc:1@2' } }))
    await vi.waitFor(() => expect(view(kit)).toBe('SIWXSignMessage'))
  })

  test('a page that restores its connection does not ask, also while it shows a code', async () => {
    const storage = memoryStorage()
    await connect(setUp({ storage }).kit, { connectorId: 'mock' })
    const wallet = mockConnector({}, { restore: () => mockSession([alice]) })
    const { kit, state } = setUp({ ...embedded, storage, connectors: [wallet] })
    update(kit, 'connection', (connection) => ({
      ...connection,
      pairing: { status: 'ready', uri: 'wc:1@2' },
    }))
    restoreConnections(kit)
    await vi.waitFor(() => expect(view(kit)).toBe('Account'))
    expect(wallet.calls).toEqual(['restore'])
    expect(state().siwx).toMatchObject({ status: 'signedOut', account: `eip155:1:${alice}` })
  })
})

describe('a signature that does not come', () => {
  test('declined: "Signature declined", and the way to try again', async () => {
    const rejection = walletError('REQUEST_REJECTED', { slots: { wallet: 'Mock' } })
    const { kit, view, state, connectInModal } = setUp({ siwx: local() }, async () =>
      Promise.reject(rejection),
    )
    await connectInModal()
    await vi.waitFor(() => expect(view()).toBe('SIWXSignMessage'))
    await expect(signIn(kit)).rejects.toMatchObject({
      code: 'SIGNATURE_DECLINED',
      message: 'Signature declined',
    })
    expect(state().siwx).toMatchObject({ status: 'signedOut', error: { code: 'SIGNATURE_DECLINED' } })
    // Only the screen shows the error, no message.
    expect(state().notify.snackbar).toBeNull()
    expect(view()).toBe('SIWXSignMessage')
  })

  test('declined after the screen was left: the screen comes back with the reason', async () => {
    let decline = () => {}
    const { kit, view, state, connectInModal } = setUp(
      { siwx: local({ required: false }) },
      () =>
        new Promise((_, reject) => {
          decline = () => reject(walletError('REQUEST_REJECTED', { slots: { wallet: 'Mock' } }))
        }),
    )
    await connectInModal()
    await vi.waitFor(() => expect(view()).toBe('SIWXSignMessage'))
    const signed = signIn(kit).catch(() => {})
    await vi.waitFor(() => expect(state().siwx.status).toBe('signing'))
    await kit.clock.advance(0)
    closeModal(kit)
    expect(view()).toBeUndefined()
    decline()
    await signed
    expect(view()).toBe('SIWXSignMessage')
    // Only the screen shows the error, no message.
    expect(state().notify.snackbar).toBeNull()
    expect(state().siwx).toMatchObject({ status: 'signedOut', error: { code: 'SIGNATURE_DECLINED' } })
  })

  test('declined while the host asks without the modal: no modal opens', async () => {
    const rejection = walletError('REQUEST_REJECTED', { slots: { wallet: 'Mock' } })
    const { kit, view, state } = setUp({ siwx: local({ required: false }) }, () => Promise.reject(rejection))
    await connect(kit, { connectorId: 'mock' })
    await vi.waitFor(() => expect(state().siwx.status).toBe('signedOut'))
    await expect(signIn(kit)).rejects.toMatchObject({ code: 'SIGNATURE_DECLINED' })
    expect(view()).toBeUndefined()
  })

  test('declined in an embedded modal: only its screen says so', async () => {
    const rejection = walletError('REQUEST_REJECTED', { slots: { wallet: 'Mock' } })
    const config = { siwx: local({ required: false }), enableEmbedded: true }
    const { kit, state } = setUp(config, () => Promise.reject(rejection))
    await connect(kit, { connectorId: 'mock' })
    await vi.waitFor(() => expect(state().siwx.status).toBe('signedOut'))
    resetView(kit, { name: 'SIWXSignMessage' })
    await expect(signIn(kit)).rejects.toMatchObject({ code: 'SIGNATURE_DECLINED' })
    expect(state().notify.snackbar).toBeNull()
    expect(currentView(state().modal.stack).name).toBe('SIWXSignMessage')
  })

  test('the session cannot be stored: the screen says so, and nobody is half signed in', async () => {
    const siwx: SiwxConfig = { ...local(), addSession: async () => Promise.reject(new Error('500')) }
    const { kit, view, state, connectInModal } = setUp({ siwx })
    await connectInModal()
    await vi.waitFor(() => expect(view()).toBe('SIWXSignMessage'))
    await expect(signIn(kit)).rejects.toMatchObject({
      message: 'A problem occurred while trying initialize authentication',
    })
    expect(state().siwx.status).toBe('signedOut')
  })

  const refused = (status: number) => new KitError('SERVICE_REFUSED', { slots: { service: 'auth', status } })
  const keys = `0x${'51'.repeat(65)}`
  test.each<[string, { cause: Error; signature: string; code: string }, string]>([
    [
      'as long as no key’s',
      { cause: refused(401), signature: `${keys}51`, code: '0x' },
      'SMART_ACCOUNT_MIGHT_BE_UNSUPPORTED',
    ],
    [
      'of an account with code',
      { cause: refused(401), signature: keys, code: '0x6080' },
      'SMART_ACCOUNT_MIGHT_BE_UNSUPPORTED',
    ],
    [
      'refused by a host’s own words',
      { cause: new Error('no'), signature: keys, code: '0x6080' },
      'SMART_ACCOUNT_MIGHT_BE_UNSUPPORTED',
    ],
    ['of a key', { cause: refused(401), signature: keys, code: '0x' }, 'WALLET_ANSWER_INVALID'],
    [
      'of a key with code (EIP-7702)',
      { cause: refused(401), signature: keys, code: '0xef01006080' },
      'WALLET_ANSWER_INVALID',
    ],
    [
      'that a server which is ill did not look at',
      { cause: refused(500), signature: `${keys}51`, code: '0x6080' },
      'SERVICE_REFUSED',
    ],
  ])('one %s is refused: said so', async (_, given, expected) => {
    code = given.code
    const siwx: SiwxConfig = { ...local(), addSession: () => Promise.reject(given.cause) }
    const { kit, view, state, connectInModal } = setUp({ siwx }, async () => given.signature)
    await connectInModal()
    await vi.waitFor(() => expect(view()).toBe('SIWXSignMessage'))
    await expect(signIn(kit)).rejects.toMatchObject({ code: expected })
    expect(state().siwx).toMatchObject({ status: 'signedOut', error: { code: expected } })
  })

  test('one of a message that has expired is refused: the wallet is not blamed', async () => {
    const siwx: SiwxConfig = {
      ...local({ lifetime: 1_000, now: () => kit.clock.now() }),
      addSession: () => Promise.reject(refused(401)),
    }
    const { kit, view, connectInModal } = setUp({ siwx }, async () => {
      await kit.clock.advance(1_000)
      return keys
    })
    await connectInModal()
    await vi.waitFor(() => expect(view()).toBe('SIWXSignMessage'))
    await expect(signIn(kit)).rejects.toMatchObject({ code: 'SIWX_INIT_FAILED' })
  })

  test('a rejection after another account was chosen says nothing to the new one', async () => {
    const prompt = held<string>()
    const { kit, wallet, view, state, asked, connectInModal } = setUp({ siwx: local() }, () => prompt.promise)
    await connectInModal()
    await vi.waitFor(() => expect(view()).toBe('SIWXSignMessage'))
    const attempt = signIn(kit)
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    wallet.emit({ type: 'session', session: mockSession([bob]) })
    prompt.reject(walletError('REQUEST_REJECTED', { slots: { wallet: 'Mock' } }))
    await expect(attempt).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    await vi.waitFor(() => expect(state().siwx).toMatchObject({ account: `eip155:1:${bob}` }))
    expect(state().siwx.error).toBeUndefined()
  })

  test('a signature that comes after a cancellation is dropped', async () => {
    const prompt = held<string>()
    const siwx = local({ required: false })
    const { kit, view, state, asked, connectInModal } = setUp({ siwx }, () => prompt.promise)
    await connectInModal()
    await vi.waitFor(() => expect(view()).toBe('SIWXSignMessage'))
    const attempt = signIn(kit)
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    expect(state().intent?.open).toMatchObject([{ status: 'asked', intent: { kind: 'signIn' } }])
    await cancelSignIn(kit)
    expect(state().intent?.open).toEqual([])
    prompt.resolve('0xlate')
    await expect(attempt).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    expect(state().siwx.status).toBe('signedOut')
    expect(await siwx.getSessions('eip155:1', alice)).toEqual([])
  })

  test('a session that is stored only after a cancellation is revoked', async () => {
    const keeping = held<void>()
    const store = local({ required: false })
    const siwx: SiwxConfig = {
      ...store,
      async addSession(session) {
        await keeping.promise
        await store.addSession(session)
      },
    }
    const { kit, view, asked, connectInModal } = setUp({ siwx })
    await connectInModal()
    await vi.waitFor(() => expect(view()).toBe('SIWXSignMessage'))
    const attempt = signIn(kit)
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    await cancelSignIn(kit)
    keeping.resolve()
    await expect(attempt).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    expect(await siwx.getSessions('eip155:1', alice)).toEqual([])
  })

  test('a signature of an account that is no longer connected is dropped, and the new account is asked', async () => {
    const prompt = held<string>()
    const siwx = local()
    const { kit, wallet, view, state, asked, connectInModal } = setUp({ siwx }, () => prompt.promise)
    await connectInModal()
    await vi.waitFor(() => expect(view()).toBe('SIWXSignMessage'))
    const attempt = signIn(kit)
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    wallet.emit({ type: 'session', session: mockSession([bob]) })
    prompt.resolve('0xalice')
    await expect(attempt).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    await vi.waitFor(() =>
      expect(state().siwx).toMatchObject({ status: 'signedOut', account: `eip155:1:${bob}` }),
    )
    expect(await siwx.getSessions('eip155:1', alice)).toEqual([])
    expect(view()).toBe('SIWXSignMessage')
  })

  test('two calls at once are one prompt', async () => {
    const { kit, view, asked, connectInModal } = setUp({ siwx: local() })
    await connectInModal()
    await vi.waitFor(() => expect(view()).toBe('SIWXSignMessage'))
    await Promise.all([signIn(kit), signIn(kit)])
    expect(asked).toHaveLength(1)
  })
})

describe('sessions that cannot be looked up', () => {
  test.each<[string, number, () => Promise<readonly []>]>([
    ['an error', 0, async () => Promise.reject(new Error('500'))],
    ['silence for 15 s', 15_000, () => new Promise(() => {})],
  ])('%s: disconnects, goes back to Connect, and says so', async (_, wait, getSessions) => {
    const { kit, view, state, connectInModal } = setUp({ siwx: { ...local(), getSessions } })
    await connectInModal()
    expect(['ConnectingSiwe', 'Connect']).toContain(view())
    await kit.clock.advance(wait)
    await vi.waitFor(() => expect(view()).toBe('Connect'))
    expect(state().connection.connections).toEqual({})
    expect(state().notify.snackbar).toMatchObject({ message: { error: { code: 'SIWX_INIT_FAILED' } } })
  })
})

describe('two tabs', () => {
  test('signing in, and out, in one is signing in, and out, in the other', async () => {
    const tabs = mockTabs()
    const open = () => {
      const storage = tabs.open()
      return setUp({ storage, siwx: localSiwx({ storage }) })
    }
    const [first, second] = [open(), open()]
    for (const tab of [first, second]) {
      await tab.connectInModal()
      await vi.waitFor(() => expect(tab.view()).toBe('SIWXSignMessage'))
    }
    await signIn(first.kit)
    await vi.waitFor(() => expect(second.state().siwx.status).toBe('signedIn'))
    expect(second.view()).toBeUndefined()
    expect(second.asked).toEqual([])
    await signOut(first.kit)
    await vi.waitFor(() => expect(second.view()).toBe('SIWXSignMessage'))
  })

  test.each(['ends by itself', 'is declined'])(
    'a prompt that is open when another tab signs in %s: the account is signed in',
    async (how) => {
      const tabs = mockTabs(how === 'is declined' ? () => {} : undefined)
      const answer = held<string>()
      const open = (sign?: Sign) => {
        const storage = tabs.open()
        return setUp({ storage, siwx: localSiwx({ storage }) }, sign)
      }
      const [first, second] = [open(), open(() => answer.promise)]
      for (const tab of [first, second]) {
        await tab.connectInModal()
        await vi.waitFor(() => expect(tab.view()).toBe('SIWXSignMessage'))
      }
      const signed = signIn(second.kit)
      await vi.waitFor(() => expect(second.asked).toHaveLength(1))
      await signIn(first.kit)
      if (how === 'is declined') {
        answer.reject(walletError('REQUEST_REJECTED', { slots: { wallet: 'Mock' } }))
      }
      await signed
      expect(second.state().siwx).toMatchObject({ status: 'signedIn', isRequired: true })
      expect(second.state().siwx.error).toBeUndefined()
      expect(second.view()).toBeUndefined()
      expect(second.state().intent?.open).toEqual([])
      answer.resolve('0xlate')
      await second.kit.clock.advance(0)
      expect(second.state().siwx.status).toBe('signedIn')
    },
  )

  test('another tab signs in after the wallet has answered here: the attempt here goes on', async () => {
    const tabs = mockTabs()
    const adding = held<void>()
    const open = (isSlow: boolean) => {
      const storage = tabs.open()
      const siwx = localSiwx({ storage })
      const addSession: typeof siwx.addSession = async (session) => {
        await adding.promise
        await siwx.addSession(session)
      }
      return setUp({ storage, siwx: isSlow ? { ...siwx, addSession } : siwx })
    }
    const [first, second] = [open(false), open(true)]
    for (const tab of [first, second]) {
      await tab.connectInModal()
      await vi.waitFor(() => expect(tab.view()).toBe('SIWXSignMessage'))
    }
    const signed = signIn(second.kit)
    await vi.waitFor(() => expect(second.asked).toHaveLength(1))
    await second.kit.clock.advance(0)
    await signIn(first.kit)
    adding.resolve()
    await signed
    expect(second.state().siwx.status).toBe('signedIn')
    expect(second.view()).toBeUndefined()
  })
})

describe('signing out', () => {
  test('on disconnecting, unless the host says otherwise', async () => {
    for (const signOutOnDisconnect of [undefined, false]) {
      const siwx: SiwxConfig = { ...local(), signOutOnDisconnect }
      const { kit, view, connectInModal } = setUp({ siwx })
      await connectInModal()
      await vi.waitFor(() => expect(view()).toBe('SIWXSignMessage'))
      await signIn(kit)
      await disconnect(kit)
      await vi.waitFor(async () =>
        expect(await siwx.getSessions('eip155:1', alice)).toHaveLength(signOutOnDisconnect === false ? 1 : 0),
      )
    }
  })

  test('by hand: the account stays connected', async () => {
    const { kit, view, state, connectInModal } = setUp({ siwx: local() })
    await connectInModal()
    await vi.waitFor(() => expect(view()).toBe('SIWXSignMessage'))
    await signIn(kit)
    await signOut(kit)
    expect(state().siwx.status).toBe('signedOut')
    expect(Object.keys(state().connection.connections)).toEqual(['mock'])
  })

  test('without `siwx` there is nothing to sign in to', async () => {
    const { kit } = setUp({})
    await expect(signIn(kit)).rejects.toMatchObject({ message: 'SIWX is not enabled' })
  })
})

describe('the older form, `siweConfig`', () => {
  const older = (more: Partial<SiweConfig> = {}) => {
    let session: { address: string; chainId: number } | null = null
    const calls: string[] = []
    const siwe: SiweConfig = {
      getNonce: async () => 'nonce1234',
      createMessage: ({ address, chainId, nonce }) => `${address} ${chainId} ${nonce}`,
      async verifyMessage() {
        session = { address: alice, chainId: 1 }
        return true
      },
      getSession: async () => session,
      async signOut() {
        calls.push('signOut')
        session = null
        return true
      },
      onSignIn: () => calls.push('onSignIn'),
      onSignOut: () => calls.push('onSignOut'),
      ...more,
    }
    return { siwe, calls }
  }

  test('signs its message, verifies, tells the host', async () => {
    const { siwe, calls } = older()
    const { kit, view, asked, state, connectInModal } = setUp({ siweConfig: siwe })
    await connectInModal()
    await vi.waitFor(() => expect(view()).toBe('SIWXSignMessage'))
    await signIn(kit)
    expect(asked).toEqual([`${alice} 1 nonce1234`])
    expect(calls).toEqual(['onSignIn'])
    expect(state().siwx.status).toBe('signedIn')
  })

  test('makes a request for signing while connecting, if the host gives the parameters', async () => {
    const domain = 'app.example'
    const uri = 'https://app.example'
    const { siwe } = older({ getMessageParams: async () => ({ domain, uri, exp: '2026-11-22T00:00:00Z' }) })
    const made = fromSiweConfig(siwe)
    expect(await made.createRequest?.({ chainIds: ['eip155:1'] })).toMatchObject({
      domain,
      uri,
      nonce: 'nonce1234',
      expirationTime: '2026-11-22T00:00:00Z',
    })
    expect(fromSiweConfig(older().siwe).createRequest).toBeUndefined()
  })

  test('the end of a wallet ends the session of its own account alone', async () => {
    const { siwe, calls } = older({ getSession: async () => ({ address: bob.toLowerCase(), chainId: 1 }) })
    const { kit } = setUp({ siweConfig: siwe })
    const siwx = fromSiweConfig(siwe)
    const [one, two] = [alice, bob].map((address) => ({
      ...mockSession([address]),
      connectorId: address,
    })) as [Connection, Connection]
    await signOutEnded(kit, siwx, { ended: [one], staying: [two] })
    expect(calls).toEqual([])
    await signOutEnded(kit, siwx, { ended: [two], staying: [one] })
    expect(calls).toEqual(['signOut', 'onSignOut'])
  })

  test('another account signs out and is asked, unless the host keeps the session', async () => {
    for (const signOutOnAccountChange of [true, false]) {
      const { siwe, calls } = older({ signOutOnAccountChange })
      const { kit, wallet, view, state, connectInModal } = setUp({ siweConfig: siwe })
      await connectInModal()
      await vi.waitFor(() => expect(view()).toBe('SIWXSignMessage'))
      await signIn(kit)
      wallet.emit({ type: 'session', session: mockSession([bob]) })
      const status = signOutOnAccountChange ? 'signedOut' : 'signedIn'
      await vi.waitFor(() => expect(state().siwx).toMatchObject({ status, account: `eip155:1:${bob}` }))
      expect(calls.includes('signOut')).toBe(signOutOnAccountChange)
    }
  })

  test('a message that does not verify signs nobody in', async () => {
    const { siwe } = older({ verifyMessage: async () => false })
    const { kit, view, state, connectInModal } = setUp({ siweConfig: siwe })
    await connectInModal()
    await vi.waitFor(() => expect(view()).toBe('SIWXSignMessage'))
    await expect(signIn(kit)).rejects.toMatchObject({ code: 'SIWX_INIT_FAILED' })
    expect(state().siwx.status).toBe('signedOut')
  })

  test('disabled, it asks for no signature', async () => {
    const { siwe } = older({ enabled: false })
    const { connectInModal, state } = setUp({ siweConfig: siwe })
    await connectInModal()
    expect(state().siwx.status).toBe('signedOut')
  })
})
