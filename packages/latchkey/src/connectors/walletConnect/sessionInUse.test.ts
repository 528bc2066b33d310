import type { Session, SignClient } from '@latchkey/sign-client'
import { expect, test } from 'vitest'
import type { ConnectorEvent } from '../../core/connector.js'
import { createDeferred } from '../../core/deferred.js'
import { createEmitter } from '../../core/emitter.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { followClient } from './followClient.js'
import { createSessionInUse } from './sessionInUse.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ofBitcoin = 'bip122:000000000019d6689c085ae165831e93:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

function granting(accounts: readonly string[], topic = 't', settledAt = 1): Session {
  const list = accounts.map((account) => (account.startsWith('0x') ? `eip155:1:${account}` : account))
  const peer = { metadata: { name: 'Wallet', icons: [], url: '' } }
  const namespaces = { all: { accounts: list, methods: [], events: [] } }
  return { topic, pairingTopic: topic, settledAt, peer, namespaces } as unknown as Session
}

/** The session in use of a page, whose client a test scripts. The code of each family loads when the test says so. */
function openPage(...first: readonly Session[]) {
  let sessions = first
  const loads = { eip155: createDeferred<void>(), bip122: createDeferred<void>() }
  const ended: string[] = []
  const listeners = new Map<string, (event: object) => void>()
  const client = {
    on: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    session: (topic: string) => sessions.find((session) => session.topic === topic),
    sessions: () => sessions,
    disconnect: async ({ topic }: { readonly topic: string }) => void ended.push(topic),
  } as unknown as SignClient
  const events = createEmitter<ConnectorEvent>()
  const heard: ConnectorEvent[] = []
  events.subscribe((event) => heard.push(event))
  const adapters = new Map(
    (['eip155', 'bip122'] as const).map((namespace) => {
      const toAddress = (value: unknown) => loads[namespace].promise.then(() => String(value))
      return [namespace, mockAdapter({ namespace, toAddress })] as const
    }),
  )
  const clock = createTestClock()
  const sessionInUse = createSessionInUse({ client, clock, adapters, events, networks: () => [] })
  followClient({ client, sessionInUse, adapters, events, ownPairings: new Set(), onUnused: () => {} })
  return {
    sessionInUse,
    loads,
    heard,
    ended,
    /** The client has other sessions now, and says so by an event. */
    tell(name: string, now: readonly Session[], event: object = { topic: 't' }) {
      sessions = now
      listeners.get(name)?.(event)
    },
    addresses: () => sessionInUse.read()?.namespaces.eip155?.addresses,
    /** Lets all promises settle. */
    rest: () => clock.advance(1_000),
  }
}

async function openConnected(...first: readonly [Session, ...Session[]]) {
  const page = openPage(...first)
  page.loads.eip155.resolve()
  await page.sessionInUse.adopt(first[0])
  await page.rest()
  return page
}

const accountsChanged = { topic: 't', chainId: 'eip155:1', event: { name: 'accountsChanged', data: [bob] } }

test('an update that comes while a session is adopted counts', async () => {
  const page = openPage(granting([alice]))
  const adopting = page.sessionInUse.adopt(granting([alice]))
  page.tell('session_update', [granting([bob])])
  page.loads.eip155.resolve()
  expect((await adopting).namespaces.eip155?.addresses).toEqual([bob])
  expect(page.addresses()).toEqual([bob])
})

test('an event that comes while a session is adopted counts', async () => {
  const session = granting([alice, bob])
  const page = openPage(session)
  const adopting = page.sessionInUse.adopt(session)
  page.tell('session_event', [session], accountsChanged)
  page.loads.eip155.resolve()
  expect((await adopting).namespaces.eip155?.addresses).toEqual([bob, alice])
})

test('an event after an update is about the accounts of that update', async () => {
  const page = await openConnected(granting([alice]))
  const now = [granting([alice, bob, ofBitcoin])]
  page.tell('session_update', now)
  page.tell('session_event', now, accountsChanged)
  page.loads.bip122.resolve()
  await page.rest()
  expect(page.addresses()).toEqual([bob, alice])
})

test('a session that ends while it is adopted is not used', async () => {
  const page = openPage(granting([alice]))
  const adopting = page.sessionInUse.adopt(granting([alice]))
  page.tell('session_delete', [])
  page.loads.eip155.resolve()
  await adopting
  await page.rest()
  expect(page.sessionInUse.session()).toBeUndefined()
  expect(page.heard.at(-1)).toMatchObject({ type: 'disconnect' })
})

test('of two updates the later one counts, although the code for the first loads only after it', async () => {
  const page = await openConnected(granting([alice]))
  page.tell('session_update', [granting([alice, ofBitcoin])])
  page.tell('session_update', [granting([bob])])
  await page.rest()
  expect(page.addresses()).toEqual([bob])
  page.loads.bip122.resolve()
  await page.rest()
  expect(page.addresses()).toEqual([bob])
  expect(page.sessionInUse.read()?.namespaces.bip122).toBeUndefined()
})

test("a revoked account goes although another family's code does not load", async () => {
  const page = await openConnected(granting([alice]))
  page.loads.bip122.reject(new TypeError('Failed to fetch dynamically imported module'))
  page.tell('session_update', [granting([bob, ofBitcoin])])
  await page.rest()
  expect(page.addresses()).toEqual([bob])
})

test('a session whose family does not load is not adopted, and not ended', async () => {
  const page = openPage(granting([ofBitcoin]))
  page.loads.bip122.reject(new TypeError('Failed to fetch dynamically imported module'))
  await expect(page.sessionInUse.adopt(granting([ofBitcoin]))).rejects.toThrow('Failed to fetch')
  expect(page.ended).toEqual([])
})

test('a newer session is followed although the older one is updated while it is read', async () => {
  const old = granting([alice])
  const page = await openConnected(old)
  const newer = granting([bob, ofBitcoin], 'newer', 2)
  page.tell('session_connect', [old, newer], { session: newer })
  page.tell('session_update', [granting([alice, bob]), newer])
  await page.rest()
  page.loads.bip122.resolve()
  await page.rest()
  expect(page.sessionInUse.session()?.topic).toBe('newer')
})
