import { afterEach, describe, expect, test } from 'vitest'
import { asked, createTestStorage, createWorld, granted, record } from '../testing/clients.js'
import { settled, until } from '../testing/fakeClock.js'

let world = createWorld()
afterEach(async () => {
  await world.close()
  world = createWorld()
})

const minute = 60_000
const week = 7 * 86_400_000
const sign = { chainId: 'eip155:1', method: 'personal_sign', params: ['0x00', '0x00'] }
const appEvents = [
  'session_event',
  'session_update',
  'session_extend',
  'session_delete',
  'late_answer',
] as const
const walletEvents = ['session_proposal', 'session_request', 'session_delete'] as const

describe('a relay that accepts messages and never delivers one', () => {
  test('error: each caller is told what did not happen, when the time is over', async () => {
    const { app, wallet, session } = await world.connected()
    const { topic } = session
    world.relay.faults.lostPushes = Number.POSITIVE_INFINITY
    world.relay.faults.errors.irn_batchFetchMessages = { code: -32601, message: 'Method not found' }
    const waiting = {
      'The wallet did not answer before the request expired.': app.request({ topic, ...sign }),
      'No wallet approved before the pairing expired.': app.connect({ namespaces: asked }).approval,
      'The other side did not answer in time.': app.ping({ topic }),
    }
    const ended = Promise.allSettled(Object.values(waiting))
    await settled()
    for (let passed = 0; passed < 6; passed++) await world.clock.advance(minute)
    expect((await ended).map((end) => end.status === 'rejected' && end.reason.message)).toEqual(
      Object.keys(waiting),
    )
    await expect(
      Promise.race([wallet.update({ topic, namespaces: granted }), world.clock.advance(minute)]),
    ).rejects.toMatchObject({ code: 'PEER_TIMED_OUT' })
  })
})

describe('a relay that delivers everything twice', () => {
  test('each side acts once on each message, from the proposal to the end', async () => {
    world.relay.faults.isDoubling = true
    const wallet = await world.agreeableWallet()
    const atWallet = record(wallet, ...walletEvents)
    const app = world.app()
    const atApp = record(app, ...appEvents)
    const { uri, approval } = app.connect({ namespaces: asked })
    await wallet.pair({ uri })
    const { topic } = await approval
    for (let count = 0; count < 3; count++) expect(await app.request({ topic, ...sign })).toBe('0x51')
    const event = { name: 'chainChanged', data: 1 }
    await wallet.emit({ topic, chainId: 'eip155:1', event })
    await wallet.update({ topic, namespaces: granted })
    await wallet.disconnect({ topic })
    await until(() => world.relay.unacknowledged() === 0)
    expect(atApp.map(({ name }) => name)).toEqual(['session_event', 'session_update', 'session_delete'])
    expect(atWallet.map(({ name }) => name)).toEqual([
      'session_proposal',
      ...new Array(3).fill('session_request'),
      'session_delete',
    ])
    const { length } = world.relay.published
    world.relay.replay()
    await settled()
    expect(world.relay.published).toHaveLength(length)
  })
})

describe('a relay that repeats messages which were acknowledged', () => {
  test('neither side acts on one again or answers it, also after a restart', async () => {
    const storages = { app: createTestStorage(), wallet: createTestStorage() }
    const before = await world.connected({
      app: { storage: storages.app },
      wallet: { storage: storages.wallet },
    })
    const { topic } = before.session
    await before.app.request({ topic, ...sign })
    await before.wallet.emit({ topic, chainId: 'eip155:1', event: { name: 'chainChanged', data: 1 } })
    await before.wallet.update({ topic, namespaces: granted })
    await until(() => world.relay.unacknowledged() === 0)
    const heard = [record(before.app, ...appEvents), record(before.wallet, ...walletEvents)]
    const { length } = world.relay.published
    world.relay.replay()
    await settled()
    await before.app.close()
    await before.wallet.close()

    const wallet = world.wallet({ storage: storages.wallet })
    const app = world.app({ storage: storages.app })
    heard.push(record(app, ...appEvents), record(wallet, ...walletEvents))
    await Promise.all([app.start(), wallet.start()])
    await until(() => world.relay.connections() === 2)
    await settled()
    world.relay.replay()
    await settled()
    expect(heard).toEqual([[], [], [], []])
    expect(world.relay.published).toHaveLength(length)
  })

  test('a wallet does not show a request again, however many came after it', async () => {
    const { app, wallet, session } = await world.connected()
    const shown = record(wallet, 'session_request')
    const { topic } = session
    for (let count = 0; count < 140; count++)
      expect(await app.request({ topic, ...sign, expiry: week })).toBe('0x51')
    await until(() => world.relay.unacknowledged() === 0)
    world.relay.replay()
    await settled()
    expect(shown).toHaveLength(140)
  })
})

describe('a relay that delivers a mailbox in reverse order, twice', () => {
  test('a wallet shows each waiting request once', async () => {
    const storage = createTestStorage()
    const { app, wallet, session } = await world.connected({ wallet: { storage } })
    const { topic } = session
    await wallet.close()
    const answers = [1, 2, 3].map((data) => app.request({ topic, ...sign, params: [data] }))
    await until(() => world.relay.published.filter(({ tag }) => tag === 1108).length === 3)
    Object.assign(world.relay.faults, { isReversing: true, isDoubling: true })
    const next = world.wallet({ storage })
    const shown = record(next, 'session_request')
    next.on('session_request', ({ id, params }) => {
      void next.respond({ topic, id, result: params })
    })
    await next.start()
    expect(await Promise.all(answers)).toEqual([[1], [2], [3]])
    await until(() => world.relay.unacknowledged() === 0)
    expect(shown).toHaveLength(3)
  })
})
