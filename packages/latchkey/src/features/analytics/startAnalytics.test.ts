import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestKit } from '../../testing/createTestKit.js'
import { startAnalytics } from './startAnalytics.js'

type Call = { readonly url: URL; readonly body: { readonly [name: string]: unknown } | undefined }

let calls: Call[] = []
let answerOf: (path: string) => Response | Promise<Response> = () => Response.json({})

beforeEach(() => {
  calls = []
  answerOf = (path) => Response.json(path === '/getAnalyticsConfig' ? { isAnalyticsEnabled: true } : {})
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('location', {
    origin: 'https://app.example',
    hostname: 'app.example',
    pathname: '/shop',
    search: '?who=me',
    hash: '#0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B',
  })
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const url = new URL(input)
    calls.push({ url, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined })
    return answerOf(url.pathname)
  })
})
afterEach(() => vi.unstubAllGlobals())

const setUp = (analytics: boolean | undefined = true) => {
  const kit = createTestKit({ services: 'https://services.example', features: { analytics } })
  startAnalytics(kit)
  return kit
}
const reports = () => calls.filter(({ url }) => url.pathname === '/e').map(({ body }) => body)
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('nothing is asked or sent before something happens', async () => {
  setUp()
  await settled()
  expect(calls).toEqual([])
})

test('the project is asked once; what happened meanwhile is reported then', async () => {
  const kit = setUp()
  kit.events.emit({ type: 'MODAL_OPEN', connected: false })
  kit.events.emit({ type: 'CLICK_WALLET_HELP' })
  await vi.waitFor(() => expect(reports()).toHaveLength(2))
  kit.events.emit({ type: 'MODAL_CLOSE', connected: true })
  await vi.waitFor(() => expect(reports()).toHaveLength(3))
  expect(calls.filter(({ url }) => url.pathname === '/getAnalyticsConfig')).toHaveLength(1)
  expect(reports()[0]).toEqual({
    eventId: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
    url: 'https://app.example/shop',
    domain: 'app.example',
    timestamp: kit.clock.now(),
    props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
  })
  expect(reports()[1]).toMatchObject({ props: { type: 'track', event: 'CLICK_WALLET_HELP' } })
})

test('what happened before it was loaded is reported: that the kit started, and what a visitor did at once', async () => {
  const kit = createTestKit({ services: 'https://services.example', features: { analytics: true } })
  const stop = kit.start()
  kit.events.emit({ type: 'MODAL_OPEN', connected: false })
  await vi.waitFor(() => expect(reports()).toHaveLength(2))
  kit.events.emit({ type: 'MODAL_CLOSE', connected: false })
  await vi.waitFor(() => expect(reports()).toHaveLength(3))
  expect(reports()).toMatchObject(
    ['INITIALIZE', 'MODAL_OPEN', 'MODAL_CLOSE'].map((event) => ({ props: { event } })),
  )
  stop()
})

test('an error of ours is reported by its name, without its words', async () => {
  const kit = setUp()
  kit.events.emit({
    ...{ type: 'INTERNAL_SDK_ERROR', errorType: 'TypeError', errorMessage: 'amount 12', uncaught: true },
  })
  await vi.waitFor(() => expect(reports()).toHaveLength(1))
  const properties = { errorType: 'TypeError', uncaught: true }
  expect(reports()[0]?.props).toEqual({ type: 'error', event: 'INTERNAL_SDK_ERROR', properties })
})

test('what a visitor typed is not reported', async () => {
  const kit = setUp()
  kit.events.emit({ type: 'SEARCH_WALLET', badge: 'all', search: 'wc:secret@2?symKey=abc' })
  await vi.waitFor(() => expect(reports()).toHaveLength(1))
  expect(JSON.stringify(calls)).not.toContain('secret')
  expect(reports()[0]).toMatchObject({ props: { properties: { badge: 'all' } } })
})

describe('nothing at all is called', () => {
  test.each([undefined, false])('where the host says %s', async (analytics) => {
    const kit = createTestKit({ services: 'https://services.example', features: { analytics } })
    startAnalytics(kit)
    kit.events.emit({ type: 'CLICK_WALLET_HELP' })
    await settled()
    expect(calls).toEqual([])
  })

  test("where the visitor's browser objects by Global Privacy Control", async () => {
    vi.stubGlobal('navigator', { globalPrivacyControl: true })
    setUp().events.emit({ type: 'CLICK_WALLET_HELP' })
    await settled()
    expect(calls).toEqual([])
  })
})

describe('nothing is reported', () => {
  test.each<[string, () => Response]>([
    ['does not want it', () => Response.json({ isAnalyticsEnabled: false })],
    ['answers with 404', () => new Response('', { status: 404 })],
    ['answers with HTML', () => new Response('<html>')],
  ])('where the project %s', async (_, answer) => {
    answerOf = answer
    const kit = setUp()
    kit.events.emit({ type: 'CLICK_WALLET_HELP' })
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    await settled()
    kit.events.emit({ type: 'CLICK_WALLET_HELP' })
    await settled()
    expect(reports()).toEqual([])
    expect(calls).toHaveLength(1)
  })
})

test('a report that fails is dropped, and the next one sent', async () => {
  const kit = setUp()
  answerOf = (path) =>
    path === '/getAnalyticsConfig' ? Response.json({ isAnalyticsEnabled: true }) : Promise.reject(new Error())
  kit.events.emit({ type: 'CLICK_WALLET_HELP' })
  await vi.waitFor(() => expect(reports()).toHaveLength(1))
  kit.events.emit({ type: 'CLICK_NETWORKS' })
  await vi.waitFor(() => expect(reports()).toHaveLength(2))
})

test('it ends with the kit', async () => {
  const kit = setUp()
  kit.slots.stop()
  kit.events.emit({ type: 'CLICK_WALLET_HELP' })
  await settled()
  expect(calls).toEqual([])
})
