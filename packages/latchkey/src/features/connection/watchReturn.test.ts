import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { localStorage } from '../../core/storageBackends.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { accountOf } from '../account/state.js'
import { connect } from './connect.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let page = new EventTarget()
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => vi.unstubAllGlobals())

const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

async function setUp(later: ReturnType<typeof mockSession> | undefined | 'nothing') {
  const restore = () => (later === 'nothing' ? Promise.reject(new Error('no answer')) : later)
  const wallet = mockConnector({}, { connect: () => mockSession([alice]), restore })
  const kit = createTestKit({ connectors: [wallet] })
  const stop = kit.start()
  await connect(kit, { connectorId: 'mock' })
  return { kit, wallet, stop, address: () => accountOf(kit.store.getState())?.address }
}

test('a page from the back/forward cache takes over the present account and network of its wallet', async () => {
  const { kit, address } = await setUp(mockSession([bob], 10))
  show(true)
  await vi.waitFor(() => expect(address()).toBe(bob))
  expect(kit.store.getState().network.activeId).toBe('eip155:10')
})

test('a wallet that grants nothing any more is disconnected', async () => {
  const { address } = await setUp(undefined)
  show(true)
  await vi.waitFor(() => expect(address()).toBeUndefined())
})

test('a wallet that does not answer stays connected, and a page that is loaded anew asks nothing', async () => {
  const { wallet, address, stop } = await setUp('nothing')
  show(false)
  expect(wallet.calls).toEqual(['connect'])
  show(true)
  await vi.waitFor(() => expect(wallet.calls).toEqual(['connect', 'restore']))
  await Promise.resolve()
  expect(address()).toBe(alice)
  stop()
  show(true)
  expect(wallet.calls).toEqual(['connect', 'restore'])
})

test('what other tabs wrote while the page slept is read again', () => {
  const listener = vi.fn()
  const stop = localStorage().subscribe?.(listener)
  show(false)
  expect(listener).not.toHaveBeenCalled()
  show(true)
  expect(listener).toHaveBeenCalledWith(null)
  stop?.()
  show(true)
  expect(listener).toHaveBeenCalledTimes(1)
})
