import type { FrameUser } from 'latchkey/frame'
import type { LoginUser } from 'latchkey/protocol'
import { expect, test } from 'vitest'
import type { WorkerApi } from '../worker/walletApi.js'
import { createSiteStore } from './siteState.js'
import { tellUser } from './tellUser.js'

const visitor = (id: string) =>
  ({ id, way: 'email', email: `${id}@mail.example`, userName: null }) as LoginUser
const read = { address: '0x1', chainId: 'eip155:1' } as FrameUser

test.each([
  ['the same visitor, whose ways in have changed', 'anna', 'anna', 'ready', ['USER_CHANGED']],
  ['the same visitor, whose wallet is locked here now', 'anna', 'anna', 'locked', []],
  ['another visitor', 'anna', 'bert', 'ready', ['USER_CHANGED']],
  ['another visitor, whose wallet is locked here', 'anna', 'bert', 'locked', ['SIGNED_OUT']],
  ['nobody any more', 'anna', undefined, 'ready', ['SIGNED_OUT']],
  ['a visitor of whom the host has not heard', undefined, 'bert', 'ready', []],
] as const)('another tab has left %s', async (_, before, now, status, events) => {
  const store = createSiteStore('iframe')
  if (before !== undefined) store.setState((state) => ({ ...state, user: visitor(before) }))
  const told: string[] = []
  const wallet: Partial<WorkerApi> = {
    user: async () => (now === undefined ? undefined : visitor(now)),
    open: async () => ({ status }) as never,
  }
  await tellUser({
    ...{ wallet: wallet as WorkerApi, needsNoSession: false, store },
    read: async () => read,
    tell: (type) => void told.push(type),
  })
  expect(told).toEqual(events)
  if (events[0] === 'USER_CHANGED') expect(store.getState().user?.id).toBe(now)
})

test('a visitor whom the surface knows by a ticket alone stays, without a session and without keys', async () => {
  const store = createSiteStore('iframe')
  store.setState((state) => ({ ...state, user: visitor('anna') }))
  const told: string[] = []
  const wallet: Partial<WorkerApi> = {
    user: async () => undefined,
    open: async () => ({ status: 'elsewhere' }) as never,
  }
  await tellUser({
    ...{ wallet: wallet as WorkerApi, needsNoSession: true, store },
    read: async () => read,
    tell: (type) => void told.push(type),
  })
  expect(told).toEqual(['USER_CHANGED'])
  expect(store.getState().user?.id).toBe('anna')
})
