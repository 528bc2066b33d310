import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatSiwxMessage, type SiwxMessage } from 'latchkey/siwx'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { createContext } from '../shared/context.js'
import { createLog } from '../shared/log.js'
import { createTestClock } from '../testing/createTestClock.js'
import { createAuth } from './auth.js'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const origin = 'https://app.example'
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
  const call = (
    path: string,
    { token, nonceToken, body, from = origin, project = 'acme' }: Call = {},
  ): Promise<Response> =>
    Promise.resolve(
      auth.app.request(`/auth/v1/${path}?projectId=${project}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...(from === null ? {} : { origin: from }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(nonceToken === undefined ? {} : { 'x-nonce-jwt': `Bearer ${nonceToken}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )

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

  async function signIn(more: Partial<SiwxMessage> = {}): Promise<string> {
    const answer = await call('authenticate', await signed(more))
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { readonly token: string }).token
  }
  return { call, signed, signIn, clock }
}

type Call = {
  readonly token?: string | undefined
  readonly nonceToken?: string | undefined
  readonly body?: unknown
  readonly from?: string | null | undefined
  readonly project?: string | undefined
}

test('nonce, signature, session, sign-out', async () => {
  const { call, signIn } = await setUp()
  const token = await signIn()
  const me = await call('me', { token })
  expect(await me.json()).toEqual({ address: account.address, chainId: 'eip155:1' })
  expect((await call('sign-out', { token, body: {} })).status).toBe(200)
  expect((await call('me', { token })).status).toBe(401)
  expect((await call('sign-out', { token, body: {} })).status).toBe(401)
})

test('several chains with one approval: a session for each', async () => {
  const { call, signed, signIn } = await setUp()
  const before = await signIn()
  const { body, nonceToken } = await signed()
  const message = body.message.replace('Chain ID: 1', 'Chain ID: 10')
  const others = [{ message, signature: await account.signMessage({ message }) }]
  const answer = await call('authenticate', { nonceToken, token: before, body: { ...body, others } })
  const { token, others: tokens } = (await answer.json()) as { token: string; others: string[] }
  const me = async (of: string | undefined) => (await call('me', { token: of })).json()
  expect(await me(token)).toEqual({ address: account.address, chainId: 'eip155:1' })
  expect(tokens).toHaveLength(1)
  expect(await me(tokens[0])).toEqual({ address: account.address, chainId: 'eip155:10' })
  expect((await call('me', { token: before })).status).toBe(401)

  // One of them does not verify: none is taken in.
  const again = await signed()
  const forged = { ...others[0], message: again.body.message.replace('Chain ID: 1', 'Chain ID: 5') }
  const refused = await call('authenticate', { ...again, body: { ...again.body, others: [forged] } })
  expect(refused.status).toBe(401)
})

describe('a sign-in is refused, always in the same words', () => {
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

test.each([null, {}, { message: 7, signature: 'x' }, { message: 'x' }, []])('%j is no body', async (body) => {
  const { call } = await setUp()
  expect((await call('authenticate', { body })).status).toBe(400)
})

test('without a page there is nothing to sign in to', async () => {
  const { call } = await setUp()
  for (const from of [null, 'null', 'file://x', 'https://me@app.example']) {
    expect((await call('nonce', { from })).status).toBe(400)
  }
})

describe('a session', () => {
  test('works only for the page and project it was given to', async () => {
    const { call, signIn } = await setUp()
    const token = await signIn()
    expect((await call('me', { token, from: 'https://evil.example' })).status).toBe(401)
    expect((await call('me', { token, project: 'other' })).status).toBe(401)
    expect((await call('me', { token })).status).toBe(200)
  })

  test('ends in its time', async () => {
    const { call, signIn, clock } = await setUp({ authSessionSeconds: 3_600 })
    const token = await signIn()
    clock.advance(3_600_000)
    expect((await call('me', { token })).status).toBe(401)
  })

  test('is replaced by the next sign-in', async () => {
    const { call, signIn, signed } = await setUp()
    const first = await signIn()
    const second = (await (await call('authenticate', { ...(await signed()), token: first })).json()) as {
      readonly token: string
    }
    expect((await call('me', { token: first })).status).toBe(401)
    expect((await call('me', { token: second.token })).status).toBe(200)
  })

  test('survives a restart', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'latchkey-'))
    cleanups.push(() => rmSync(directory, { recursive: true }))
    const clock = createTestClock()
    const token = await (await setUp({}, directory, clock)).signIn()
    expect((await (await setUp({}, directory, clock)).call('me', { token })).status).toBe(200)
  })

  test.each(['', 'x', 'x'.repeat(43), "' OR 1=1 --"])('%j is no token', async (token) => {
    const { call } = await setUp()
    expect((await call('me', { token })).status).toBe(401)
  })
})
