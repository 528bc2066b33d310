import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { formatSiwxMessage } from 'latchkey/siwx'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { siweOptions } from './betterAuth.js'
import { createApp } from './hono.js'
import * as next from './next.js'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const page = { domain: 'app.example', scheme: 'http' } as const

async function signed(nonce: string, domain = 'app.example', scheme = 'http') {
  const message = formatSiwxMessage({
    domain,
    address: account.address,
    uri: `${scheme}://${domain}`,
    version: '1',
    chainId: 'eip155:1',
    nonce,
    issuedAt: new Date().toISOString(),
  })
  return JSON.stringify({ message, signature: await account.signMessage({ message }) })
}

type Host = { readonly url: string; close(): void }

async function startHono(): Promise<Host> {
  const server = createServer(getRequestListener(createApp(page).fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}

/** In a separate process, as in production. */
async function startExpress(): Promise<Host> {
  const env = { ...process.env, PORT: '0', DOMAIN: page.domain }
  const child: ChildProcess = spawn(
    process.execPath,
    [fileURLToPath(new URL('express.mjs', import.meta.url))],
    {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (data) => resolve(String(data)))
    child.once('exit', (code) => reject(new Error(`express.mjs ended with code ${code}`)))
  })
  return { url: `http://localhost:${JSON.parse(line).port}`, close: () => void child.kill() }
}

describe.each([
  ['Hono', startHono],
  ['Express', startExpress],
])('%s', (_, start) => {
  let host: Host
  let url = ''
  beforeAll(async () => {
    host = await start()
    url = host.url
  }, 30_000)
  afterAll(() => host.close())

  const post = (body: string) =>
    fetch(`${url}/sign-in`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const nonce = async () => (await fetch(`${url}/nonce`)).text()

  test('signs in with a signature, and the cookie identifies the account', async () => {
    const answer = await post(await signed(await nonce()))
    expect(await answer.json()).toEqual({ account: `eip155:1:${account.address}` })
    const cookie = answer.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/HttpOnly/i)
    const me = await fetch(`${url}/me`, { headers: { cookie: cookie.split(';')[0] ?? '' } })
    expect(await me.json()).toEqual({ account: `eip155:1:${account.address}` })
  })

  test('error: an unknown nonce, a used nonce, another domain, an empty body', async () => {
    const twice = await signed(await nonce())
    await post(twice)
    const bodies = [await signed('ab'.repeat(16)), twice, await signed(await nonce(), 'evil.example'), '{}']
    for (const body of bodies) {
      const answer = await post(body)
      expect(answer.status).toBe(401)
      expect(await answer.json()).toEqual({ error: 'The sign-in could not be verified.' })
    }
    expect((await fetch(`${url}/me`)).status).toBe(401)
  })
})

test('Next.js route handlers', async () => {
  const nonce = await (await next.GET()).text()
  const body = await signed(nonce, 'app.example', 'https')
  const ask = () => next.POST(new Request('https://app.example/api/sign-in', { method: 'POST', body }))
  expect(await (await ask()).json()).toEqual({ account: `eip155:1:${account.address}` })
  expect((await ask()).status).toBe(401)
})

describe('better-auth', () => {
  const { getNonce, verifyMessage } = siweOptions(page)
  const claim = async (more: object = {}) => ({
    ...JSON.parse(await signed(await getNonce())),
    address: account.address,
    chainId: 1,
    ...more,
  })

  test('a signature is accepted once', async () => {
    const once = await claim()
    expect(await verifyMessage(once)).toBe(true)
    expect(await verifyMessage(once)).toBe(false)
  })

  test("error: the client's address or chain differs from the signed message", async () => {
    expect(await verifyMessage(await claim({ address: `0x${'11'.repeat(20)}` }))).toBe(false)
    expect(await verifyMessage(await claim({ chainId: 10 }))).toBe(false)
  })
})
