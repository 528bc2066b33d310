import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { ReplyTooLong, type RpcCall, type RpcReply } from '../../outbound/post.js'
import { createLog } from '../../shared/log.js'
import { createTestClock } from '../../testing/createTestClock.js'
import type { FamilySockets } from '../families/FamilySockets.js'
import { polkadotSockets } from '../families/polkadot/polkadotSockets.js'
import { solanaSockets } from '../families/solana/solanaSockets.js'
import { createLookFeed, type Hearing } from './lookFeed.js'

const size = 8 * 1024 * 1024

/** A feed of a chain whose nodes answer what the test says. */
function setUp(sockets: FamilySockets, answer: (call: RpcCall) => unknown) {
  const clock = createTestClock()
  const calls: string[] = []
  const feed = createLookFeed({
    sockets,
    clock,
    interval: 2_000,
    log: createLog({ level: 'silent', now: () => 0, write: () => undefined }),
    nodes: {
      chainId: 'solana:1',
      async ask(asked, _signal, limit = size) {
        calls.push(...asked.map(({ method }) => method))
        const replies = asked.map((call): RpcReply => {
          const result = answer(call)
          const isError = typeof result === 'object' && result !== null && 'error' in result
          return isError ? (result as RpcReply) : { result }
        })
        if (JSON.stringify(replies).length > limit) throw new ReplyTooLong('answered too much')
        return replies
      },
    },
  })

  function hearingOf(method: string, params: readonly unknown[], client: string) {
    const topic = sockets.topicOf({ method, params })
    if (topic === undefined) throw new Error('no topic')
    // biome-ignore lint/suspicious/noExplicitAny: what nodes tell.
    const heard: any[] = []
    const hearing: Hearing = {
      topic,
      holder: { client },
      onTold: (result) => void heard.push(result),
      onOver: () => void heard.push('over'),
      onLost: () => void heard.push('lost'),
    }
    return { heard, hearing }
  }

  return {
    feed,
    calls,
    hearingOf,
    async listen(method: string, params: readonly unknown[] = [], client = 'a') {
      const { heard, hearing } = hearingOf(method, params, client)
      await feed.add(hearing)
      return heard
    },
    async look(times = 1) {
      for (let count = 0; count < times; count++) {
        clock.advance(2_000)
        for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
      }
    },
  }
}

const nameOf = (index: number) =>
  base58.encode(Uint8Array.from({ length: 32 }, (_, at) => (at < 30 ? 7 : index >> (8 * (31 - at)))))
const account = (index: number) => [nameOf(index), { encoding: 'base64' }]

function setUpSolana() {
  const chain = {
    slot: 100,
    lamports: 1,
    final: 60,
    parent: undefined as number | undefined,
    long: new Map<string, number>(),
  }
  const made = setUp(solanaSockets, ({ method, params }) => {
    const [first] = params as [unknown]
    if (method === 'getMultipleAccounts')
      return {
        context: { slot: chain.slot },
        value: (first as string[]).map((name) => ({
          lamports: chain.lamports,
          owner: nameOf(0),
          data: ['a'.repeat(chain.long.get(name) ?? 0), 'base64'],
        })),
      }
    if (method === 'getSlot')
      return (first as { commitment: string }).commitment === 'finalized' ? chain.final : chain.slot
    if (method === 'getBlock')
      return chain.parent === undefined
        ? { error: { code: -32_004, message: 'Block not available' } }
        : { blockhash: nameOf(1), parentSlot: chain.parent }
    return { context: { slot: chain.slot }, value: [null] }
  })
  const told = (heard: readonly { readonly value: { readonly lamports: number } }[]) =>
    heard.map((one) => one.value?.lamports ?? one)
  return { ...made, chain, told }
}

describe('long states', () => {
  test('an account with a long state is refused before it can stop the looks', async () => {
    const { chain, listen, look, told } = setUpSolana()
    for (const index of [1, 2]) chain.long.set(nameOf(index), 4_500_000)
    chain.long.set(nameOf(3), 70_000)
    chain.long.set(nameOf(4), 60_000)
    for (const index of [1, 2, 3])
      await expect(listen('accountSubscribe', account(index))).rejects.toThrow(/nothing longer than/)
    const heard = await listen('accountSubscribe', account(4))
    chain.lamports = 2
    await look(12)
    expect(told(heard)).toEqual([2])
  })

  test('an account that grows ends only its own subscriptions, at once', async () => {
    const { chain, listen, look, told } = setUpSolana()
    const all = []
    for (let index = 0; index < 5; index++) all.push(await listen('accountSubscribe', account(index)))
    for (const index of [1, 3]) chain.long.set(nameOf(index), 4_500_000)
    chain.long.set(nameOf(4), 70_000)
    chain.lamports = 2
    await look()
    chain.lamports = 3
    await look()
    expect(all.map(told)).toEqual([[2, 3], ['lost'], [2, 3], ['lost'], ['lost']])
  })

  test('all accounts of the longest state fit into the looks', async () => {
    const { chain, calls, listen, look } = setUpSolana()
    for (let index = 0; index < 240; index++) {
      chain.long.set(nameOf(index), 65_000)
      await listen('accountSubscribe', account(index))
    }
    calls.length = 0
    await look()
    expect(calls).toEqual(['getMultipleAccounts', 'getMultipleAccounts', 'getMultipleAccounts'])
  })
})

describe('fair shares', () => {
  /** Subscribes a client to accounts until it is refused, and returns how many it follows. */
  async function fill({ hearingOf, feed }: ReturnType<typeof setUpSolana>, client: string, from: number) {
    const hearings = Array.from({ length: 600 }, (_, at) =>
      hearingOf('accountSubscribe', account(from + at), client),
    )
    const added = await Promise.allSettled(hearings.map(({ hearing }) => feed.add(hearing)))
    return hearings.flatMap(({ hearing }, at) => (added[at]?.status === 'fulfilled' ? [hearing] : []))
  }

  test('clients that take all they can leave room for others, and everybody may follow the slots', async () => {
    const made = setUpSolana()
    expect(await fill(made, 'a', 0)).toHaveLength(250)
    expect(await fill(made, 'b', 1_000)).toHaveLength(125)
    await made.listen('accountSubscribe', account(2_000), 'c')
    await made.listen('slotSubscribe', [], 'a')
  })

  test('an account that several clients follow counts once, for one who follows it', async () => {
    const made = setUpSolana()
    const first = await fill(made, 'a', 0)
    for (let index = 0; index < 250; index++) await made.listen('accountSubscribe', account(index), 'b')
    await made.listen('accountSubscribe', account(1_000), 'b')
    for (const hearing of first) made.feed.remove(hearing)
    await expect(made.listen('accountSubscribe', account(1_001), 'b')).rejects.toThrow(/Too much/)
    await made.listen('accountSubscribe', account(1_002), 'a')
  })

  test('what ends, is refused or is lost counts no more', async () => {
    const made = setUpSolana()
    made.chain.long.set(nameOf(5_000), 70_000)
    for (let count = 0; count < 300; count++)
      await expect(made.listen('accountSubscribe', account(5_000))).rejects.toThrow(/longer/)
    for (const hearing of await fill(made, 'a', 0)) made.feed.remove(hearing)
    for (let index = 0; index < 250; index++) {
      await made.listen('accountSubscribe', account(index))
      made.chain.long.set(nameOf(index), 70_000)
    }
    await made.look()
    made.chain.long.clear()
    expect(await fill(made, 'a', 0)).toHaveLength(250)
  })

  test('each entry of the storage counts', async () => {
    const key = (index: number) => `0x${index.toString(16).padStart(64, '0')}`
    const { listen } = setUp(polkadotSockets, storageAt({ number: 7, value: null }))
    let keys = 0
    await expect(
      (async () => {
        for (;;) {
          await listen('state_subscribeStorage', [Array.from({ length: 20 }, (_, at) => key(keys + at))])
          keys += 20
        }
      })(),
    ).rejects.toThrow(/Too much/)
    expect(keys).toBe(260)
  })
})

describe('nodes that are behind', () => {
  test('an older state of an account is not told', async () => {
    const { chain, listen, look, told } = setUpSolana()
    const heard = await listen('accountSubscribe', account(1))
    for (const [slot, lamports] of [
      [101, 5],
      [99, 1],
      [100, 1],
      [102, 6],
    ] as const) {
      Object.assign(chain, { slot, lamports })
      await look()
    }
    expect(told(heard)).toEqual([5, 6])
  })

  test('where the nodes stay behind, listeners hear that the looks are lost', async () => {
    const { chain, listen, look, told } = setUpSolana()
    const heard = await listen('accountSubscribe', account(1))
    Object.assign(chain, { slot: 50, lamports: 9 })
    await look(29)
    expect(told(heard)).toEqual([])
    await look()
    expect(told(heard)).toEqual(['lost'])
  })

  test('older heads and entries of the storage are not told', async () => {
    const chain = { number: 7, value: '0x01' as string | null }
    const { listen, look } = setUp(polkadotSockets, storageAt(chain))
    const heads = await listen('chain_subscribeNewHeads')
    const final = await listen('chain_subscribeFinalizedHeads')
    const storage = await listen('state_subscribeStorage', [[`0x${'ab'.repeat(40)}`]])
    for (const [number, value] of [
      [9, '0x02'],
      [8, '0x01'],
      [10, '0x03'],
    ] as const) {
      Object.assign(chain, { number, value })
      await look()
    }
    for (const heard of [heads, final]) expect(heard.map(({ number }) => Number(number))).toEqual([7, 9, 10])
    expect(storage.map(({ changes }) => changes[0][1])).toEqual(['0x01', '0x02', '0x03'])
  })
})

/** A node of Substrate with one value in all entries. */
function storageAt(chain: { number: number; value: string | null }) {
  return ({ method, params }: RpcCall): unknown => {
    const block = `0x${chain.number.toString(16).padStart(64, '0')}`
    if (method === 'chain_getHeader') return { number: `0x${chain.number.toString(16)}`, parentHash: block }
    if (method !== 'state_queryStorageAt') return block
    const [keys] = params as [readonly string[]]
    return [{ block, changes: keys.map((key) => [key, chain.value]) }]
  }
}

describe('what a node leaves out', () => {
  test('a slot is told with the parent and the root that the nodes tell', async () => {
    const { chain, listen, look } = setUpSolana()
    const heard = await listen('slotSubscribe')
    Object.assign(chain, { slot: 103, parent: 101, final: 70 })
    await look()
    expect(heard).toEqual([{ slot: 103, parent: 101, root: 70 }])
  })

  test('a slot whose block is not complete is left out', async () => {
    const { chain, listen, look } = setUpSolana()
    const heard = await listen('slotSubscribe')
    Object.assign(chain, { slot: 103, parent: undefined })
    await look()
    expect(heard).toEqual([])
  })

  test('accounts and entries are not told to be gone', async () => {
    const solana = setUp(solanaSockets, () => ({ context: { slot: 5 }, value: [] }))
    await expect(solana.listen('accountSubscribe', account(1))).rejects.toThrow('no sound answer')
    const polkadot = setUp(polkadotSockets, (call) => {
      const reply = storageAt({ number: 7, value: null })(call)
      return call.method === 'state_queryStorageAt' ? [{ block: `0x${'0'.repeat(64)}`, changes: [] }] : reply
    })
    await expect(polkadot.listen('state_subscribeStorage', [[`0x${'ab'.repeat(40)}`]])).rejects.toThrow(
      'no sound answer',
    )
  })
})
