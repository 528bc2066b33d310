import { describe, expect, test } from 'vitest'
import { startFeed } from '../../testing/startFeed.js'

describe('new heads', () => {
  test('each block after the subscription is told once, in order, also those between two looks', async () => {
    const { feed, listen, mine, look } = startFeed()
    const { heard, listener } = listen()
    await feed.add(listener)
    await look()
    mine(21)
    await look(2)
    mine(90)
    await look()
    expect(heard).toEqual(Array.from({ length: 70 }, (_, index) => `a${21 + index}`))
  })

  test('all listeners share one look', async () => {
    const { feed, listen, look, calls } = startFeed()
    for (let count = 0; count < 50; count++) await feed.add(listen().listener)
    calls.length = 0
    await look()
    expect(calls).toHaveLength(1)
  })

  test('nobody listens: nothing is asked', async () => {
    const { feed, listen, look, calls } = startFeed()
    const { listener } = listen()
    await feed.add(listener)
    feed.remove(listener)
    calls.length = 0
    await look(5)
    expect(calls).toEqual([])
  })

  test('whoever keeps subscribing does not delay the looks', async () => {
    const { feed, listen, mine, look } = startFeed()
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(21)
    for (let count = 0; count < 10; count++) {
      const again = listen().listener
      await feed.add(again)
      feed.remove(again)
    }
    await look()
    expect(heard).toEqual(['a21'])
  })

  test('whoever subscribes while a look of the listeners before is under way causes no second row of looks', async () => {
    const { feed, listen, look, hold, calls, pass } = startFeed()
    const first = listen().listener
    await feed.add(first)
    const release = hold()
    await look()
    feed.remove(first)
    await feed.add(listen().listener)
    await pass(1_000)
    release()
    await pass(0)
    calls.length = 0
    for (let count = 0; count < 12; count++) await pass(500)
    expect(calls).toHaveLength(3)
  })

  test('nodes that are away: it goes on from the last block, without repeating or skipping one', async () => {
    const { feed, listen, mine, goAway, look } = startFeed()
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(22)
    await look()
    goAway(true)
    mine(25)
    await look(30)
    goAway(false)
    mine(27)
    await look()
    expect(heard).toEqual(['a21', 'a22', 'a23', 'a24', 'a25', 'a26', 'a27'])
  })

  test('whoever subscribes after the nodes were away hears nothing of what was mined before', async () => {
    const { feed, listen, mine, goAway, look } = startFeed()
    const first = listen()
    await feed.add(first.listener)
    goAway(true)
    mine(25)
    await look()
    const refused = listen().listener
    await expect(feed.add(refused)).rejects.toThrow('no node answered')
    goAway(false)
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(26)
    await look()
    expect(heard).toEqual(['a26'])
    expect(first.heard).toEqual(['a21', 'a22', 'a23', 'a24', 'a25', 'a26'])
  })

  test('a feed whose last listener could not be added asks nothing', async () => {
    const { feed, listen, goAway, look, calls } = startFeed()
    const first = listen().listener
    await feed.add(first)
    goAway(true)
    await look()
    const second = feed.add(listen().listener)
    feed.remove(first)
    await expect(second).rejects.toThrow('no node answered')
    goAway(false)
    calls.length = 0
    await look(2)
    expect(calls).toEqual([])
  })

  test('a gap of more than 128 blocks is said, and not hidden', async () => {
    const { feed, listen, mine, look } = startFeed()
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(149)
    await look()
    expect(heard).toEqual(['lost'])
    // It begins anew, with the newest block.
    await look()
    mine(150)
    await look()
    expect(heard).toEqual(['lost', 'a150'])
  })

  test('a gap of 128 blocks is filled', async () => {
    const { feed, listen, mine, look } = startFeed()
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(148)
    await look()
    expect(heard).toHaveLength(128)
  })

  test('a node that is behind repeats nothing', async () => {
    const { feed, listen, mine, look } = startFeed()
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(24)
    await look()
    mine(22, 'a', 21)
    await look()
    mine(25, 'a', 21)
    await look()
    expect(heard).toEqual(['a21', 'a22', 'a23', 'a24', 'a25'])
  })

  test('a node that is far behind ends no subscription', async () => {
    const { feed, listen, mine, look } = startFeed(300)
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(50, 'a', 50)
    await look(9)
    mine(301)
    await look()
    expect(heard).toEqual(['a301'])
  })

  test('a node that stays far behind, and is the only one that answers, ends the subscriptions', async () => {
    const { feed, listen, mine, look } = startFeed(300)
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(50, 'a', 50)
    await look(9)
    expect(heard).toEqual([])
    await look()
    expect(heard).toEqual(['lost'])
  })

  test('a feed that nobody heard for a while begins anew', async () => {
    const { feed, listen, mine, look } = startFeed()
    const first = listen()
    await feed.add(first.listener)
    feed.remove(first.listener)
    mine(1_000)
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(1_001)
    await look()
    expect(heard).toEqual(['a1001'])
  })

  test('without a node nothing is subscribed to', async () => {
    const { feed, listen, goAway } = startFeed()
    goAway(true)
    await expect(feed.add(listen().listener)).rejects.toThrow('no node answered')
  })
})
