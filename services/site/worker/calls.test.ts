import { awaitDevice, type Endpoint, loginByEmail } from 'latchkey/protocol'
import { afterEach, expect, test, vi } from 'vitest'
import { createCalls } from './calls.js'
import { toWorkerError } from './toWorkerError.js'

afterEach(() => vi.useRealTimers())

const body = { email: 'ann@example.com', host: 'https://app.example' }

/** Makes a call that gets an answer, and returns what the host is told of its failure. */
async function failureOf(
  answer: (url: string, init: RequestInit) => Promise<Response>,
  endpoint: Endpoint = loginByEmail,
  options: { readonly isWaiting?: boolean } = {},
) {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
  const jwk = await crypto.subtle.exportKey('jwk', keys.publicKey)
  const key = { privateKey: keys.privateKey, jwk, thumbprint: 'thumbprint' }
  const calls = createCalls({
    origin: 'https://wallet.example',
    projectId: 'p',
    key: async () => key as never,
    fetch: answer as typeof fetch,
  })
  const asked = calls(endpoint, { body, ...options })
  return asked.then(
    () => undefined,
    (error: unknown) => toWorkerError(error),
  )
}

const reply = (status: number, body: BodyInit | null, headers = {}) =>
  Promise.resolve(new Response(body, { status, headers }))

const cut = () => new ReadableStream({ pull: (stream) => stream.error(new TypeError('cut')) })

test.each([
  ['a server that does not answer', () => Promise.reject(new TypeError('dead')), 'network'],
  ['an answer that is cut', () => reply(200, cut()), 'network'],
  ['an answer without sense', () => reply(200, '{"a":'), 'network'],
  ['an answer of another shape', () => reply(200, '{}'), 'network'],
  ['a path that is not there', () => reply(404, '{}'), 'network'],
  ['a page that may not embed the wallet', () => reply(403, '{}'), 'network'],
  ['an error page', () => reply(500, '<h1>500</h1>'), 'network'],
  ['a body that the server refuses', () => reply(400, '{}'), 'invalid'],
  ['what the server has already', () => reply(409, '{}'), 'invalid'],
  ['too many calls', () => reply(429, '{}', { 'retry-after': '60' }), 'limited'],
])('%s', async (_, answer, code) => {
  expect(await failureOf(answer)).toMatchObject({ code })
})

test.each([
  ['a call', loginByEmail, false, 12_000],
  ['a call that waits for somebody', awaitDevice, true, 45_000],
] as const)('%s that nobody answers ends', async (_, endpoint, isWaiting, patience) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let ended: unknown
  let asked = Promise.resolve()
  await new Promise<void>((begun) => {
    const silent = (_: string, { signal }: RequestInit) =>
      new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        begun()
      })
    asked = failureOf(silent, endpoint, { isWaiting }).then((failed) => {
      ended = failed
    })
  })
  await vi.advanceTimersByTimeAsync(patience - 1)
  expect(ended).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await asked
  expect(ended).toMatchObject({ code: 'network' })
})
