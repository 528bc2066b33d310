import { type Services, startServices } from '@latchkey/services'
import {
  buildAuth,
  formatAuthMessage,
  narrowAuthPayload,
  type WalletClient,
} from '@latchkey/sign-client/wallet'
import { createKit, type Kit, memoryStorage, openPairing, type SiwxSession, serverSiwx } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { mainnet, polygon } from 'latchkey/networks'
import { readCacao } from 'latchkey/siwx'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { account, chains, granted, methods } from './peers/account.js'
import { closeOfficial, createOfficialWallet } from './peers/official.js'
import { createOurWallet } from './peers/ours.js'

let services: Services
let kit: Kit
/** The sessions handed to the server. */
const taken: SiwxSession[] = []
const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  services = await startServices({ services: ['relay', 'auth'], log })
  vi.stubGlobal('WebSocket', WebSocket)
  vi.stubGlobal('location', { host: 'our-app.example', origin: 'https://our-app.example' })
  // A browser would send the page's origin.
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    fetch(url, { ...init, headers: { ...init.headers, origin: 'https://our-app.example' } }),
  )
})
afterAll(async () => {
  await services.close()
  vi.unstubAllGlobals()
})
beforeEach(() => {
  const siwx = serverSiwx({
    url: services.url,
    projectId: 'interop',
    storage: memoryStorage(),
    statement: 'Sign in to the tests.',
  })
  taken.length = 0
  kit = createKit({
    services: { relay: { url: services.relayUrl } },
    projectId: 'interop',
    metadata: { name: 'our-app', description: '', url: 'https://our-app.example', icons: [] },
    networks: [mainnet, polygon],
    adapters: [eip155()],
    storage: memoryStorage(),
    siwx: {
      ...siwx,
      async addSessions(sessions) {
        taken.push(...sessions)
        await siwx.addSessions?.(sessions)
      },
    },
  })
  cleanups.push(kit.start())
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Connects, passing the link to `pair`. */
async function connect(pair: (uri: string) => Promise<unknown>) {
  await vi.waitFor(() => expect(kit.slots.get({ name: 'siwx.offer' })).toBeDefined())
  const connected = openPairing(kit)
  const { uri } = await vi.waitFor(() => {
    const { pairing } = kit.store.getState().connection
    if (pairing?.uri === undefined) throw new Error('no link yet')
    return { uri: pairing.uri }
  })
  await pair(uri)
  return connected
}

const signedIn = () =>
  vi.waitFor(() => expect(kit.store.getState().siwx).toMatchObject({ status: 'signedIn' }), 5_000)

/** Checks the sessions on the server. */
async function expectSignedInOnBoth() {
  for (const chainId of ['eip155:1', 'eip155:137'] as const) {
    expect(await kit.config.siwx?.getSessions(chainId, account.address)).toMatchObject([
      { data: { accountAddress: account.address, chainId } },
    ])
  }
}

describe('our wallet', () => {
  let wallet: WalletClient
  beforeEach(async () => {
    wallet = createOurWallet({ relayUrl: services.relayUrl })
    cleanups.push(() => wallet.close())
    await wallet.start()
  })

  test('connects and signs in on two chains with one approval', async () => {
    let asked = 0
    wallet.on('session_authenticate', async ({ id, payload }) => {
      asked += 1
      const narrow = narrowAuthPayload(payload, { chains, methods })
      const auths = await Promise.all(
        narrow.chains.map(async (chain) => {
          const issuer = `${chain}:${account.address}`
          const signature = await account.signMessage({ message: formatAuthMessage(narrow, issuer) })
          return buildAuth(narrow, issuer, { t: 'eip191', s: signature })
        }),
      )
      await wallet.approveAuthenticate({ id, auths })
    })
    wallet.on('session_request', () => {
      asked += 1
    })
    const { namespaces } = await connect((uri) => wallet.pair({ uri }))
    expect(namespaces.eip155?.approvedNetworkIds).toEqual(chains)
    await signedIn()
    await expectSignedInOnBoth()
    expect(asked).toBe(1)
    expect(kit.store.getState().modal.isOpen).toBe(false)
  })

  test('signs on one of its chains only: that one becomes the active chain', async () => {
    wallet.on('session_authenticate', async ({ id, payload }) => {
      const narrow = narrowAuthPayload(payload, { chains, methods })
      const issuer = `eip155:137:${account.address}`
      const signature = await account.signMessage({ message: formatAuthMessage(narrow, issuer) })
      await wallet.approveAuthenticate({
        id,
        auths: [buildAuth(narrow, issuer, { t: 'eip191', s: signature })],
      })
    })
    const { namespaces } = await connect((uri) => wallet.pair({ uri }))
    expect(namespaces.eip155?.networkId).toBe('eip155:137')
    await signedIn()
  })

  test('does not support it: connects, and is asked for a signature', async () => {
    wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: granted }))
    await connect((uri) => wallet.pair({ uri }))
    await vi.waitFor(() =>
      expect(kit.store.getState().modal.stack.at(-1)).toMatchObject({ name: 'SIWXSignMessage' }),
    )
  })

  test('declines', async () => {
    wallet.on('session_authenticate', ({ id }) => void wallet.rejectAuthenticate({ id }))
    await expect(connect((uri) => wallet.pair({ uri }))).rejects.toMatchObject({
      code: 'CONNECTION_DECLINED',
    })
  })
})

test('the official wallet connects and signs in with one approval', async () => {
  const wallet = await createOfficialWallet({ relayUrl: services.relayUrl })
  cleanups.push(() => closeOfficial(wallet))
  const asked: string[] = []
  wallet.on('session_request', ({ params }) => void asked.push(params.request.method))
  wallet.on('session_authenticate', async ({ id, params }) => {
    asked.push('authenticate')
    const { buildAuthObject, populateAuthPayload } = await import('@walletconnect/utils')
    const payload = populateAuthPayload({ authPayload: params.authPayload, chains, methods })
    const auths = await Promise.all(
      payload.chains.map(async (chain) => {
        const issuer = `${chain}:${account.address}`
        const signature = await account.signMessage({
          message: wallet.formatAuthMessage({ request: payload, iss: issuer }),
        })
        return buildAuthObject(payload, { t: 'eip191', s: signature }, issuer)
      }),
    )
    await wallet.approveSessionAuthenticate({ id, auths })
  })
  const { namespaces, wallet: peer } = await connect((uri) => wallet.pair({ uri }))
  expect(peer?.name).toBe('official-wallet')
  expect(namespaces.eip155?.approvedNetworkIds).toEqual(chains)
  await signedIn()
  expect(asked).toEqual(['authenticate'])
  // Each CACAO contains the same message as the signed text.
  for (const { cacao, message, signature } of taken) expect(readCacao(cacao)).toEqual({ message, signature })
  expect(taken).toHaveLength(2)
  await expectSignedInOnBoth()
})
