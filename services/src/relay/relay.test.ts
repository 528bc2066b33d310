import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createIdentity } from '../testing/createIdentity.js'
import { newTopic, publish, settle, setUpRelay, subscribe } from '../testing/startTestRelay.js'

describe('publish and subscribe', { timeout: 30_000 }, () => {
  test('a message reaches every other subscriber, but not its publisher', async () => {
    const { connect } = await setUpRelay()
    const [alice, bob, carol] = [await connect(), await connect(), await connect()]
    const topic = newTopic()
    for (const client of [alice, bob, carol]) await subscribe(client, topic)
    expect(await publish(alice, topic, 'hello', { prompt: true, unknown: { deep: [1] } })).toBe(true)
    expect(await bob.untilPushed(1)).toEqual(['hello'])
    expect(await carol.untilPushed(1)).toEqual(['hello'])
    await settle(alice)
    expect(alice.pushes).toEqual([])
  })

  test('a push contains topic, tag, time and subscription id', async () => {
    const { connect } = await setUpRelay()
    const [alice, bob] = [await connect(), await connect()]
    const topic = newTopic()
    const id = await subscribe(bob, topic)
    expect(id).toBe(
      createHash('sha256')
        .update(topic + bob.clientId)
        .digest('hex'),
    )
    const before = Date.now()
    await publish(alice, topic, 'hello', { attestation: '' })
    await bob.untilPushed(1)
    const [push] = bob.pushes
    expect(push).toEqual({
      id: expect.any(Number),
      jsonrpc: '2.0',
      method: 'irn_subscription',
      params: {
        id,
        data: { topic, message: 'hello', publishedAt: expect.any(Number), tag: 1108, attestation: '' },
      },
    })
    expect(Number.isSafeInteger(push?.id)).toBe(true)
    expect(push?.params.data.publishedAt).toBeGreaterThanOrEqual(before)
  })

  test('delivers earlier messages on subscription, in order', async () => {
    const { connect } = await setUpRelay()
    const [alice, bob] = [await connect(), await connect()]
    const topic = newTopic()
    for (const text of ['1', '2', '3']) await publish(alice, topic, text)
    await subscribe(bob, topic)
    expect(await bob.untilPushed(3)).toEqual(['1', '2', '3'])
  })

  test('a new socket of the same client gets the messages without an acknowledgement again, and no others', async () => {
    const { connect } = await setUpRelay()
    const alice = await connect()
    const identity = createIdentity()
    const bob = await connect({ identity, isAcknowledging: false })
    const topic = newTopic()
    await subscribe(bob, topic)
    for (const text of ['1', '2', '3']) await publish(alice, topic, text)
    await bob.untilPushed(3)
    const [first, second] = bob.pushes
    if (first === undefined || second === undefined) throw new Error('no pushes')
    bob.acknowledge(first)
    bob.acknowledge(second, { error: { code: -1, message: 'could not handle' } })
    await settle(bob)
    await bob.close()
    const again = await connect({ identity })
    await subscribe(again, topic)
    expect(await again.untilPushed(2)).toEqual(['2', '3'])
  })

  test('all sockets of a client get a message, and one acknowledgement is enough', async () => {
    const { connect } = await setUpRelay()
    const alice = await connect()
    const identity = createIdentity()
    const tabs = [await connect({ identity, isAcknowledging: false }), await connect({ identity })]
    const topic = newTopic()
    for (const tab of tabs) await subscribe(tab, topic)
    await publish(alice, topic, 'hello')
    for (const tab of tabs) expect(await tab.untilPushed(1)).toEqual(['hello'])
    for (const tab of tabs) await settle(tab)
    const later = await connect({ identity })
    await subscribe(later, topic)
    await settle(later)
    expect(later.pushes).toEqual([])
  })

  test('a message does not reach the other sockets of its publisher', async () => {
    const { connect } = await setUpRelay()
    const identity = createIdentity()
    const [one, two] = [await connect({ identity }), await connect({ identity })]
    const topic = newTopic()
    await subscribe(two, topic)
    await publish(one, topic, 'hello')
    await settle(two)
    expect(two.pushes).toEqual([])
  })

  test('the same message published twice is delivered once and answered alike', async () => {
    const { connect } = await setUpRelay()
    const [alice, bob] = [await connect(), await connect()]
    const topic = newTopic()
    await subscribe(bob, topic)
    expect(await publish(alice, topic, 'hello')).toBe(true)
    expect(await publish(alice, topic, 'hello')).toBe(true)
    await publish(alice, topic, 'end')
    expect(await bob.untilPushed(2)).toEqual(['hello', 'end'])
  })

  test('error: the same bytes in another encoding', async () => {
    const { connect } = await setUpRelay()
    const alice = await connect()
    const topic = newTopic()
    await publish(alice, topic, 'QUI=')
    await expect(publish(alice, topic, 'QUI')).rejects.toMatchObject({ data: 'MessageReplayed' })
    await expect(publish(alice, topic, 'QUJ=')).rejects.toMatchObject({ data: 'MessageReplayed' })
    expect(await publish(alice, topic, 'QUM=')).toBe(true)
  })

  test('after unsubscribing nothing is delivered, whatever the subscription id', async () => {
    const { connect } = await setUpRelay()
    const [alice, bob] = [await connect(), await connect()]
    const topic = newTopic()
    await subscribe(bob, topic)
    expect(await bob.request('irn_unsubscribe', { topic, id: 'whatever' })).toBe(true)
    await publish(alice, topic, 'hello')
    await settle(bob)
    expect(bob.pushes).toEqual([])
  })

  test('subscribing again delivers unacknowledged messages once more', async () => {
    const { connect } = await setUpRelay()
    const [alice, bob] = [await connect(), await connect({ isAcknowledging: false })]
    const topic = newTopic()
    await subscribe(bob, topic)
    await publish(alice, topic, 'hello')
    await bob.untilPushed(1)
    await subscribe(bob, topic)
    expect(await bob.untilPushed(2)).toEqual(['hello', 'hello'])
  })

  test('a mailbox of many pages is delivered completely and in order while more is published', async () => {
    const { connect } = await setUpRelay({ settings: { relayPublishBurst: 1_000 } })
    const [alice, bob] = [await connect(), await connect()]
    const topic = newTopic()
    const texts = Array.from({ length: 350 }, (_, index) => String(index))
    const half = texts.slice(0, 250).map((text) => publish(alice, topic, text))
    await Promise.all(half)
    const rest = texts.slice(250).map((text) => publish(alice, topic, text))
    await subscribe(bob, topic)
    await Promise.all(rest)
    expect(await bob.untilPushed(350)).toEqual(texts)
  })

  test('supports older method names, and pushes use the subscriber’s', async () => {
    const { connect } = await setUpRelay()
    const [alice, bob, carol] = [await connect(), await connect(), await connect()]
    const topic = newTopic()
    await bob.request('waku_subscribe', { topic })
    await carol.request('iridium_subscribeBlocking', { topic })
    await alice.request('iridium_publish', { topic, message: 'hello', ttl: 300, tag: 0 })
    await Promise.all([bob.untilPushed(1), carol.untilPushed(1)])
    expect(bob.pushes[0]?.method).toBe('waku_subscription')
    expect(carol.pushes[0]?.method).toBe('iridium_subscription')
  })
})

describe('batches', { timeout: 30_000 }, () => {
  test('many topics and many messages in one request', async () => {
    const { connect } = await setUpRelay({ settings: { relayPublishBurst: 600 } })
    const [alice, bob] = [await connect(), await connect()]
    const topics = Array.from({ length: 500 }, newTopic)
    const ids = await bob.request('irn_batchSubscribe', { topics })
    expect(new Set(ids as string[]).size).toBe(500)
    const messages = topics.map((topic, index) => ({ topic, message: String(index), ttl: 300, tag: 0 }))
    expect(await alice.request('irn_batchPublish', { messages })).toBe(true)
    expect(await bob.untilPushed(500)).toEqual(messages.map(({ message }) => message))
    const subscriptions = topics.map((topic) => ({ topic, id: 'x' }))
    expect(await bob.request('irn_batchUnsubscribe', { subscriptions })).toBe(true)
    await publish(alice, topics[0] ?? '', 'late')
    await settle(bob)
    expect(bob.pushes.length).toBe(500)
  })

  test('blocking: each topic has its own answer', async () => {
    const { connect } = await setUpRelay({ settings: { relayTopics: 2 } })
    const bob = await connect()
    const topics = [newTopic(), newTopic(), newTopic()]
    const answer = await bob.request('irn_batchSubscribeBlocking', { topics })
    expect(answer).toMatchObject([
      { id: expect.any(String) },
      { id: expect.any(String) },
      { error: { code: -32000, data: 'SubscriberLimitExceeded' } },
    ])
  })

  test('fetching returns page after page until nothing is left, and receipts remove messages', async () => {
    const { connect } = await setUpRelay({ settings: { relayPublishBurst: 600 } })
    const [alice, bob] = [await connect(), await connect()]
    const [one, two] = [newTopic(), newTopic()]
    const texts = Array.from({ length: 150 }, (_, index) => String(index))
    await Promise.all(texts.flatMap((text) => [publish(alice, one, text), publish(alice, two, text)]))
    type Page = { messages: { topic: string; message: string }[]; hasMore: boolean }
    const fetchAll = async () => {
      const found: Page['messages'] = []
      for (;;) {
        const page = (await bob.request('irn_batchFetchMessages', { topics: [one, two] })) as Page
        found.push(...page.messages)
        if (!page.hasMore) return found
      }
    }
    const found = await fetchAll()
    expect(found.filter(({ topic }) => topic === one).map(({ message }) => message)).toEqual(texts)
    expect(found.filter(({ topic }) => topic === two).map(({ message }) => message)).toEqual(texts)
    expect((await fetchAll()).length).toBe(300)
    const receipts = texts.map((text) => ({
      topic: one,
      messageId: createHash('sha256').update(text).digest('hex'),
    }))
    expect(await bob.request('irn_batchReceive', { receipts })).toBe(true)
    expect((await fetchAll()).map(({ topic }) => topic)).toEqual(texts.map(() => two))
  })
})

describe('sessions in one call', { timeout: 30_000 }, () => {
  test('propose subscribes the dapp and delivers the proposal to the wallet, approve answers and settles', async () => {
    const { connect } = await setUpRelay()
    const [dapp, wallet] = [await connect(), await connect()]
    const [pairingTopic, sessionTopic] = [newTopic(), newTopic()]
    const proposal = { pairingTopic, sessionProposal: 'proposal', attestation: '', correlationId: 1 }
    expect(await dapp.request('wc_proposeSession', proposal)).toBe(true)
    await subscribe(wallet, pairingTopic)
    expect(await wallet.untilPushed(1)).toEqual(['proposal'])
    expect(wallet.pushes[0]?.params.data).toMatchObject({ tag: 1100, attestation: '' })
    const approval = {
      pairingTopic,
      sessionTopic,
      sessionProposalResponse: 'response',
      sessionSettlementRequest: 'settlement',
      approvedChains: ['eip155:1'],
    }
    expect(await wallet.request('wc_approveSession', approval)).toBe(true)
    expect(await dapp.untilPushed(1)).toEqual(['response'])
    expect(dapp.pushes[0]?.params.data.tag).toBe(1101)
    await subscribe(dapp, sessionTopic)
    expect(await dapp.untilPushed(2)).toEqual(['response', 'settlement'])
    expect(dapp.pushes[1]?.params.data.tag).toBe(1102)
    await publish(dapp, sessionTopic, 'settled')
    expect(await wallet.untilPushed(2)).toEqual(['proposal', 'settled'])
  })

  test('a generated topic is subscribed at once', async () => {
    const { connect } = await setUpRelay()
    const [alice, bob] = [await connect(), await connect()]
    const topic = newTopic()
    expect(await bob.request('wc_createTopic', { topic })).toBe(true)
    await publish(alice, topic, 'hello')
    expect(await bob.untilPushed(1)).toEqual(['hello'])
  })
})

describe('durability', { timeout: 30_000 }, () => {
  test('messages and receipts survive a restart', async () => {
    const { services, directory, connect } = await setUpRelay()
    const alice = await connect()
    const identity = createIdentity()
    const bob = await connect({ identity, isAcknowledging: false })
    const topic = newTopic()
    await subscribe(bob, topic)
    await publish(alice, topic, '1')
    await publish(alice, topic, '2')
    await bob.untilPushed(2)
    const [first] = bob.pushes
    if (first !== undefined) bob.acknowledge(first)
    await settle(bob)
    await services.close()
    const second = await setUpRelay({ dataDir: directory })
    const again = await second.connect({ identity })
    await subscribe(again, topic)
    expect(await again.untilPushed(1)).toEqual(['2'])
    expect(await publish(await second.connect(), topic, '1')).toBe(true)
    await settle(again)
    expect(again.pushes.length).toBe(1)
  })
})
