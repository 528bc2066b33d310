import { memoryStorage, type SiwxSession, serverSiwx } from 'latchkey'
import { formatSiwxMessage } from 'latchkey/siwx'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, test, vi } from 'vitest'
import { createContext } from '../shared/context.js'
import { createLog } from '../shared/log.js'
import { createTestClock } from '../testing/createTestClock.js'
import { createAuth } from './auth.js'

// The client that hosts use, against the service, in one process.

const alice = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const bob = privateKeyToAccount(`0x${'22'.repeat(32)}`)
type ChainId = `eip155:${string}`

afterEach(() => vi.unstubAllGlobals())

async function setUp() {
  const log = createLog({ level: 'silent', now: () => 0, write: () => undefined })
  const clock = createTestClock()
  const context = createContext({ settings: { httpBurst: 100_000 }, log, clock, checkAnswers: true })
  const auth = await createAuth(context, undefined)
  const calls: string[] = []
  vi.stubGlobal('location', { host: 'app.example', origin: 'https://app.example' })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    headers.set('origin', 'https://app.example')
    const { pathname, search } = new URL(url)
    calls.push(pathname.replace('/auth/v1/', ''))
    return auth.app.request(pathname + search, { ...init, headers })
  })
  const storage = memoryStorage()
  const siwx = serverSiwx({
    url: 'https://services.example',
    storage,
    clock: { now: () => clock.now(), setTimeout: () => () => {} },
  })

  async function sign(signer: typeof alice, chainId: ChainId): Promise<SiwxSession> {
    const message = await siwx.createMessage({ accountAddress: signer.address, chainId })
    return sessionOf(signer, chainId, message.toString())
  }

  const isSignedIn = async (signer: typeof alice, chainId: ChainId) =>
    (await siwx.getSessions(chainId, signer.address)).length === 1

  return { siwx, storage, calls, clock, sign, isSignedIn }
}

async function sessionOf(signer: typeof alice, chainId: ChainId, message: string): Promise<SiwxSession> {
  const data = { accountAddress: signer.address, chainId }
  return { data, message, signature: await signer.signMessage({ message }) }
}

test('several accounts and chains are signed in side by side; each is revoked alone', async () => {
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

test('what was signed with one approval is handed in with one call', async () => {
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

test('sessions are replaced by a list: who is not in it is signed out', async () => {
  const { siwx, sign, isSignedIn } = await setUp()
  await siwx.addSession(await sign(alice, 'eip155:1'))
  await siwx.addSession(await sign(alice, 'eip155:10'))
  const kept = await siwx.getSessions('eip155:10', alice.address)
  await siwx.setSessions([...kept, await sign(bob, 'eip155:1')])
  expect(await isSignedIn(alice, 'eip155:1')).toBe(false)
  expect(await isSignedIn(alice, 'eip155:10')).toBe(true)
  expect(await isSignedIn(bob, 'eip155:1')).toBe(true)
})

test('signing in again replaces the session: the token of before is worth nothing', async () => {
  const { siwx, storage, sign, isSignedIn } = await setUp()
  await siwx.addSession(await sign(alice, 'eip155:1'))
  const before = storage.getItem('latchkey.siwxToken') ?? ''
  await siwx.addSession(await sign(alice, 'eip155:1'))
  expect(await isSignedIn(alice, 'eip155:1')).toBe(true)
  storage.setItem('latchkey.siwxToken', before)
  expect(await isSignedIn(alice, 'eip155:1')).toBe(false)
  // Forgotten: not asked for again.
  expect(storage.getItem('latchkey.siwxToken')).toBeNull()
})

test.each(['x'.repeat(43), '[]', '{"eip155:1:0x":"x"}', '7', '{'])(
  '%s in the storage signs nobody in',
  async (text) => {
    const { storage, calls, isSignedIn } = await setUp()
    storage.setItem('latchkey.siwxToken', text)
    expect(await isSignedIn(alice, 'eip155:1')).toBe(false)
    expect(calls).toEqual([])
  },
)

test('the server cannot be told: who signed out is signed out here', async () => {
  const { siwx, storage, sign } = await setUp()
  await siwx.addSession(await sign(alice, 'eip155:1'))
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')))
  await expect(siwx.setSessions([])).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' })
  expect(storage.getItem('latchkey.siwxToken')).toBeNull()
})
