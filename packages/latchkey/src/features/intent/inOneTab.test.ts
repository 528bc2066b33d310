import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDeferred } from '../../core/deferred.js'
import { walletError } from '../../protocol/walletErrors.js'
import { sendKit } from '../../testing/sendKit.js'
import { giveUp } from '../send/giveUp.js'
import { submitSend } from '../send/submitSend.js'

/** A browser, whose tabs share its locks; each tab has its own object for them. */
function openBrowser() {
  const held = new Set<string>()
  const locksOfTab = () => ({
    async request(name: string, _: object, task: (lock: object | null) => unknown) {
      if (held.has(name)) return task(null)
      held.add(name)
      try {
        return await task({ name })
      } finally {
        held.delete(name)
      }
    },
  })
  return { held, goToTab: () => vi.stubGlobal('navigator', { locks: locksOfTab() }) }
}

const hash = `0x${'ab'.repeat(32)}`
let browser: ReturnType<typeof openBrowser>
beforeEach(() => {
  browser = openBrowser()
  browser.goToTab()
})
afterEach(() => vi.unstubAllGlobals())

/** A tab with a form that is filled in. Its storage is its own: it does not see yet what another tab has stored. */
async function openTab(
  send: () => Promise<never> | Promise<{ kind: 'transaction'; id: string }>,
  more: Parameters<typeof sendKit>[0] = {},
) {
  const tab = await sendKit({ send: vi.fn(send), ...more })
  await tab.fill('0.5')
  return tab
}

test('asks the wallet once if two tabs send in the same moment', async () => {
  const answer = createDeferred<{ kind: 'transaction'; id: string }>()
  const first = await openTab(() => answer.promise)
  const second = await openTab(async () => ({ kind: 'transaction', id: hash }))
  const sent = submitSend(first.kit)
  await vi.waitFor(() => expect(browser.held.size).toBe(1))
  browser.goToTab()
  await expect(submitSend(second.kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
  expect(second.transfers.send).not.toHaveBeenCalled()
  answer.resolve({ kind: 'transaction', id: hash })
  await sent
  expect(browser.held.size).toBe(0)
  await submitSend(second.kit)
  expect(second.transfers.send).toHaveBeenCalledTimes(1)
})

test('another account is not waited for', async () => {
  const first = await openTab(() => new Promise(() => {}))
  const second = await openTab(async () => ({ kind: 'transaction', id: hash }))
  void submitSend(first.kit)
  await vi.waitFor(() => expect(browser.held.size).toBe(1))
  browser.goToTab()
  const [held] = browser.held
  const tracked = first.state().intent?.open[0]
  expect(held).toContain(`${tracked?.intent.networkId} ${tracked?.intent.account}`)
  browser.held.delete(held ?? '')
  browser.held.add(String(held).replace(String(tracked?.intent.account), 'another account'))
  await submitSend(second.kit)
  expect(second.transfers.send).toHaveBeenCalledTimes(1)
})

test('a refusal lets the other tab ask', async () => {
  const first = await openTab(() =>
    Promise.reject(walletError('REQUEST_REJECTED', { slots: { wallet: 'Mock Wallet' } })),
  )
  await expect(submitSend(first.kit)).rejects.toMatchObject({ code: 'REQUEST_REJECTED' })
  expect(browser.held.size).toBe(0)
})

test.each([
  ['a family that numbers its transfers', {}],
  ['a family that spends coins', { spendsCoins: true }],
] as const)('a request that was given up lets the other tab ask, in %s', async (_, family) => {
  const first = await openTab(() => new Promise<never>(() => {}), family)
  void submitSend(first.kit)
  await vi.waitFor(() => expect(first.state().intent?.open).toHaveLength(1))
  expect(browser.held.size).toBe(1)
  giveUp(first.kit, { id: first.state().intent?.open[0]?.intent.id ?? '' })
  await vi.waitFor(() => expect(browser.held.size).toBe(0))
})

test('a page that makes a new kit asks again', async () => {
  const first = await openTab(() => new Promise<never>(() => {}))
  void submitSend(first.kit)
  await vi.waitFor(() => expect(browser.held.size).toBe(1))
  const again = await openTab(async () => ({ kind: 'transaction', id: hash }))
  await submitSend(again.kit)
  expect(again.transfers.send).toHaveBeenCalledTimes(1)
})

test('a page that may not use locks asks the wallet', async () => {
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new Error('SecurityError')) } })
  const tab = await openTab(async () => ({ kind: 'transaction', id: hash }))
  await submitSend(tab.kit)
  expect(tab.transfers.send).toHaveBeenCalledTimes(1)
})
