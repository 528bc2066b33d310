import { describe, expect, test } from 'vitest'
import { createTally } from '../../outbound/createTally.js'
import type { FamilySockets } from '../families/FamilySockets.js'
import { polkadotSockets } from '../families/polkadot/polkadotSockets.js'
import { solanaSockets } from '../families/solana/solanaSockets.js'
import { createFamilySubscriptions } from './familySubscriptions.js'
import type { Hearing } from './lookFeed.js'

/** A feed that lets a listener in when the test says so. */
function setUp(sockets: FamilySockets) {
  const heard = new Set<Hearing>()
  let letIn = () => {}
  const subscriptions = createFamilySubscriptions({
    sockets,
    feed: {
      async add(hearing) {
        await new Promise<void>((resolve) => {
          letIn = resolve
        })
        heard.add(hearing)
      },
      remove: (hearing) => void heard.delete(hearing),
      close: () => undefined,
    },
    holder: { client: 'a' },
    places: createTally(10),
    limit: 5,
    send: () => undefined,
    pass: () => Promise.reject(new Error('nothing to send')),
    onLost: () => undefined,
  })
  return { subscriptions, heard, letIn: () => letIn() }
}

describe('names of methods', () => {
  test('what begins or ends a subscription is told from other requests', () => {
    const isOwn = (sockets: FamilySockets, method: string) =>
      setUp(sockets).subscriptions.isOwn({ method, params: [] })
    for (const method of ['accountSubscribe', 'logsSubscribe', 'slotUnsubscribe'])
      expect(isOwn(solanaSockets, method), method).toBe(true)
    for (const method of [
      'chain_subscribeNewHeads',
      'author_submitAndWatchExtrinsic',
      'state_subscribeStorage',
    ])
      expect(isOwn(polkadotSockets, method), method).toBe(true)
    for (const method of ['getSlot', 'accountSubscribed', 'sendTransaction', ''])
      expect(isOwn(solanaSockets, method), method).toBe(false)
    expect(isOwn(polkadotSockets, 'chain_getHeader')).toBe(false)
  })

  test('a name as long as a whole message takes no time', () => {
    const long = `${'_subscribe'.repeat(26_000)}!`
    for (const sockets of [solanaSockets, polkadotSockets]) {
      const { subscriptions } = setUp(sockets)
      const started = performance.now()
      expect(subscriptions.isOwn({ method: long, params: [] })).toBe(false)
      expect(performance.now() - started).toBeLessThan(500)
    }
  })
})

test.each(['while it begins', 'before it begins'])(
  'a socket that closes %s leaves nothing behind',
  async (when) => {
    const { subscriptions, heard, letIn } = setUp(solanaSockets)
    if (when === 'before it begins') subscriptions.clear()
    const begun = subscriptions.subscribe({ method: 'slotSubscribe', params: [] })
    subscriptions.clear()
    letIn()
    await begun
    expect([...heard]).toEqual([])
    expect(subscriptions.size()).toBe(0)
  },
)
