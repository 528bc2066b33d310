import { loginByEmail } from 'latchkey/protocol'
import { expect, test } from 'vitest'
import { createCalls } from './calls.js'
import { toWorkerError } from './toWorkerError.js'

/** Makes a call that gets an answer, and returns what the host is told of its failure. */
async function failureOf(answer: () => Promise<Response>) {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
  const jwk = await crypto.subtle.exportKey('jwk', keys.publicKey)
  const key = { privateKey: keys.privateKey, jwk, thumbprint: 'thumbprint' }
  const calls = createCalls({
    origin: 'https://wallet.example',
    projectId: 'p',
    key: async () => key as never,
    fetch: answer,
  })
  const asked = calls(loginByEmail, { body: { email: 'ann@example.com', host: 'https://app.example' } })
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
  ['too many calls', () => reply(429, '{}', { 'retry-after': '60' }), 'limited'],
])('%s', async (_, answer, code) => {
  expect(await failureOf(answer)).toMatchObject({ code })
})
