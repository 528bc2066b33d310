import { formatSiwxMessage } from 'latchkey/siwx'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Services, startServices } from '../index.js'
import { startPostgres, type TestPostgres } from '../testing/startPostgres.js'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const origin = 'https://app.example'
const log = { debug() {}, info() {}, warn() {}, error() {} }
let postgres: TestPostgres
let first: Services
let second: Services

beforeAll(async () => {
  postgres = await startPostgres()
  const start = () => startServices({ services: ['auth'], settings: { databaseUrl: postgres.url }, log })
  // At once, as an orchestrator would.
  ;[first, second] = await Promise.all([start(), start()])
}, 60_000)
afterAll(async () => {
  await Promise.all([first.close(), second.close()])
  await postgres.stop()
})

async function call(services: Services, path: string, headers: object = {}, body?: object) {
  const answer = await fetch(`${services.url}/auth/v1/${path}?projectId=acme`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { origin, ...headers },
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

test('a visitor who is sent to another process at every step signs in, stays so, and signs out', async () => {
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
      call(index % 2 === 0 ? first : second, 'authenticate', headers, signed),
    ),
  )
  const [success, ...more] = attempts.filter(({ status }) => status === 200)
  expect(more).toEqual([])
  const session = { authorization: `Bearer ${success?.body.token}` }
  for (const services of [first, second]) {
    expect(await call(services, 'me', session)).toMatchObject({ body: { address: account.address } })
  }
  expect((await call(second, 'sign-out', session, {})).status).toBe(200)
  expect((await call(first, 'me', session)).status).toBe(401)
})
