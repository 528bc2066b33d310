import { type Answer, getWallets, networkImageId, type Wallet } from 'latchkey/protocol'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createContext } from '../shared/context.js'
import { createLog } from '../shared/log.js'
import { createExplorer } from './explorer.js'

type Settings = NonNullable<NonNullable<Parameters<typeof createContext>[0]>['settings']>

function setUp(settings: Settings = {}) {
  const log = createLog({ level: 'silent', now: () => 0, write: () => undefined })
  const context = createContext({ settings: { httpBurst: 100_000, ...settings }, log, checkAnswers: true })
  const app = createExplorer(context)
  const get = (path: string, headers: { [name: string]: string } = {}) => app.request(path, { headers })
  /** Reads an answer as the client does: through the shared schema. */
  const list = async (query: string): Promise<Answer<typeof getWallets>> => {
    const response = await get(`/getWallets?projectId=test&st=appkit&sv=1.7.3${query}`)
    expect(response.status).toBe(200)
    return v.parse(getWallets.answer, await response.json())
  }
  return { get, list }
}

const { get, list } = setUp()
const names = (wallets: readonly Wallet[]) => wallets.map(({ name }) => name)

async function allPages(query: string, entries: number) {
  const wallets: Wallet[] = []
  for (let page = 1; ; page++) {
    const { data, count } = await list(`${query}&page=${page}&entries=${entries}`)
    wallets.push(...data)
    if (data.length === 0) return { wallets, count }
    expect(data.length).toBeLessThanOrEqual(entries)
  }
}

describe('GET /getWallets', () => {
  test('returns pages of 40 from page 1, best known first', async () => {
    const { data, count } = await list('')
    expect(data).toHaveLength(40)
    expect(count).toBeGreaterThanOrEqual(60)
    expect(names(data).slice(0, 3)).toEqual(['MetaMask', 'Trust Wallet', 'Phantom'])
  })

  test.each([1, 7, 40, 100])(
    'every wallet once over pages of %i, count the same on each',
    async (entries) => {
      const { wallets, count } = await allPages('', entries)
      expect(new Set(wallets.map(({ id }) => id)).size).toBe(count)
      expect(wallets).toHaveLength(count)
      expect((await list(`&entries=${entries}&page=100000`)).count).toBe(count)
    },
  )

  test('include, exclude, chains, search and badge_type narrow the list, and count follows', async () => {
    const { wallets } = await allPages('', 100)
    const [first, second] = wallets
    expect((await list(`&include=${second?.id},${first?.id}`)).data).toEqual([first, second])
    expect((await list(`&include=${first?.id}&exclude=${first?.id}`)).count).toBe(0)
    expect((await list(`&exclude=${first?.id},${second?.id}`)).count).toBe(wallets.length - 2)
    expect(names((await list('&search=metamask')).data)).toEqual(['MetaMask'])

    const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    const onSolana = wallets.filter(({ chains }) => chains?.includes(solana))
    expect((await allPages(`&chains=${solana}`, 100)).wallets).toEqual(onSolana)
    const certified = onSolana.filter(({ badge_type }) => badge_type === 'certified')
    expect((await list(`&chains=${solana}&badge_type=certified&entries=100`)).data).toEqual(certified)
    const both = (await list(`&chains=${solana}&badge_type=certified&search=wallet`)).data
    expect(both).toEqual(
      expect.arrayContaining(certified.filter(({ name }) => name.toLowerCase().includes('wallet'))),
    )
  })

  test.each([
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=1e3', 'page'],
    ['page=', 'page'],
    ['page=9999999999999999999', 'page'],
    ['entries=0', 'entries'],
    ['entries=101', 'entries'],
    ['entries=abc', 'entries'],
    ['badge_type=gold', 'badge_type'],
    [`search=${'x'.repeat(101)}`, 'search'],
    [`include=${'x'.repeat(8_193)}`, 'include'],
    [`sv=${'x'.repeat(65)}`, 'sv'],
  ])('error: %.40s', async (query, parameter) => {
    const response = await get(`/getWallets?projectId=test&${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { code: 'INVALID_QUERY', details: expect.stringMatching(new RegExp(`^${parameter}: `)) },
    })
  })

  test.each([
    'search=%00',
    'search=%F0%9F%A6%8A',
    'search=%FF%FE',
    'search=.*%2B(((',
    "search=';DROP TABLE wallets;--",
    'search=__proto__',
    'include=__proto__,constructor',
    'exclude=,,,',
    `chains=${',eip155:1'.repeat(900)}`,
    'chains=%00',
    'search=a&search=b',
    'unknown=1&__proto__=2&constructor=3',
    '%E0%A4%A',
    '&&&===',
  ])('a hostile query is answered like any other: %.40s', async (query) => {
    await list(`&${query}`)
  })

  test('answers an unchanged list without a body', async () => {
    const first = await get('/getWallets?entries=4')
    expect(first.headers.get('cache-control')).toBe('public, max-age=300')
    const etag = first.headers.get('etag') ?? ''
    expect((await get('/getWallets?entries=4', { 'if-none-match': etag })).status).toBe(304)
    expect((await get('/getWallets?entries=5', { 'if-none-match': etag })).status).toBe(200)
  })

  test('error: an unknown project, if projects are configured', async () => {
    const closed = setUp({ projects: [{ id: 'acme' }] })
    const response = await closed.get('/getWallets?projectId=other')
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { message: 'Unauthorized: invalid key' } })
    expect((await closed.get('/getWallets?projectId=acme')).status).toBe(200)
  })
})

describe('pictures', () => {
  test('every listed wallet has one', async () => {
    const { wallets } = await allPages('', 100)
    for (const { image_id, name } of wallets) {
      const response = await get(`/getWalletImage/${image_id}?projectId=test`)
      expect(response.status, name).toBe(200)
      expect(await response.text(), name).toMatch(/^<svg .*<\/svg>$/s)
    }
  })

  test.each([
    `/public/getAssetImage/${networkImageId('eip155:1')}`,
    `/public/getAssetImage/${networkImageId('eip155:31337')}`,
    '/public/getAssetImage/walletConnect',
    '/public/getTokenImage/eth',
    '/public/getCurrencyImage/usd',
  ])('%s is an image that may be cached and can do nothing', async (path) => {
    const { status, headers } = await get(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/svg+xml')
    expect(headers.get('cache-control')).toBe('public, max-age=86400')
    expect(headers.get('content-security-policy')).toContain("sandbox; default-src 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const etag = headers.get('etag') ?? ''
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
  })

  test.each([
    '/getWalletImage/nobody',
    '/getWalletImage/__proto__',
    '/getWalletImage/..%2F..%2Fpackage.json',
    '/getWalletImage/%00',
    '/public/getAssetImage/eip155-987654321',
    '/public/getTokenImage/no.such.token',
    '/public/getTokenImage/..%2F..%2Fwallets%2Fbackground%2Fmetamask',
    '/public/getCurrencyImage/xx',
    '/public/getCurrencyImage/toString',
  ])('error: %s is a 404 with a code', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
  })
})

describe('GET /getAnalyticsConfig', () => {
  test("returns the project's setting, by default false", async () => {
    expect(await (await get('/getAnalyticsConfig')).json()).toEqual({ isAnalyticsEnabled: true })
    const without = setUp({ services: ['explorer'] })
    expect(await (await without.get('/getAnalyticsConfig')).json()).toEqual({ isAnalyticsEnabled: false })
    const eager = setUp({ services: ['explorer'], projects: [{ id: 'acme', isAnalyticsEnabled: true }] })
    expect(await (await eager.get('/getAnalyticsConfig?projectId=acme')).json()).toEqual({
      isAnalyticsEnabled: true,
    })
  })
})
