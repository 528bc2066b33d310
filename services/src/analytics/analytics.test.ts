import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnalyticsEvent } from 'latchkey/protocol'
import Database from 'libsql'
import { afterEach, describe, expect, test } from 'vitest'
import { createContext } from '../shared/context.js'
import { createLog } from '../shared/log.js'
import { createTestClock } from '../testing/createTestClock.js'
import { type Analytics, createAnalytics } from './analytics.js'
import { openCounts } from './counts.js'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
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
  const analytics = await createAnalytics(context, directory)
  cleanups.push(analytics.close)
  return { analytics, clock, app: analytics.app }
}

let ids = 0
function eventOf(
  props: Partial<AnalyticsEvent['props']>,
  more: Partial<AnalyticsEvent> = {},
): AnalyticsEvent {
  return {
    eventId: `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
    url: 'https://app.example/',
    domain: 'app.example',
    timestamp: 0,
    props: { type: 'track', event: 'MODAL_OPEN', ...props },
    ...more,
  }
}

const report = ({ app }: Pick<Analytics, 'app'>, body: unknown, project = 'acme') =>
  app.request(`/e?projectId=${project}&st=latchkey&sv=x`, { method: 'POST', body: JSON.stringify(body) })
const page = async ({ app }: Pick<Analytics, 'app'>, query = '', headers: Record<string, string> = {}) =>
  (await app.request(`/analytics${query}`, { headers })).text()

test('counts reports by wallet, error, network, domain and day, and shows them', async () => {
  const { analytics } = await setUp()
  const success = {
    event: 'CONNECT_SUCCESS',
    properties: { method: 'qrcode', name: 'MetaMask', reconnect: false },
  }
  for (const props of [
    { properties: { connected: false } },
    { properties: { connected: false } },
    success,
    { event: 'CONNECT_ERROR', properties: { message: 'CONNECTION_DECLINED' } },
    { event: 'SWITCH_NETWORK', properties: { network: 'eip155:10' } },
  ]) {
    expect((await report(analytics, eventOf(props))).status).toBe(200)
  }
  const html = await page(analytics)
  expect(html).toContain('<dt>Opened to connect</dt><dd>2</dd>')
  expect(html).toContain('<dt>Connected</dt><dd>1</dd>')
  expect(html).toContain('<dt>Of those who opened</dt><dd>50 %</dd>')
  for (const name of ['MetaMask', 'CONNECTION_DECLINED', 'eip155:10', '2026-01-01']) {
    expect(html).toContain(
      `<td>${name}</td><td>1</td>`.replace('2026-01-01</td><td>1', '2026-01-01</td><td>5'),
    )
  }
  expect(html).toContain('<td>app.example</td><td>5</td>')
})

test('counts an event that is sent twice once', async () => {
  const { analytics } = await setUp()
  const event = eventOf({ event: 'CLICK_NETWORKS' })
  await report(analytics, event)
  await report(analytics, event)
  expect(await page(analytics)).toContain('<td>CLICK_NETWORKS</td><td>1</td>')
})

test('drops fields that the table of events does not name', async () => {
  const { analytics } = await setUp()
  const properties = {
    name: 'Wallet',
    platform: 'web',
    address: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B',
  }
  await report(analytics, eventOf({ event: 'SELECT_WALLET', properties }))
  const html = await page(analytics)
  expect(html).toContain('SELECT_WALLET: Wallet · web')
  expect(html).not.toContain('0xAb58')
})

describe('bad reports are refused', () => {
  test.each<[string, unknown]>([
    ['null', null],
    ['an empty object', {}],
    ['a malformed id', { ...eventOf({}), eventId: '1' }],
    ['a long text', eventOf({ properties: { name: 'x'.repeat(65) } })],
    ['a nested object', { ...eventOf({}), props: { type: 'track', event: 'X', properties: { a: {} } } }],
    ['an event in lower case', eventOf({ event: '<script>' })],
    ['a domain with markup', eventOf({}, { domain: '<b>' })],
  ])('%s', async (_, body) => {
    const { analytics } = await setUp()
    expect((await report(analytics, body)).status).toBe(400)
    expect(await page(analytics)).toContain('Nothing yet.')
  })

  test('counts all reports as one project if none is configured', async () => {
    const { analytics } = await setUp()
    for (const id of ['acme', 'other', 'a-third'])
      await report(analytics, eventOf({ properties: { connected: false } }), id)
    const shown = await page(analytics)
    expect(shown).toContain('<dt>Opened to connect</dt><dd>3</dd>')
    for (const id of ['acme', 'other', 'a-third']) expect(shown).not.toContain(id)
  })

  test('refuses a report for an unknown project', async () => {
    const { analytics } = await setUp({ projects: [{ id: 'acme' }] })
    expect((await report(analytics, eventOf({}), 'other')).status).toBe(401)
  })
})

test('shows values from clients as plain text on the page', async () => {
  const { analytics } = await setUp()
  await report(
    analytics,
    eventOf({ event: 'SELECT_WALLET', properties: { name: '<img src=x onerror=alert(1)>' } }),
  )
  const html = await page(analytics)
  expect(html).not.toContain('<img')
  expect(html).toContain('&#60;img')
})

test('counts a flood of distinct lines as "OTHER"', async () => {
  const counts = await openCounts(undefined)
  cleanups.push(counts.close)
  for (let index = 0; index < 5_010; index++)
    counts.add(eventOf({ event: 'SELECT_WALLET', properties: { name: `w${index}` } }), 'acme', 0)
  expect(counts.since('', 'acme').filter(({ event }) => event === 'OTHER')).toMatchObject([{ count: 10 }])
})

describe('kept on disk', () => {
  test('counts survive a restart and are deleted after their retention time', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'latchkey-'))
    cleanups.push(() => rmSync(directory, { recursive: true }))
    const clock = createTestClock()
    const first = await createAnalytics(
      createContext({
        clock,
        settings: { analyticsDays: 30 },
        log: createLog({ level: 'silent', now: () => 0, write: () => {} }),
      }),
      directory,
    )
    await report(first, eventOf({ event: 'CLICK_NETWORKS' }))
    first.close()
    const second = await setUp({ analyticsDays: 30 }, directory, clock)
    expect(await page(second)).toContain('<td>CLICK_NETWORKS</td><td>1</td>')
    clock.setCalendar(31 * 86_400_000)
    clock.advance(2_000)
    expect(await page(second)).not.toContain('CLICK_NETWORKS')
  })
})

describe('versions', () => {
  test('migrates a file without a version table, and leaves a file from newer code untouched', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'latchkey-'))
    cleanups.push(() => rmSync(directory, { recursive: true }))
    const path = join(directory, 'analytics.db')
    const old = new Database(path)
    // The table as the code created it before versions existed.
    old.exec(`CREATE TABLE IF NOT EXISTS counts (
      day TEXT NOT NULL, project TEXT NOT NULL, domain TEXT NOT NULL, event TEXT NOT NULL, detail TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (day, project, domain, event, detail)
    ) WITHOUT ROWID;
    INSERT INTO counts VALUES ('2025-12-31', 'open', 'shop.example', 'CLICK_NETWORKS', '', 41)`)
    old.close()
    expect(await page(await setUp({}, directory), '?project=open')).toContain(
      '<td>CLICK_NETWORKS</td><td>41</td>',
    )
    for (const cleanup of cleanups.splice(1).reverse()) cleanup()
    const newer = new Database(path)
    newer.exec('UPDATE latchkey_schema SET version = 2')
    newer.close()
    await expect(setUp({}, directory)).rejects.toThrow(/schema 2, known is 1/)
  })
})

describe('the page without a password', () => {
  const host = 'localhost:8787'
  const statusOf = async (headers: { readonly [name: string]: string }) =>
    (await (await setUp()).app.request('/analytics', { headers })).status

  test('answers requests from this machine under a loopback host name', async () => {
    expect(await statusOf({ host })).toBe(200)
    expect(await statusOf({ host, origin: `http://${host}` })).toBe(200)
  })

  test('refuses other pages and other host names (DNS rebinding)', async () => {
    expect(await statusOf({ host, origin: 'https://evil.example' })).toBe(403)
    expect(await statusOf({ host, origin: 'http://localhost:3000' })).toBe(403)
    expect(await statusOf({ host: 'evil.example:8787' })).toBe(401)
    expect(await statusOf({ host: 'evil.example:8787', origin: 'http://evil.example:8787' })).toBe(401)
  })

  describe('decides by the address of the socket, not by the header `Host`', () => {
    /** Returns the status for a request that arrived over a socket from `peer`. */
    const statusFrom = async (peer: string, sent: { readonly [name: string]: string } = {}) => {
      const headers = { host, ...sent }
      const incoming = { socket: { remoteAddress: peer }, headers }
      const { app } = await setUp({ trustedProxies: ['127.0.0.1'] })
      return (await app.request('/analytics', { headers }, { incoming })).status
    }

    test('answers a socket of this machine', async () => {
      expect(await statusFrom('127.0.0.1')).toBe(200)
      expect(await statusFrom('::1')).toBe(200)
      expect(await statusFrom('::ffff:127.0.0.1')).toBe(200)
    })

    test.each(['203.0.113.7', '192.168.1.5', '::ffff:203.0.113.7', '2001:db8::1'])(
      'refuses a socket from %s that names this machine as its host',
      async (peer) => {
        expect(await statusFrom(peer)).toBe(401)
      },
    )

    test.each(['forwarded', 'x-real-ip', 'x-forwarded-for', 'via'])(
      'refuses a request with %s, which came through a proxy on this machine',
      async (header) => {
        expect(await statusFrom('127.0.0.1', { [header]: '127.0.0.1' })).toBe(401)
      },
    )
  })

  test('refuses requests from pages of other origins', async () => {
    const { headers } = await (await setUp()).app.request('/analytics', { headers: { host } })
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    const asked = await (await setUp()).app.request('/analytics', { method: 'OPTIONS', headers: { host } })
    expect(asked.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('the page with a password', () => {
  const authorization = (password: string) => ({
    authorization: `Basic ${Buffer.from(`anyone:${password}`).toString('base64')}`,
  })

  test('asks for the password, and opens with it', async () => {
    const { app } = await setUp({ analyticsPassword: 'swordfish' })
    const refused = await app.request('/analytics')
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toContain('Basic')
    expect((await app.request('/analytics', { headers: authorization('wrong') })).status).toBe(401)
    expect((await app.request('/analytics', { headers: authorization('swordfish') })).status).toBe(200)
  })

  test('lets an address guess ten times, then every six seconds; nobody else waits for it', async () => {
    const { app, clock } = await setUp({ analyticsPassword: 'swordfish' })
    const from = (peer: string, headers: { readonly [name: string]: string }) => {
      const incoming = { socket: { remoteAddress: peer }, headers }
      return app.request('/analytics', { headers }, { incoming })
    }
    const guess = (password: string, peer = '203.0.113.7') => from(peer, authorization(password))
    // A forged header gives no new tries.
    const forged = { 'x-forwarded-for': '198.51.100.1', ...authorization('guess') }
    for (let count = 0; count < 9; count++) expect((await guess(`guess ${count}`)).status).toBe(401)
    expect((await from('203.0.113.7', forged)).status).toBe(401)
    for (const password of ['guess', 'swordfish']) {
      const refused = await guess(password)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '6'])
    }
    expect((await guess('swordfish', '127.0.0.1')).status).toBe(200)
    expect((await from('203.0.113.7', {})).status).toBe(401)
    clock.advance(6_000)
    expect((await guess('swordfish')).status).toBe(200)
  })

  test('does not count the right password', async () => {
    const { app } = await setUp({ analyticsPassword: 'swordfish' })
    for (let count = 0; count < 20; count++)
      expect((await app.request('/analytics', { headers: authorization('swordfish') })).status).toBe(200)
  })
})

test('the page runs no script and loads nothing', async () => {
  const { app } = await setUp()
  const policy = (await app.request('/analytics')).headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'/)
})
