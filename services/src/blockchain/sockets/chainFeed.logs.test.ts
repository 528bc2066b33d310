import { describe, expect, test } from 'vitest'
import { startFeed } from '../../testing/startFeed.js'

const token = `0x${'aa'.repeat(20)}`
const other = `0x${'bb'.repeat(20)}`

describe('a reorganisation', () => {
  test('logs of the blocks that are gone are told as removed, newest first, and then the new blocks', async () => {
    const { feed, listen, mine, look } = startFeed()
    const { heard, listener } = listen(token)
    await feed.add(listener)
    mine(23)
    await look()
    mine(24, 'c', 22)
    await look()
    expect(heard).toEqual([
      ...['a21', '+a21', 'a22', '+a22', 'a23', '+a23'],
      ...['-a23', '-a22', 'c22', '+c22', 'c23', '+c23', 'c24', '+c24'],
    ])
  })

  test('of blocks before the subscription: the new blocks are told', async () => {
    const { feed, listen, mine, look } = startFeed()
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(21, 'c', 15)
    await look()
    expect(heard).toEqual(['c15', 'c16', 'c17', 'c18', 'c19', 'c20', 'c21'])
  })

  test('to a shorter chain is told as well', async () => {
    const { feed, listen, mine, look } = startFeed()
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(25)
    await look()
    mine(23, 'c', 23)
    await look()
    expect(heard.slice(5)).toEqual(['c23'])
    mine(24, 'c')
    await look()
    expect(heard.slice(5)).toEqual(['c23', 'c24'])
  })

  test('of more blocks than are remembered is said', async () => {
    const { feed, listen, mine, look } = startFeed(100)
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(101, 'c', 60)
    await look()
    expect(heard).toEqual(['lost'])
  })

  test('a listener for other contracts hears nothing of the logs', async () => {
    const { feed, listen, mine, look } = startFeed()
    const { heard, listener } = listen(other)
    await feed.add(listen(token).listener)
    await feed.add(listener)
    feed.remove(listener)
    mine(21)
    await look()
    expect(heard).toEqual([])
  })
})

describe('logs', () => {
  test('one query a block serves all listeners', async () => {
    const { feed, listen, mine, look, calls } = startFeed()
    for (const address of [token, token, other, other]) await feed.add(listen(address).listener)
    calls.length = 0
    mine(22)
    await look()
    const queries = calls.filter(({ method }) => method === 'eth_getLogs')
    expect(queries.map(({ params }) => params)).toMatchObject([
      [{ address: [token, other] }],
      [{ address: [token, other] }],
    ])
  })

  test('that a node does not have yet are read with the next look, and the block is told then', async () => {
    const { feed, listen, mine, look, loseLogs } = startFeed()
    const { heard, listener } = listen(token)
    await feed.add(listener)
    loseLogs(true)
    mine(21)
    await look(3)
    expect(heard).toEqual([])
    loseLogs(false)
    await look()
    expect(heard).toEqual(['a21', '+a21'])
  })

  test('that a node did not have count no more once the nodes are away', async () => {
    const { feed, listen, mine, look, loseLogs, goAway } = startFeed()
    const { heard, listener } = listen(token)
    await feed.add(listener)
    loseLogs(true)
    mine(21)
    await look(2)
    goAway(true)
    await look(30)
    goAway(false)
    loseLogs(false)
    await look()
    expect(heard).toEqual(['a21', '+a21'])
  })

  test('of several blocks that are too long for one answer are read in parts', async () => {
    const { feed, listen, mine, look, limitLogs } = startFeed()
    const { heard, listener } = listen(token)
    await feed.add(listener)
    limitLogs(1)
    mine(23)
    await look()
    expect(heard).toEqual(['a21', '+a21', 'a22', '+a22', 'a23', '+a23'])
  })

  test('of a contract that writes too many are lost to its own subscribers, and nobody else', async () => {
    const { feed, listen, mine, look, limitContract } = startFeed()
    const [own, flooded, heads] = [listen(token), listen(other), listen()]
    for (const { listener } of [own, flooded, heads]) await feed.add(listener)
    limitContract(other)
    mine(21)
    await look()
    mine(22)
    await look()
    expect(own.heard).toEqual(['a21', '+a21', 'a22', '+a22'])
    expect(heads.heard).toEqual(['a21', 'a22'])
    expect(flooded.heard).toEqual(['lost'])
  })

  test('that no node gives are said to be lost', async () => {
    const { feed, listen, mine, look, loseLogs } = startFeed()
    const { heard, listener } = listen(token)
    await feed.add(listener)
    loseLogs(true)
    mine(21)
    await look(10)
    expect(heard).toEqual(['lost'])
  })
})
