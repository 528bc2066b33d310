import { describe, expect, test } from 'vitest'
import type { RpcCall, RpcReply } from '../../../outbound/post.js'
import { polkadotSockets } from './polkadotSockets.js'

const sent = '0x2804abcdef0123456789'
const hashOf = (number: number, fork = 0) => `0x${fork}${number.toString(16).padStart(63, '0')}`

/** A chain whose best block, final block, forks and contents the test sets. */
function setUp() {
  const chain = {
    best: 10,
    final: 8,
    forkOf: (_: number) => 0,
    content: new Map<string, readonly string[]>(),
    lost: new Set<string>(),
  }
  const read: string[] = []
  const numberIn = (hash: string) => Number(`0x${hash.slice(3)}`)
  const answer = ({ method, params }: RpcCall): unknown => {
    const [first] = params as readonly (string | readonly number[] | undefined)[]
    if (method === 'chain_getFinalizedHead') return hashOf(chain.final, chain.forkOf(chain.final))
    if (Array.isArray(first))
      return first.map((number) => (number > chain.best ? null : hashOf(number, chain.forkOf(number))))
    const number = typeof first === 'string' ? numberIn(first) : chain.best
    const header = { number: `0x${number.toString(16)}`, parentHash: hashOf(number - 1) }
    if (method === 'chain_getHeader') return header
    const place = String(first)
    read.push(place)
    if (chain.lost.has(place)) return null
    return { block: { header, extrinsics: ['0xaa', ...(chain.content.get(place) ?? [])] } }
  }
  const ask = async (calls: readonly RpcCall[]): Promise<readonly RpcReply[]> =>
    calls.map((call) => ({ result: answer(call) }))
  const topicOf = (transaction = sent) => {
    const topic = polkadotSockets.topicOf({ method: 'author_submitAndWatchExtrinsic', params: [transaction] })
    if (topic === undefined) throw new Error('no topic')
    return topic
  }
  /** Everything that a listener from the beginning has heard after so many looks. */
  async function heardAfter(topics: readonly ReturnType<typeof topicOf>[], looks = 1) {
    let states = await polkadotSockets.look(ask, topics)
    for (let count = 1; count < looks; count++) states = await polkadotSockets.look(ask, topics)
    return topics.map((topic) => topic.tell(undefined, states.get(topic.key)?.value))
  }
  return { chain, read, topicOf, heardAfter }
}

describe('a sent transaction', () => {
  test('is found in a block that comes after it, and followed until that is final', async () => {
    const { chain, read, topicOf, heardAfter } = setUp()
    const topics = [topicOf(), topicOf('0x2804000000')]
    expect(await heardAfter([topicOf(sent.toUpperCase().replace('X', 'x'))])).toMatchObject([
      { results: ['ready'] },
    ])
    await heardAfter(topics)
    chain.content.set(hashOf(11), [sent.toUpperCase().replace('X', 'x')])
    chain.best = 12
    const inBlock = { inBlock: hashOf(11) }
    expect(await heardAfter(topics, 2)).toEqual([
      { results: ['ready', inBlock], isOver: false },
      { results: ['ready'], isOver: false },
    ])
    chain.final = 11
    const [found, other] = await heardAfter(topics)
    expect(found).toEqual({ results: ['ready', inBlock, { finalized: hashOf(11) }], isOver: true })
    expect(other?.results).toEqual(['ready'])
    // Each block is read once for each look that needs it, and the first look reads none of those before.
    expect(read.filter((place) => place === hashOf(12))).toHaveLength(1)
    expect(read).not.toContain(hashOf(8))
  })

  test('moves with the chain to another block', async () => {
    const { chain, topicOf, heardAfter } = setUp()
    const topics = [topicOf()]
    await heardAfter(topics)
    chain.content.set(hashOf(11), [sent])
    chain.best = 12
    await heardAfter(topics)
    chain.forkOf = (number) => (number >= 11 ? 1 : 0)
    expect((await heardAfter(topics))[0]?.results.slice(1)).toEqual([
      { inBlock: hashOf(11) },
      { retracted: hashOf(11) },
    ])
    chain.content.set(hashOf(13, 1), [sent])
    chain.best = 13
    chain.final = 13
    expect((await heardAfter(topics))[0]?.results.slice(3)).toEqual([
      { inBlock: hashOf(13, 1) },
      { finalized: hashOf(13, 1) },
    ])
  })

  test('moves to an earlier block of another fork', async () => {
    const { chain, topicOf, heardAfter } = setUp()
    const topics = [topicOf()]
    await heardAfter(topics)
    chain.content.set(hashOf(12), [sent]).set(hashOf(11, 1), [sent])
    chain.best = 12
    await heardAfter(topics)
    chain.forkOf = (number) => (number >= 11 ? 1 : 0)
    expect((await heardAfter(topics))[0]?.results.slice(1)).toEqual([
      { inBlock: hashOf(12) },
      { retracted: hashOf(12) },
      { inBlock: hashOf(11, 1) },
    ])
  })

  test('is not missed in a block that a node does not have yet', async () => {
    const { chain, topicOf, heardAfter } = setUp()
    const topics = [topicOf()]
    await heardAfter(topics)
    chain.content.set(hashOf(11), [sent])
    chain.lost.add(hashOf(11))
    Object.assign(chain, { best: 12, final: 12 })
    expect((await heardAfter(topics))[0]?.results).toEqual(['ready'])
    chain.lost.clear()
    expect((await heardAfter(topics))[0]?.isOver).toBe(true)
  })

  test('is looked for in at most 20 blocks at one look', async () => {
    const { chain, read, topicOf, heardAfter } = setUp()
    const topics = [topicOf()]
    await heardAfter(topics)
    const before = read.length
    chain.content.set(hashOf(90), [sent])
    Object.assign(chain, { best: 100, final: 100 })
    await heardAfter(topics)
    expect(read.length - before).toBe(20)
    expect((await heardAfter(topics, 5))[0]?.results).toEqual([
      'ready',
      { inBlock: hashOf(90) },
      { finalized: hashOf(90) },
    ])
  })

  test('counts, and anything else is refused', () => {
    const { topicOf } = setUp()
    expect(topicOf()).toMatchObject({ weight: 5, sent: { method: 'author_submitExtrinsic', params: [sent] } })
    expect(topicOf(sent.toUpperCase().replace('X', 'x')).key).toBe(topicOf().key)
    for (const params of [[], ['0x'], ['junk']])
      expect(() => polkadotSockets.topicOf({ method: 'author_submitAndWatchExtrinsic', params })).toThrow(
        'Not a signed transaction',
      )
  })
})
