import { webcrypto } from 'node:crypto'
import { type BrowserKey, memoryStorage, type SiwxSession, serverSiwx } from 'latchkey'
import { formatSiwxMessage } from 'latchkey/siwx'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, test, vi } from 'vitest'
import { createContext } from '../shared/context.js'
import { createLog } from '../shared/log.js'
import { createTestClock } from '../testing/createTestClock.js'
import { createAuth } from './auth.js'

// Runs the client that hosts use against the service, in one process.

const alice = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const bob = privateKeyToAccount(`0x${'22'.repeat(32)}`)
type ChainId = `eip155:${string}`

afterEach(() => vi.unstubAllGlobals())

async function createKey(): Promise<BrowserKey> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const pair = await webcrypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  const { x = '', y = '' } = await webcrypto.subtle.exportKey('jwk', pair.publicKey)
  return { privateKey: pair.privateKey, jwk: { kty: 'EC', crv: 'P-256', x, y } }
}

async function setUp({
  clockOff = 0,
  page = 'https://app.example',
  service = 'https://services.example',
} = {}) {
  const log = createLog({ level: 'silent', now: () => 0, write: () => undefined })
  const clock = createTestClock()
  const context = createContext({ settings: { httpBurst: 100_000 }, log, clock, checkAnswers: true })
  const auth = await createAuth(context, undefined)
  const calls: string[] = []
  vi.stubGlobal('location', { host: new URL(page).host, origin: page, href: `${page}/shop` })
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    const { pathname, search, origin, host } = new URL(input)
    headers.set('host', host)
    // Like a browser: a page's GET to its own origin has no `Origin`.
    if (origin === page && init.method === 'GET') headers.set('referer', `${page}/shop`)
    else headers.set('origin', page)
    calls.push(pathname.replace('/auth/v1/', ''))
    return auth.app.request(pathname + search, { ...init, headers })
  })
  const storage = memoryStorage()
  const browserKey = await createKey()
  const openTab = (key = async () => browserKey) =>
    serverSiwx({
      ...{ url: service, storage, key },
      clock: { now: () => clock.now() + clockOff, setTimeout: () => () => {} },
    })
  const siwx = openTab()

  async function sign(signer: typeof alice, chainId: ChainId): Promise<SiwxSession> {
    const message = await siwx.createMessage({ accountAddress: signer.address, chainId })
    return sessionOf(signer, chainId, message.toString())
  }

  const isSignedIn = async (signer: typeof alice, chainId: ChainId, tab = siwx) =>
    (await tab.getSessions(chainId, signer.address)).length === 1

  return { auth, siwx, openTab, storage, calls, clock, sign, isSignedIn }
}

async function sessionOf(signer: typeof alice, chainId: ChainId, message: string): Promise<SiwxSession> {
  const data = { accountAddress: signer.address, chainId }
  return { data, message, signature: await signer.signMessage({ message }) }
}

test('several accounts and chains are signed in at once, and each is revoked alone', async () => {
  const { siwx, storage, sign, isSignedIn } = await setUp()
  await siwx.addSession(await sign(alice, 'eip155:1'))
  await siwx.addSession(await sign(alice, 'eip155:10'))
  await siwx.addSession(await sign(bob, 'eip155:1'))
  expect(await isSignedIn(alice, 'eip155:1')).toBe(true)
  expect(await isSignedIn(bob, 'eip155:10')).toBe(false)
  await siwx.revokeSession('eip155:1', alice.address)
  expect(await isSignedIn(alice, 'eip155:1')).toBe(false)
  expect(await isSignedIn(alice, 'eip155:10')).toBe(true)
  expect(await isSignedIn(bob, 'eip155:1')).toBe(true)
  await siwx.setSessions([])
  expect(await isSignedIn(bob, 'eip155:1')).toBe(false)
  expect(storage.getItem('latchkey.siwxToken')).toBeNull()
})

test('sends messages signed with one approval in one request', async () => {
  const { siwx, calls, clock, isSignedIn } = await setUp()
  const chainIds: readonly ChainId[] = ['eip155:1', 'eip155:10']
  const request = await siwx.createRequest?.({ chainIds })
  if (request === undefined) throw new Error('no request')
  const common = { ...request, address: alice.address, version: '1' } as const
  const issuedAt = new Date(clock.now()).toISOString()
  const sessions = await Promise.all(
    chainIds.map((chainId) => sessionOf(alice, chainId, formatSiwxMessage({ ...common, chainId, issuedAt }))),
  )
  await siwx.addSessions?.(sessions)
  expect(calls).toEqual(['nonce', 'authenticate'])
  for (const chainId of chainIds) expect(await isSignedIn(alice, chainId)).toBe(true)
})

test('replacing sessions with a list signs out every account that is not in it', async () => {
  const { siwx, sign, isSignedIn } = await setUp()
  await siwx.addSession(await sign(alice, 'eip155:1'))
  await siwx.addSession(await sign(alice, 'eip155:10'))
  const kept = await siwx.getSessions('eip155:10', alice.address)
  await siwx.setSessions([...kept, await sign(bob, 'eip155:1')])
  expect(await isSignedIn(alice, 'eip155:1')).toBe(false)
  expect(await isSignedIn(alice, 'eip155:10')).toBe(true)
  expect(await isSignedIn(bob, 'eip155:1')).toBe(true)
})

test('signing in again replaces the session and invalidates the earlier token', async () => {
  const { siwx, storage, sign, isSignedIn } = await setUp()
  await siwx.addSession(await sign(alice, 'eip155:1'))
  const before = storage.getItem('latchkey.siwxToken') ?? ''
  await siwx.addSession(await sign(alice, 'eip155:1'))
  expect(await isSignedIn(alice, 'eip155:1')).toBe(true)
  storage.setItem('latchkey.siwxToken', before)
  expect(await isSignedIn(alice, 'eip155:1')).toBe(false)
  // The client forgets the token and does not send it again.
  expect(storage.getItem('latchkey.siwxToken')).toBeNull()
})

test.each([
  'x'.repeat(43),
  '[]',
  '{"eip155:1:0x":"x"}',
  '7',
  '{',
  `{"eip155:1:${alice.address}":"${'x'.repeat(43)}"}`,
])('%s in the storage signs nobody in', async (text) => {
  const { storage, calls, isSignedIn } = await setUp()
  storage.setItem('latchkey.siwxToken', text)
  expect(await isSignedIn(alice, 'eip155:1')).toBe(false)
  expect(calls).toEqual([])
})

test('a sign-out takes effect here when the server cannot be reached', async () => {
  const { siwx, storage, sign } = await setUp()
  await siwx.addSession(await sign(alice, 'eip155:1'))
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')))
  await expect(siwx.setSessions([])).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' })
  expect(storage.getItem('latchkey.siwxToken')).toBeNull()
})

test('after fifteen minutes the client fetches the next token without asking the visitor', async () => {
  const { siwx, storage, calls, clock, sign, isSignedIn } = await setUp()
  await siwx.addSession(await sign(alice, 'eip155:1'))
  for (let day = 0; day < 6; day++) {
    clock.advance(86_400_000)
    calls.length = 0
    expect(await isSignedIn(alice, 'eip155:1')).toBe(true)
    expect(calls).toEqual(['refresh', 'me'])
  }
  clock.advance(86_400_000)
  expect(await isSignedIn(alice, 'eip155:1')).toBe(false)
  expect(storage.getItem('latchkey.siwxToken')).toBeNull()
})

test('two tabs with an expired token fetch one new token, and both stay signed in', async () => {
  const { siwx, openTab, calls, clock, sign, isSignedIn } = await setUp()
  await siwx.addSession(await sign(alice, 'eip155:1'))
  const other = openTab()
  clock.advance(900_000)
  calls.length = 0
  const found = await Promise.all([isSignedIn(alice, 'eip155:1'), isSignedIn(alice, 'eip155:1', other)])
  expect(found).toEqual([true, true])
  expect(calls.filter((call) => call === 'refresh')).toHaveLength(1)
  clock.advance(900_000)
  expect(await isSignedIn(alice, 'eip155:1')).toBe(true)
  expect(await isSignedIn(alice, 'eip155:1', other)).toBe(true)
})

test('a copy of the storage in another browser signs in no account and ends the session', async () => {
  const { siwx, openTab, storage, sign, isSignedIn } = await setUp()
  await siwx.addSession(await sign(alice, 'eip155:1'))
  const copy = storage.getItem('latchkey.siwxToken') ?? ''
  const thief = openTab(createKey)
  expect(await isSignedIn(alice, 'eip155:1', thief)).toBe(false)
  storage.setItem('latchkey.siwxToken', copy)
  expect(await isSignedIn(alice, 'eip155:1')).toBe(false)
})

test.each([-7_200_000, -60_000, 7_200_000])(
  'a browser whose clock is %i ms off signs in and stays signed in',
  async (clockOff) => {
    const { siwx, openTab, clock, sign, isSignedIn } = await setUp({ clockOff })
    await siwx.addSession(await sign(alice, 'eip155:1'))
    expect(await isSignedIn(alice, 'eip155:1')).toBe(true)
    clock.advance(900_000)
    // After a reload the client does not know the server's time.
    expect(await isSignedIn(alice, 'eip155:1', openTab())).toBe(true)
  },
)

test('a sign-out while the next token is being fetched holds, here and on the server', async () => {
  const { siwx, storage, clock, sign, isSignedIn } = await setUp()
  await siwx.addSession(await sign(alice, 'eip155:1'))
  clock.advance(900_000)
  const [, found] = await Promise.all([siwx.setSessions([]), isSignedIn(alice, 'eip155:1')])
  expect(found).toBe(false)
  expect(storage.getItem('latchkey.siwxToken')).toBeNull()
})

test("reaches services on the page's origin by absolute address or by path", async () => {
  for (const service of ['https://app.example', '/']) {
    const { siwx, sign, isSignedIn } = await setUp({ service })
    await siwx.addSession(await sign(alice, 'eip155:1'))
    expect(await isSignedIn(alice, 'eip155:1')).toBe(true)
  }
})

test("the host's server receives a token and a proof that the service confirms", async () => {
  const { auth, siwx, sign } = await setUp()
  const account = `eip155:1:${alice.address}` as const
  expect(await siwx.headersOf({ account, url: '/orders' })).toEqual({})
  await siwx.addSession(await sign(alice, 'eip155:1'))
  const { authorization, dpop } = await siwx.headersOf({ account, url: '/orders?page=2', method: 'POST' })
  const request = { url: 'https://app.example/orders', method: 'POST', origin: 'https://app.example' }
  const body = JSON.stringify({ token: authorization?.replace('DPoP ', ''), proof: dpop, ...request })
  const answer = await auth.app.request('/auth/v1/introspect', { method: 'POST', body })
  expect(await answer.json()).toEqual({ active: true, address: alice.address, chainId: 'eip155:1' })
})
