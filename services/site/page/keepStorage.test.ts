import { afterEach, expect, test, vi } from 'vitest'
import type { WorkerApi } from '../worker/walletApi.js'
import { answerHost } from './answerHost.js'
import { createAsks } from './asks.js'
import { openWallet } from './openWallet.js'
import { createSiteStore } from './siteState.js'

afterEach(() => vi.unstubAllGlobals())

/** A browser that refuses to keep its storage. */
function stubStorage() {
  const persist = vi.fn(() => Promise.reject(new Error('no')))
  vi.stubGlobal('navigator', { storage: { persist } })
  return persist
}

const newId = () => 'id'
const asked = { id: 'id', signal: new AbortController().signal, endsItself() {} }

function surface(wallet: Partial<WorkerApi>) {
  const store = createSiteStore('iframe')
  const parts = { store, asks: createAsks(store), wallet: wallet as WorkerApi, newId }
  const handlers = answerHost({
    ...{ ...parts, chains: [], isLasting: true, seesVisibility: true },
    ...{ reload() {}, onTicket() {}, giveUpWindow() {}, onChange() {}, onSignedOut() {} },
  })
  return { ...parts, handlers }
}

test('a login has the browser asked to keep the storage, and goes on if it refuses', async () => {
  const persist = stubStorage()
  const { handlers } = surface({
    loginByCode: async () => ({}) as never,
    awaitLogin: async () => ({ userName: 'ada' }) as never,
  })
  await handlers.CONNECT_OTP({ otp: '123456' }, asked)
  await handlers.CONNECT_FARCASTER({}, asked)
  expect(persist).toHaveBeenCalledTimes(2)
})

test('so does a device that is made of another way in; opening a wallet does not', async () => {
  const persist = stubStorage()
  const facts = {
    addresses: { eip155: '0x', solana: '' },
    custody: 'self',
    ways: [],
    isBackedUp: true,
  } as const
  let isLocked = false
  const parts = surface({
    open: async () => (isLocked ? { status: 'locked', ways: [] } : { status: 'ready', wallet: facts }),
    invite: async () => 'key',
  })
  await openWallet(parts, asked)
  expect(persist).not.toHaveBeenCalled()
  isLocked = true
  const opening = openWallet(parts, asked)
  await vi.waitFor(() => expect(parts.store.getState().asks).toHaveLength(1))
  parts.asks.resolve('id', facts)
  await opening
  expect(persist).toHaveBeenCalledOnce()
})
