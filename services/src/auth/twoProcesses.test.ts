import { formatSiwxMessage } from 'latchkey/siwx'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Services, startServices } from '../index.js'
import { createProver } from '../testing/createProver.js'
import { startPostgres, type TestPostgres } from '../testing/startPostgres.js'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const origin = 'https://app.example'
const log = { debug() {}, info() {}, warn() {}, error() {} }
let postgres: TestPostgres
let first: Services
let second: Services
let prover: Awaited<ReturnType<typeof createProver>>

beforeAll(async () => {
  postgres = await startPostgres()
  prover = await createProver()
  const start = () => startServices({ services: ['auth'], settings: { databaseUrl: postgres.url }, log })
  // At once, as an orchestrator starts them.
  ;[first, second] = await Promise.all([start(), start()])
}, 60_000)
afterAll(async () => {
  await Promise.all([first.close(), second.close()])
  await postgres.stop()
})

async function call(
  services: Services,
  path: string,
  {
    token,
    headers,
    body,
  }: { readonly token?: string; readonly headers?: object; readonly body?: object } = {},
) {
  const url = `${services.url}/auth/v1/${path}`
  const dpop = await prover({ method: body === undefined ? 'GET' : 'POST', url, token, now: Date.now() })
  const answer = await fetch(`${url}?projectId=acme`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { origin, dpop, ...(token !== undefined && { authorization: `DPoP ${token}` }), ...headers },
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

test('a visitor whose requests alternate between processes signs in, stays signed in and signs out', async () => {
  const { nonce = '', token: nonceToken } = (await call(first, 'nonce')).body
  const message = formatSiwxMessage({
    domain: 'app.example',
    address: account.address,
    uri: origin,
    version: '1',
    chainId: 'eip155:1',
    nonce,
    issuedAt: new Date().toISOString(),
  })
  const signed = { message, signature: await account.signMessage({ message }) }
  const headers = { 'x-nonce-jwt': `Bearer ${nonceToken}` }
  const attempts = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      call(index % 2 === 0 ? first : second, 'authenticate', { headers, body: signed }),
    ),
  )
  const [success, ...more] = attempts.filter(({ status }) => status === 200)
  expect(more).toEqual([])
  const session = { token: success?.body.token ?? '' }
  for (const services of [first, second]) {
    expect(await call(services, 'me', session)).toMatchObject({ body: { address: account.address } })
  }
  const body = { refreshToken: success?.body.refreshToken }
  const next = (await call(second, 'refresh', { body })).body.token ?? ''
  expect(await call(first, 'me', { token: next })).toMatchObject({ body: { address: account.address } })
  expect((await call(second, 'sign-out', { ...session, body: {} })).status).toBe(200)
  expect((await call(first, 'me', session)).status).toBe(401)
  expect((await call(first, 'me', { token: next })).status).toBe(401)
})
