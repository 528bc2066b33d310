import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startMailbox } from '../../../scripts/start/mailbox.mjs'
import { type Options, startServices } from '../index.js'
import { createSiteCaller } from '../testing/callSite.js'
import { createProver } from '../testing/createProver.js'
import { startPostgres, type TestPostgres } from '../testing/startPostgres.js'
import { startScriptedNode } from '../testing/startScriptedNode.js'
import { silentLog } from '../testing/startTestRelay.js'
import { testSiteHash, writeTestSite } from '../testing/writeTestSite.js'

const site = writeTestSite()
const data = mkdtempSync(join(tmpdir(), 'latchkey-frame-'))
let mailbox: Awaited<ReturnType<typeof startMailbox>>
let postgres: TestPostgres
beforeAll(async () => {
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 })
  postgres = await startPostgres()
}, 60_000)
afterAll(async () => {
  site.remove()
  rmSync(data, { recursive: true, force: true })
  await mailbox.close()
  await postgres.stop()
})
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

const page = 'https://app.example'
const projects = [{ id: 'acme', name: 'Acme', origins: [page] }]

async function start({ settings, ...options }: Options & { readonly frameUrl?: string } = {}) {
  const frameUrl = options.frameUrl ?? `http://wallet.localhost:${await freePort()}`
  const services = await startServices({
    ...{ projects, log: silentLog, checkAnswers: true, siteDirectory: site.directory },
    ...options,
    settings: {
      ...{ frameUrl, framePort: Number(new URL(frameUrl).port) },
      ...{ mailUrl: mailbox.smtpUrl, mailFrom: { name: 'Acme', address: 'login@acme.example' } },
      ...settings,
    },
  })
  cleanups.push(services.close)
  const prover = await createProver()
  return { services, frameUrl, prover, ...createSiteCaller(frameUrl, prover) }
}

type Caller = ReturnType<typeof createSiteCaller>

/** Waits for a mail in the mailbox, and returns the newest. */
async function mailTo(email: string, count = 1) {
  for (let tries = 0; tries < 500; tries++) {
    const found = mailbox.messages(email)
    if (found.length >= count && found[0] !== undefined) return found[0]
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`no mail ${count} to ${email}`)
}

async function logIn(callers: readonly Caller[], email: string) {
  const [first, last] = [callers[0] as Caller, callers.at(-1) as Caller]
  const begun = await first.post('/auth/v1/login/email', { email, host: page })
  const [code] = /\d{6}/.exec((await mailTo(email)).text) ?? []
  const { body } = await last.post('/auth/v1/login/code', { flow: begun.body?.flow, code })
  if (body?.token === undefined) throw new Error(JSON.stringify(body))
  return body as { token: string; refreshToken: string; user: { id: string } }
}

describe('the embedded wallet’s server', { timeout: 60_000 }, () => {
  test('serves the site on its own port, and on the main one by its host', async () => {
    const { services, get } = await start({ services: ['frame', 'explorer'] })
    expect(services.framePort).toBeGreaterThan(0)
    const path = `/f/${testSiteHash}/?projectId=acme`
    for (const port of [services.framePort, services.port]) {
      const answer = await get(path, { port })
      expect([answer.status, answer.text.includes('<title>frame</title>')]).toEqual([200, true])
    }
    // Neither answers the other's paths.
    expect((await get('/getWallets?projectId=acme', { port: services.port })).status).toBe(404)
    const other = { port: services.port, headers: { host: `localhost:${services.port}` } }
    expect((await get('/getWallets?projectId=acme', other)).status).toBe(200)
    expect((await get(path, other)).status).toBe(404)
    expect((await get('/health', other)).body).toMatchObject({ services: ['frame', 'explorer'] })
    expect((await get('/auth/v1/login/methods?projectId=acme')).body).toEqual({
      ...{ email: true, socials: [], farcaster: false, passkey: true, custody: 'self', site: testSiteHash },
    })
    for (const port of [services.framePort, services.port]) {
      const headers = { connection: 'upgrade', upgrade: 'websocket' }
      expect((await get('/', { port, headers })).status).toBe(404)
    }
  })

  test('a login by mail opens the key service, survives a restart, and ends with the account', async () => {
    const dataDir = join(data, 'one')
    const first = await start({ dataDir, services: ['frame'] })
    const email = 'canary@mail.example'
    const session = await logIn([first], email)
    const { token } = session
    const wallet = await first.post('/keys/v1/wallet', {}, { token })
    expect([wallet.status, wallet.body]).toEqual([200, { project: 'acme' }])
    expect((await first.post('/keys/v1/wallet', {}, { token: 'x'.repeat(43) })).status).toBe(401)
    await first.services.close()

    const { frameUrl } = first
    const second = await start({ dataDir, services: ['frame'], frameUrl })
    const caller = createSiteCaller(frameUrl, first.prover)
    const next = await caller.post('/auth/v1/login/refresh', { refreshToken: session.refreshToken })
    expect(next.body?.user).toEqual(session.user)
    const fresh = { token: String(next.body?.token) }
    expect((await caller.post('/keys/v1/delete', {}, fresh)).status).toBe(200)
    expect((await caller.post('/keys/v1/wallet', {}, fresh)).status).toBe(401)
    expect((await mailTo(email, 2)).subject).toBe('Acme: account deleted')
    await second.services.close()

    const files = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), 'latin1'))
    for (const secret of [email, token, session.refreshToken, fresh.token])
      expect(files.some((text) => text.includes(secret))).toBe(false)
    expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['login.db', 'keys.db', 'wrapper.key']))
  })

  test('two processes on one database are one service', async () => {
    const frameUrl = `http://wallet.localhost:${await freePort()}`
    const settings = {
      databaseUrl: postgres.url,
      keysWrapper: [`file:${join(data, 'shared.key')}`],
    }
    const startOne = async () => {
      const framePort = await freePort()
      const started = await start({ services: ['frame'], frameUrl, settings: { ...settings, framePort } })
      return { ...started, framePort }
    }
    const both = [await startOne(), await startOne()]
    const prover = await createProver()
    const callers = both.map(({ framePort: port }) => {
      const { post } = createSiteCaller(frameUrl, prover)
      return {
        post: (path: string, body: unknown, call = {}) => post(path, body, { port, ...call }),
      } as Caller
    })
    const { token, refreshToken } = await logIn(callers, 'both@mail.example')
    for (const { post } of callers) expect((await post('/keys/v1/wallet', {}, { token })).status).toBe(200)
    const next = await callers[1]?.post('/auth/v1/login/refresh', { refreshToken })
    expect(next?.status).toBe(200)
    expect((await callers[0]?.post('/auth/v1/login/sign-out', {}, { token }))?.status).toBe(200)
    const ended = { token: String(next?.body?.token) }
    for (const { post } of callers) expect((await post('/keys/v1/wallet', {}, ended)).status).toBe(401)
  })

  test('the site asks nodes, bundlers and paymasters through its own origin', async () => {
    const node = await startScriptedNode(({ method }) => (method === 'eth_gasPrice' ? '0x7' : undefined))
    const helper = await startScriptedNode(({ method }) =>
      method === 'eth_getUserOperationByHash' ? { error: { code: -32602, message: 'no' } } : method,
    )
    cleanups.push(node.stop, helper.stop)
    const chain = 'eip155:31337'
    const settings = {
      chains: [`${chain}=${node.url}`, 'bip122:000000000019d6689c085ae165831e93=http://127.0.0.1:9'],
      frameChains: [{ id: chain, name: 'Local', coin: { symbol: 'ETH', decimals: 18 } }] as const,
      frameBundlers: [`${chain}=${helper.url}/secret`],
      framePaymasters: [`${chain}=${helper.url}/secret`],
    }
    const { get, post } = await start({ services: ['frame', 'blockchain'], settings })
    const ask = async (path: string, method: string, headers: Record<string, string> = {}, on = chain) =>
      post(`${path}?chainId=${on}`, { jsonrpc: '2.0', id: 1, method, params: [] }, { headers })
    const price = await ask('/rpc', 'eth_gasPrice')
    expect([price.status, price.body]).toEqual([200, { jsonrpc: '2.0', id: 1, result: '0x7' }])
    expect(Object.keys(price.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    expect((await ask('/rpc', 'eth_accounts')).body).toMatchObject({ error: { code: -32601 } })
    expect((await ask('/rpc', 'eth_gasPrice', { origin: page })).status).toBe(403)
    expect((await ask('/rpc/bundler', 'eth_sendUserOperation')).body).toMatchObject({
      result: 'eth_sendUserOperation',
    })
    expect((await ask('/rpc/bundler', 'eth_getUserOperationByHash')).body).toMatchObject({
      error: { message: 'no' },
    })
    expect((await ask('/rpc/paymaster', 'pm_getPaymasterData')).body).toMatchObject({
      result: 'pm_getPaymasterData',
    })
    for (const [path, method] of [
      ['/rpc/bundler', 'eth_call'],
      ['/rpc/bundler', 'pm_getPaymasterData'],
      ['/rpc/paymaster', 'eth_sendUserOperation'],
    ] as const)
      expect((await ask(path, method)).body).toMatchObject({ error: { code: -32601 } })
    expect((await ask('/rpc/bundler', 'eth_sendUserOperation', {}, 'eip155:1')).status).toBe(404)
    expect((await ask('/rpc/bundler', 'eth_sendUserOperation', { origin: page })).status).toBe(403)
    helper.stop()
    const gone = await ask('/rpc/bundler', 'eth_sendUserOperation')
    expect([gone.status, gone.text.includes('secret')]).toEqual([502, false])

    const html = (await get(`/f/${testSiteHash}/?projectId=acme`)).text
    const content = /content="([^"]+)"/.exec(html)?.[1] ?? ''
    const json = content.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    expect(JSON.parse(json).chains).toEqual([
      {
        ...{ id: chain, name: 'Local', coin: { symbol: 'ETH', decimals: 18 }, tokens: [] },
        ...{ hasSmartAccounts: false, hasBundler: true, hasPaymaster: true },
      },
    ])
  })

  test('error: without a built site it does not start, and says how to build it', async () => {
    const nowhere = join(data, 'nowhere')
    await expect(start({ services: ['frame'], siteDirectory: nowhere })).rejects.toThrow(/npm run build/)
  })

  test('without an origin it does not run', async () => {
    const services = await startServices({ services: ['frame', 'explorer'], log: silentLog })
    cleanups.push(services.close)
    expect(services.framePort).toBeUndefined()
    expect(await (await fetch(`${services.url}/`)).json()).toMatchObject({ services: ['explorer'] })
  })
})
