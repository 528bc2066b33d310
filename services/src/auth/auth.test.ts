import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatSiwxMessage, type SiwxMessage } from 'latchkey/siwx'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { createContext } from '../shared/context.js'
import { createLog } from '../shared/log.js'
import { createProver } from '../testing/createProver.js'
import { createTestClock } from '../testing/createTestClock.js'
import { createAuth } from './auth.js'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const origin = 'https://app.example'
const service = 'https://services.example'
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

type Settings = NonNullable<NonNullable<Parameters<typeof createContext>[0]>['settings']>

async function setUp(settings: Settings = {}, directory?: string, clock = createTestClock()) {
  const log = createLog({ level: 'silent', now: () => 0, write: () => undefined })
  const context = createContext({
    settings: { httpBurst: 100_000, ...settings },
    log,
    clock,
    checkAnswers: true,
  })
  const auth = await createAuth(context, directory)
  cleanups.push(auth.close)
  const ownProver = await createProver()
  async function call(
    path: string,
    {
      token,
      nonceToken,
      body,
      from = origin,
      project = 'acme',
      prover = ownProver,
      proof,
      headers,
    }: Call = {},
  ): Promise<Response> {
    const url = `${service}/auth/v1/${path}`
    const method = body === undefined ? 'GET' : 'POST'
    const dpop = proof ?? (await prover({ method, url, token, now: clock.now() }))
    return auth.app.request(`${url}?projectId=${project}`, {
      method,
      headers: {
        ...{ host: new URL(service).host, dpop },
        ...(from === null ? {} : { origin: from }),
        ...(token === undefined ? {} : { authorization: `DPoP ${token}` }),
        ...(nonceToken === undefined ? {} : { 'x-nonce-jwt': `Bearer ${nonceToken}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  async function signed(more: Partial<SiwxMessage> = {}) {
    const { nonce, token: nonceToken } = (await (await call('nonce')).json()) as Record<string, string>
    const message = formatSiwxMessage({
      domain: 'app.example',
      address: account.address,
      uri: origin,
      version: '1',
      chainId: 'eip155:1',
      nonce: nonce ?? '',
      issuedAt: new Date(clock.now()).toISOString(),
      ...more,
    })
    return { nonceToken, body: { message, signature: await account.signMessage({ message }) } }
  }

  async function signIn(more: Partial<SiwxMessage> = {}): Promise<Pair> {
    const answer = await call('authenticate', await signed(more))
    expect(answer.status).toBe(200)
    return answer.json() as Promise<Pair>
  }
  return { call, signed, signIn, clock, prover: ownProver }
}

type Pair = { readonly token: string; readonly refreshToken: string; readonly expiresIn: number }
type Call = {
  readonly token?: string | undefined
  readonly nonceToken?: string | undefined
  readonly body?: unknown
  readonly from?: string | null | undefined
  readonly project?: string | undefined
  readonly prover?: Awaited<ReturnType<typeof createProver>> | undefined
  /** Replaces the default proof of this request. */
  readonly proof?: string | undefined
  readonly headers?: Record<string, string> | undefined
}

test('nonce, signature, session, sign-out', async () => {
  const { call, signIn } = await setUp()
  const { token } = await signIn()
  const me = await call('me', { token })
  expect(await me.json()).toEqual({ address: account.address, chainId: 'eip155:1' })
  expect((await call('sign-out', { token, body: {} })).status).toBe(200)
  expect((await call('me', { token })).status).toBe(401)
  expect((await call('sign-out', { token, body: {} })).status).toBe(401)
})

test('one approval for several chains gives one session per chain', async () => {
  const { call, signed } = await setUp()
  const { body, nonceToken } = await signed()
  const message = body.message.replace('Chain ID: 1', 'Chain ID: 10')
  const others = [{ message, signature: await account.signMessage({ message }) }]
  const answer = await call('authenticate', { nonceToken, body: { ...body, others } })
  const { token, others: more } = (await answer.json()) as Pair & { others: Pair[] }
  const me = async (of: string | undefined) => (await call('me', { token: of })).json()
  expect(await me(token)).toEqual({ address: account.address, chainId: 'eip155:1' })
  expect(more).toHaveLength(1)
  expect(await me(more[0]?.token)).toEqual({ address: account.address, chainId: 'eip155:10' })

  // One message does not verify, so the service accepts none of them.
  const again = await signed()
  const forged = { ...others[0], message: again.body.message.replace('Chain ID: 1', 'Chain ID: 5') }
  const refused = await call('authenticate', { ...again, body: { ...again.body, others: [forged] } })
  expect(refused.status).toBe(401)
})

test('error: an origin longer than any host name is refused, so that nobody fills the store with it', async () => {
  const { call } = await setUp()
  expect((await call('nonce', { from: `https://${'a'.repeat(253)}:65535` })).status).toBe(200)
  expect((await call('nonce', { from: `https://${'a'.repeat(20_000)}` })).status).toBe(400)
})

describe('a refused sign-in always gives the same message', () => {
  test.each<[string, (parts: Awaited<ReturnType<Awaited<ReturnType<typeof setUp>>['signed']>>) => Call]>([
    ['another page calls', (call) => ({ ...call, from: 'https://evil.example' })],
    ['another scheme calls', (call) => ({ ...call, from: 'http://app.example' })],
    ['another project calls', (call) => ({ ...call, project: 'other' })],
    ['the nonce belongs to somebody else', (call) => ({ ...call, nonceToken: 'x'.repeat(43) })],
    ['the nonce comes without its token', (call) => ({ ...call, nonceToken: undefined })],
    [
      'nothing was signed',
      (call) => ({ ...call, body: { ...call.body, signature: `0x${'11'.repeat(65)}` } }),
    ],
    [
      'something else was signed',
      (call) => ({ ...call, body: { ...call.body, message: `${call.body.message} ` } }),
    ],
    ['there is no message', (call) => ({ ...call, body: { ...call.body, message: 'hello' } })],
  ])('%s', async (_, change) => {
    const { call, signed } = await setUp()
    const answer = await call('authenticate', change(await signed()))
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({
      error: { code: 'UNAUTHORIZED', message: 'The sign-in could not be verified.' },
    })
  })

  test('a nonce is used a second time', async () => {
    const { call, signed } = await setUp()
    const parts = await signed()
    expect((await call('authenticate', parts)).status).toBe(200)
    expect((await call('authenticate', parts)).status).toBe(401)
  })

  test('200 at once with one nonce: one gets in', async () => {
    const { call, signed } = await setUp()
    const parts = await signed()
    const answers = await Promise.all(Array.from({ length: 200 }, () => call('authenticate', parts)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a nonce is five minutes old', async () => {
    const { call, signed, clock } = await setUp()
    const parts = await signed()
    clock.advance(5 * 60_000)
    expect((await call('authenticate', parts)).status).toBe(401)
  })

  test('the chain is not among those of the settings', async () => {
    const { call, signed } = await setUp({ authChains: ['eip155:10'] })
    expect((await call('authenticate', await signed())).status).toBe(401)
    expect((await call('authenticate', await signed({ chainId: 'eip155:10' }))).status).toBe(200)
  })
})

test.each([null, {}, { message: 7, signature: 'x' }, { message: 'x' }, []])(
  '%j is refused as a body',
  async (body) => {
    const { call } = await setUp()
    expect((await call('authenticate', { body })).status).toBe(400)
  },
)

test('a request without a page origin cannot sign in', async () => {
  const { call } = await setUp()
  for (const from of [null, 'null', 'file://x', 'https://me@app.example']) {
    expect((await call('nonce', { from })).status).toBe(400)
  }
})

describe('a page on the same origin as the services', () => {
  // A browser sends no `Origin` with a GET of a page to its own origin (Fetch standard, "append a request Origin header").
  const own = { from: null, headers: { 'sec-fetch-site': 'same-origin', referer: `${origin}/shop?item=1` } }

  test('signs in and stays signed in', async () => {
    const { call, signed } = await setUp()
    expect((await call('nonce', own)).status).toBe(200)
    const { token } = (await (await call('authenticate', await signed())).json()) as Pair
    expect(await (await call('me', { ...own, token })).json()).toMatchObject({ address: account.address })
  })

  test('a navigation from another site is not accepted as a page', async () => {
    const { call } = await setUp()
    const headers = { 'sec-fetch-site': 'cross-site', referer: `${origin}/` }
    expect((await call('nonce', { from: null, headers })).status).toBe(400)
  })

  test("the page's origin must be on the project's list, in `Referer` as in `Origin`", async () => {
    const { call } = await setUp({ projects: [{ id: 'acme', origins: ['https://app.example'] }] })
    const statusOf = async (referer: string, site: object = { 'sec-fetch-site': 'same-origin' }) =>
      (await call('nonce', { from: null, headers: { ...site, referer } })).status
    expect(await statusOf(`${origin}/shop`)).toBe(200)
    expect(await statusOf('https://evil.example/shop')).toBe(403)
    // Browsers without `Sec-Fetch-Site`, and programs.
    expect(await statusOf(`${origin}/shop`, {})).toBe(200)
    expect(await statusOf('https://evil.example/shop', {})).toBe(403)
    expect((await call('nonce', { from: 'https://evil.example' })).status).toBe(403)
  })
})

describe('a session', () => {
  test('works only for the page and project it was given to', async () => {
    const { call, signIn } = await setUp()
    const { token } = await signIn()
    expect((await call('me', { token, from: 'https://evil.example' })).status).toBe(401)
    expect((await call('me', { token, project: 'other' })).status).toBe(401)
    expect((await call('me', { token })).status).toBe(200)
  })

  test('expires', async () => {
    const { call, signIn, clock } = await setUp({ authSessionSeconds: 3_600 })
    const { refreshToken } = await signIn()
    clock.advance(3_600_000)
    expect((await call('refresh', { body: { refreshToken } })).status).toBe(401)
  })

  test('survives a restart', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'latchkey-'))
    cleanups.push(() => rmSync(directory, { recursive: true }))
    const clock = createTestClock()
    const first = await setUp({}, directory, clock)
    const { token } = await first.signIn()
    const second = await setUp({}, directory, clock)
    expect((await second.call('me', { token, prover: first.prover })).status).toBe(200)
  })

  test.each(['', 'x', 'x'.repeat(43), "' OR 1=1 --"])('%j is refused as a token', async (token) => {
    const { call } = await setUp()
    expect((await call('me', { token })).status).toBe(401)
  })
})

describe('a token', () => {
  test('expires after fifteen minutes, and the refresh token gives the next one', async () => {
    const { call, signIn, clock } = await setUp()
    const { token, refreshToken, expiresIn } = await signIn()
    expect(expiresIn).toBe(900)
    clock.advance(900_000)
    expect((await call('me', { token })).status).toBe(401)
    const next = (await (await call('refresh', { body: { refreshToken } })).json()) as Pair
    expect((await call('me', { token: next.token })).status).toBe(200)
    expect(next.refreshToken).not.toBe(refreshToken)
    // Neither token is accepted in place of the other.
    expect((await call('me', { token: next.refreshToken })).status).toBe(401)
    expect((await call('refresh', { body: { refreshToken: next.token } })).status).toBe(401)
  })

  test("a stolen token is refused as a bearer and with the thief's key, and ends the session", async () => {
    const { call, signIn } = await setUp()
    const { token } = await signIn()
    const bearer = { from: origin, headers: { authorization: `Bearer ${token}` } }
    expect((await call('me', bearer)).status).toBe(401)
    expect((await call('me', { token, proof: '' })).status).toBe(401)
    expect((await call('me', { token })).status).toBe(200)
    expect((await call('me', { token, prover: await createProver() })).status).toBe(401)
    expect((await call('me', { token })).status).toBe(401)
  })

  test('a refresh token used a second time ends the whole family', async () => {
    const { call, signIn, clock } = await setUp()
    const { refreshToken } = await signIn()
    const refresh = (of: string) => call('refresh', { body: { refreshToken: of } })
    const next = (await (await refresh(refreshToken)).json()) as Pair
    clock.advance(31_000)
    expect((await refresh(refreshToken)).status).toBe(401)
    expect((await call('me', { token: next.token })).status).toBe(401)
    expect((await refresh(next.refreshToken)).status).toBe(401)
  })

  test('a refresh token sent by two tabs at once, or again after a lost answer, serves both', async () => {
    const { call, signIn, clock } = await setUp()
    const { refreshToken } = await signIn()
    const refresh = () => call('refresh', { body: { refreshToken } })
    const answers = await Promise.all([refresh(), refresh()])
    clock.advance(29_000)
    answers.push(await refresh())
    for (const answer of answers) {
      const { token } = (await answer.json()) as Pair
      expect((await call('me', { token })).status).toBe(200)
    }
  })

  test('signing out with the refresh token ends the session too', async () => {
    const { call, signIn } = await setUp()
    const { token, refreshToken } = await signIn()
    expect((await call('sign-out', { token: refreshToken, body: {} })).status).toBe(200)
    expect((await call('me', { token })).status).toBe(401)
  })
})

describe('a proof', () => {
  const me = `${service}/auth/v1/me`

  test('is accepted once, also after a restart', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'latchkey-'))
    cleanups.push(() => rmSync(directory, { recursive: true }))
    const clock = createTestClock()
    const { call, signIn, prover } = await setUp({}, directory, clock)
    const { token } = await signIn()
    const proof = await prover({ method: 'GET', url: me, token, now: clock.now() })
    expect((await call('me', { token, proof })).status).toBe(200)
    expect((await call('me', { token, proof })).status).toBe(401)
    clock.advance(119_000)
    expect((await call('me', { token, proof })).status).toBe(401)
    const again = await setUp({}, directory, clock)
    expect((await again.call('me', { token, proof })).status).toBe(401)
    expect((await again.call('me', { token, prover })).status).toBe(200)
  })

  test('is accepted once until the last millisecond in which its date is valid', async () => {
    const { call, signIn, prover, clock } = await setUp()
    const { token } = await signIn()
    const ahead = await prover({ method: 'GET', url: me, token, now: clock.now() + 120_000 })
    expect((await call('me', { token, proof: ahead })).status).toBe(200)
    clock.advance(240_000)
    expect((await call('me', { token, proof: ahead })).status).toBe(401)
    expect((await call('me', { token })).status).toBe(200)
  })

  test.each<[string, Partial<Parameters<Awaited<ReturnType<typeof createProver>>>[0]>]>([
    ['for another address', { url: `${service}/auth/v1/refresh` }],
    ['for another host', { url: 'https://evil.example/auth/v1/me' }],
    ['for another method', { method: 'POST' }],
    ['for another token', { token: 'x'.repeat(43) }],
    ['for no token', { token: undefined }],
    ['without a name', { claims: { jti: undefined } }],
    ['without a time', { claims: { iat: undefined } }],
    ['of another type', { head: { typ: 'JWT' } }],
    ['without a signature', { head: { alg: 'none' } }],
    ['by another algorithm', { head: { alg: 'HS256' } }],
    ['with an extension that must be understood', { head: { crit: ['b64'], b64: false } }],
    ['for an address that names a user', { url: me.replace('://', '://ada@') }],
    [
      'with another key than its own',
      { head: { jwk: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'B'.repeat(43) } } },
    ],
  ])('%s is refused', async (_, change) => {
    const { call, signIn, prover, clock } = await setUp()
    const { token } = await signIn()
    const right = { method: 'GET', url: me, token, now: clock.now() }
    const refused = await call('me', { token, proof: await prover({ ...right, ...change }) })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toMatch(/^DPoP error="invalid_dpop_proof"/)
    expect((await call('me', { token, proof: await prover(right) })).status).toBe(200)
  })

  test('is refused if it contains a private key or its text was changed', async () => {
    const { call, signIn, prover, clock } = await setUp()
    const { token } = await signIn()
    const right = { method: 'GET', url: me, token, now: clock.now() }
    const [head = '', , signature] = (await prover(right)).split('.')
    const [, body] = (await prover(right)).split('.')
    expect((await call('me', { token, proof: `${head}.${body}.${signature}` })).status).toBe(401)
    const { jwk } = JSON.parse(Buffer.from(head, 'base64url').toString('utf8'))
    const open = await prover({ ...right, head: { jwk: { ...jwk, d: jwk.x } } })
    expect((await call('me', { token, proof: open })).status).toBe(401)
  })

  test.each([
    [-121, 401],
    [-119, 200],
    [119, 200],
    [121, 401],
  ])('by a clock that is %i seconds off: %i, with the right time', async (seconds, status) => {
    const { call, signIn, prover, clock } = await setUp()
    const { token } = await signIn()
    const now = clock.now() + seconds * 1_000
    const answer = await call('me', { token, proof: await prover({ method: 'GET', url: me, token, now }) })
    expect(answer.status).toBe(status)
    expect(Date.parse(answer.headers.get('date') ?? '')).toBe(clock.now())
  })

  test("is accepted for the address that the browser sees: TLS in front of the service, the page's origin, or a configured address", async () => {
    const plain = await setUp()
    const { token } = await plain.signIn()
    const at = async ({ call, prover, clock }: typeof plain, url: string, of = token) =>
      (
        await call('me', {
          token: of,
          proof: await prover({ method: 'GET', url, token: of, now: clock.now() }),
        })
      ).status
    expect(await at(plain, me.replace('https', 'http'))).toBe(200)
    expect(await at(plain, `${origin}/auth/v1/me`)).toBe(200)
    expect(await at(plain, `${origin}/wallet/auth/v1/me`)).toBe(401)

    const clock = createTestClock()
    const set = await setUp({ authUrls: ['https://shop.example/wallet', service] }, undefined, clock)
    const { token: other } = await set.signIn()
    expect(await at(set, 'https://shop.example/wallet/auth/v1/me', other)).toBe(200)
    expect(await at(set, me.replace('https', 'http'), other)).toBe(401)
  })
})

describe("the host's own server", () => {
  const url = 'https://api.app.example/orders?page=2'

  test('asks which visitor sent a request, and each proof is accepted once', async () => {
    const { call, signIn, prover, clock } = await setUp()
    const { token } = await signIn()
    const proof = await prover({
      method: 'POST',
      url: 'https://api.app.example/orders',
      token,
      now: clock.now(),
    })
    const ask = async (more: object = {}) => {
      const body = { token, proof, method: 'POST', url, origin, ...more }
      return (await call('introspect', { from: null, proof: '', body })).json()
    }
    for (const other of [
      { url: 'https://api.app.example/refunds' },
      { method: 'GET' },
      { origin: 'https://evil.example' },
    ])
      expect(await ask(other)).toEqual({ active: false })
    // The rejected request from another page used the proof up.
    const fresh = await prover({
      method: 'POST',
      url: 'https://api.app.example/orders',
      token,
      now: clock.now(),
    })
    expect(await ask({ proof: fresh })).toEqual({
      active: true,
      address: account.address,
      chainId: 'eip155:1',
    })
    expect(await ask({ proof: fresh })).toEqual({ active: false })
  })
})

test('no auth answer may be cached', async () => {
  const { call, signIn } = await setUp()
  const { token, refreshToken } = await signIn()
  const answers = [
    await call('nonce'),
    await call('authenticate', { body: {} }),
    await call('me', { token }),
    await call('me'),
    await call('refresh', { body: { refreshToken } }),
    await call('introspect', { body: {} }),
    await call('sign-out', { token, body: {} }),
  ]
  expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(answers.map(() => 'no-store'))
})
