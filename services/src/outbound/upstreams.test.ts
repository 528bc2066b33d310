import { expect, test } from 'vitest'
import { createContext } from '../shared/context.js'
import { createTestClock } from '../testing/createTestClock.js'
import { NodeError } from './post.js'
import { queueOf } from './upstreams.js'

test('a server that rests is named with the time since when, without its address, until it answers again', async () => {
  const clock = createTestClock(Date.UTC(2026, 0, 1))
  const context = createContext({ clock, settings: { logLevel: 'error' } })
  const url = 'https://scan.example/api?apikey=s3cr3t'
  // The list of tokens is added to the settings later; the health is the same.
  const own = { ...context, settings: { ...context.settings } }
  const queue = queueOf(own, { url, atOnce: 4, chain: 'eip155:1', source: 'etherscan' })
  const options = { turn: { client: 'a', account: 'b' }, within: 8_000 }
  const fail = () =>
    queue.run(() => Promise.reject(new NodeError('HTTP 500')), options).catch(() => undefined)

  await fail()
  await fail()
  expect(context.health.troubles()).toEqual([])
  clock.advance(60_000)
  await fail()
  const trouble = {
    chain: 'eip155:1',
    source: 'etherscan',
    state: 'resting',
    since: '2026-01-01T00:01:00.000Z',
  }
  expect(context.health.troubles()).toEqual([trouble])
  // It is tried again, and still fails: the time stays.
  clock.advance(600_000)
  await fail()
  expect(context.health.troubles()).toEqual([trouble])
  clock.advance(600_000)
  await queue.run(async () => 1, options)
  expect(context.health.troubles()).toEqual([])
})

test('a server whose rest has ended is named no more, although nobody has asked it since', async () => {
  const clock = createTestClock()
  const context = createContext({ clock, settings: { logLevel: 'error' } })
  const queue = queueOf(context, {
    url: 'https://scan.example/api',
    atOnce: 4,
    chain: 'eip155:1',
    source: 'etherscan',
  })
  const options = { turn: { client: 'a', account: 'b' }, within: 8_000 }
  for (let count = 0; count < 3; count++)
    await queue.run(() => Promise.reject(new NodeError('HTTP 500')), options).catch(() => undefined)
  expect(context.health.troubles()).toMatchObject([{ state: 'resting' }])
  clock.advance(5_000)
  expect(context.health.troubles()).toEqual([])
})

test('a usual rate does not slow down a server that is configured as a node, too', () => {
  const context = createContext({ settings: { logLevel: 'error' } })
  const server = { url: 'https://node.example/?key=1', atOnce: 4, chain: 'solana:x' }
  const node = queueOf(context, { ...server, source: 'node' })
  expect(queueOf(context, { ...server, source: 'das', perSecond: 2, isUsualRate: true })).toBe(node)
  expect(node.rate()).toBe(Number.POSITIVE_INFINITY)
  // Where it is the only rate, it counts; a rate that the operator gave always does.
  const alone = { ...server, url: 'https://das.example', source: 'das', perSecond: 2, isUsualRate: true }
  expect(queueOf(context, alone).rate()).toBe(2)
  queueOf(context, { ...server, source: 'indexer', perSecond: 5 })
  expect(node.rate()).toBe(5)
})
