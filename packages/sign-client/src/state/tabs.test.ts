import { afterEach, describe, expect, test } from 'vitest'
import { asked, createTestStorage, createWorld, granted, record } from '../testing/clients.js'
import { settled, until } from '../testing/fakeClock.js'
import { createMemoryTabs } from '../testing/memoryTabs.js'
import { createRawWallet } from '../testing/rawWallet.js'
import { createQueue } from './tabs.js'

let world = createWorld()
afterEach(async () => {
  await world.close()
  world = createWorld()
})

const sign = { chainId: 'eip155:1', method: 'personal_sign', params: [] }

/** Creates two tabs of one app on one storage. */
async function twoTabs() {
  const storage = createTestStorage()
  const site = createMemoryTabs()
  const [tabA, tabB] = [site.open('a'), site.open('b')]
  const a = world.app({ storage, tabs: tabA })
  const b = world.app({ storage, tabs: tabB })
  await Promise.all([a.start(), b.start()])
  return { storage, site, tabA, tabB, a, b }
}

/** Creates two tabs with a session made in tab A. */
async function twoTabsConnected() {
  const tabs = await twoTabs()
  const wallet = await world.agreeableWallet()
  const { uri, approval } = tabs.a.connect({ namespaces: asked })
  await wallet.pair({ uri })
  const session = await approval
  await until(() => tabs.b.sessions().length === 1)
  await settled()
  return { ...tabs, wallet, session, topic: session.topic }
}

describe('two tabs', () => {
  test('use one client id on the relay', async () => {
    await twoTabsConnected()
    const clients = new Set(world.relay.calls.map(({ clientId }) => clientId))
    // Two tabs of the app, and the wallet.
    expect(clients.size).toBe(2)
    expect(world.relay.connections()).toBe(3)
  })

  test('a session made in one appears in the other, with one event', async () => {
    const { a, b } = await twoTabs()
    const heard = [record(a, 'session_connect'), record(b, 'session_connect')]
    const wallet = await world.agreeableWallet()
    const { uri, approval } = a.connect({ namespaces: asked })
    await wallet.pair({ uri })
    const session = await approval
    await until(() => heard.every((events) => events.length === 1))
    await settled()
    expect(heard.map((events) => events.map(({ payload }) => payload.session))).toEqual([
      [session],
      [session],
    ])
    expect(b.sessions()).toEqual([session])
    expect(await b.request({ topic: session.topic, ...sign })).toBe('0x51')
  })

  test('pair at the same time without losing a session', async () => {
    const { a, b } = await twoTabs()
    const pairings = [a.connect({ namespaces: asked }), b.connect({ namespaces: asked })]
    for (const { uri } of pairings) {
      const wallet = await createRawWallet(world.relay, uri)
      await wallet.answer()
      wallet.settle()
    }
    const topics = (await Promise.all(pairings.map(({ approval }) => approval))).map(({ topic }) => topic)
    await until(() => a.sessions().length === 2 && b.sessions().length === 2)
    expect(new Set(a.sessions().map(({ topic }) => topic))).toEqual(new Set(topics))
  })

  test('fire an event and an update once each, whichever tab receives the message first', async () => {
    const { a, b, wallet, topic } = await twoTabsConnected()
    const heard = [a, b].map((tab) => record(tab, 'session_event', 'session_update'))
    await wallet.emit({ topic, chainId: 'eip155:1', event: { name: 'chainChanged', data: 1 } })
    const namespaces = { eip155: { ...granted.eip155, methods: [] } }
    await wallet.update({ topic, namespaces })
    await until(() => heard.every((events) => events.length === 2))
    await settled()
    expect(heard.map((events) => events.map(({ name }) => name))).toEqual([
      ['session_event', 'session_update'],
      ['session_event', 'session_update'],
    ])
    expect(b.session(topic)?.namespaces).toEqual(namespaces)
    expect(world.relay.unacknowledged()).toBe(0)
  })

  test('if one disconnects, the session and the requests of the other end too', async () => {
    const { a, b, topic } = await twoTabsConnected()
    const heard = record(b, 'session_delete')
    const other = await world.connected()
    other.wallet.close()
    await a.disconnect({ topic })
    await until(() => heard.length === 1)
    expect(b.sessions()).toEqual([])
    await expect(b.request({ topic, ...sign })).rejects.toMatchObject({ code: 'SESSION_GONE' })
  })

  test('if the wallet disconnects, each fires one event', async () => {
    const { a, b, wallet, topic } = await twoTabsConnected()
    const heard = [record(a, 'session_delete'), record(b, 'session_delete')]
    await wallet.disconnect({ topic })
    await until(() => heard.every((events) => events.length === 1))
    await settled()
    expect(heard.map((events) => events.length)).toEqual([1, 1])
    expect(heard[1]?.[0]?.payload).toMatchObject({ by: 'peer' })
  })

  test('an answer reaches the tab that asked, although another received it', async () => {
    const { a, b, topic } = await twoTabsConnected()
    const answers = await Promise.all([a.request({ topic, ...sign }), b.request({ topic, ...sign })])
    expect(answers).toEqual(['0x51', '0x51'])
  })

  test('an answer waits for a frozen tab', async () => {
    const storage = createTestStorage()
    const site = createMemoryTabs()
    const [tabA, tabB] = [site.open('a'), site.open('b')]
    const a = world.app({ storage, tabs: tabA })
    const { uri, approval } = a.connect({ namespaces: asked })
    const wallet = await createRawWallet(world.relay, uri)
    await wallet.answer()
    wallet.settle()
    const { topic } = await approval
    const answered = a.request({ topic, ...sign })
    const asking = () => wallet.heard().find(({ method }) => method === 'wc_sessionRequest')
    await until(() => asking() !== undefined)

    // Tab A freezes and its socket dies; tab B opens and receives the answer.
    tabA.freeze()
    world.relay.faults.isDown = true
    world.relay.drop()
    await settled()
    world.relay.faults.isDown = false
    const b = world.app({ storage, tabs: tabB })
    const late = record(b, 'late_answer')
    await b.start()
    await until(() => b.relay().status === 'open')
    wallet.send(wallet.session(), { id: asking()?.id, result: '0x51' })
    await until(() => world.relay.unacknowledged() === 0)
    expect(late).toEqual([])

    tabA.thaw()
    a.resume()
    expect(await answered).toBe('0x51')
  })

  test('an answer for a closed tab fires an event in an open one', async () => {
    const storage = createTestStorage()
    const site = createMemoryTabs()
    const a = world.app({ storage, tabs: site.open('a') })
    const { uri, approval } = a.connect({ namespaces: asked })
    const wallet = await createRawWallet(world.relay, uri)
    await wallet.answer()
    wallet.settle()
    const { topic } = await approval
    a.request({ topic, ...sign }).catch(() => {})
    const asking = () => wallet.heard().find(({ method }) => method === 'wc_sessionRequest')
    await until(() => asking() !== undefined)
    const b = world.app({ storage, tabs: site.open('b') })
    const late = record(b, 'late_answer')
    await b.start()
    await a.close()
    wallet.send(wallet.session(), { id: asking()?.id, result: '0x51' })
    await until(() => late.length === 1)
    expect(late[0]?.payload).toMatchObject({ topic, outcome: { result: '0x51' } })
  })

  test('one that slept catches up when it wakes', async () => {
    const { a, b, tabB, wallet, topic } = await twoTabsConnected()
    const heard = record(b, 'session_connect', 'session_update', 'session_delete')
    tabB.freeze()
    await wallet.update({ topic, namespaces: {} })
    const { uri, approval } = a.connect({ namespaces: asked })
    await wallet.pair({ uri })
    const next = await approval
    tabB.thaw()
    b.resume()
    await until(() => b.sessions().length === 2)
    await a.disconnect({ topic: next.topic })
    tabB.freeze()
    await a.disconnect({ topic })
    tabB.thaw()
    b.resume()
    await until(() => b.sessions().length === 0)
    expect(heard.map(({ name }) => name).sort()).toEqual([
      'session_connect',
      'session_delete',
      'session_delete',
      'session_update',
    ])
  })

  test('a pairing of a closed tab is completed by the other', async () => {
    const { a, b } = await twoTabs()
    const { uri } = a.connect({ namespaces: asked })
    const wallet = await createRawWallet(world.relay, uri)
    await settled()
    await a.close()
    b.resume()
    await settled()
    await wallet.answer()
    await settled()
    wallet.settle()
    await until(() => b.sessions().length === 1)
  })
})

describe('two tabs of a wallet', () => {
  test('one answers, and both close their prompts', async () => {
    const storage = createTestStorage()
    const site = createMemoryTabs()
    const [a, b] = [
      world.wallet({ storage, tabs: site.open('a') }),
      world.wallet({ storage, tabs: site.open('b') }),
    ]
    await Promise.all([a.start(), b.start()])
    const heard = [a, b].map((tab) =>
      record(tab, 'session_proposal', 'session_request', 'session_request_close'),
    )
    const app = world.app()
    const { uri, approval } = app.connect({ namespaces: asked })
    await a.pair({ uri })
    await until(() => heard.every((events) => events.length === 1))
    const { id } = b.pendingProposals()[0] ?? { id: 0 }
    const outcomes = await Promise.allSettled([
      a.approve({ id, namespaces: granted }),
      b.approve({ id, namespaces: granted }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { topic } = await approval

    const answered = app.request({ topic, ...sign })
    await until(() => heard.every((events) => events.length === 2))
    const asked2 = b.pendingRequests()[0]?.id ?? 0
    const answers = await Promise.allSettled([
      a.respond({ topic, id: asked2, result: 'a' }),
      b.respond({ topic, id: asked2, result: 'b' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(await answered).toBe('a')
    await until(() => heard.every((events) => events.length === 3))
    expect(a.pendingRequests()).toEqual([])
    expect(b.pendingRequests()).toEqual([])
    expect(world.relay.published.filter(({ tag }) => tag === 1109)).toHaveLength(1)
  })
})

describe('createQueue', () => {
  test('runs tasks one after the other, also after one that fails', async () => {
    const queue = createQueue()
    const order: number[] = []
    const task = (name: number, fails = false) =>
      queue(async () => {
        order.push(name)
        await settled(2)
        order.push(-name)
        if (fails) throw new Error('mine')
      })
    const results = await Promise.allSettled([task(1), task(2, true), task(3)])
    expect(order).toEqual([1, -1, 2, -2, 3, -3])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })
})
