import type { Transaction } from 'latchkey/protocol'
import { expect, test } from 'vitest'
import { NodeError } from '../../outbound/post.js'
import { createTestClock } from '../../testing/createTestClock.js'
import type { Position } from './cursor.js'
import { fillPage, fitIn, type Part } from './fillPage.js'

const chainId = 'eip155:1'
const [owner, stranger] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
const time = Date.UTC(2020, 0, 1)

type Kind = 'real' | 'spam' | 'picture'

function transaction(index: number, kind: Kind, sentFrom = stranger): Transaction {
  const token = kind === 'picture' ? undefined : { symbol: 'X', is_spam: kind === 'spam' }
  const nft = kind === 'picture' ? { flags: { is_spam: true } } : undefined
  return {
    id: String(index),
    metadata: {
      ...{ operationType: 'receive', hash: 'ab', chain: chainId, minedAt: new Date(time).toISOString() },
      ...{ sentFrom, sentTo: owner, status: 'confirmed', nonce: 0 },
    },
    transfers: [{ fungible_info: token, nft_info: nft, direction: 'in', quantity: { numeric: '1' } }],
  }
}

const at = (index: number): Position => ({ minedAt: time - index, block: 10_000 - index, index: 0, chainId })
const indexOf = (before: Position | undefined) => (before === undefined ? 0 : 10_001 - before.block)

/** Reads 50 transactions a part of a history of these kinds. */
function historyOf(kinds: readonly Kind[], more: Partial<Part> = {}) {
  const asked: number[] = []
  const read = async (before: Position | undefined): Promise<Part> => {
    const from = indexOf(before)
    asked.push(from)
    const part = kinds.slice(from, from + 50)
    const isEnd = from + part.length >= kinds.length
    return {
      lines: part.map((kind, index) => ({
        transaction: transaction(from + index, kind),
        position: at(from + index),
      })),
      end: isEnd ? undefined : at(from + part.length - 1),
      sources: ['chain'],
      ...more,
    }
  }
  return { asked, read }
}

function many(count: number, kind: Kind): Kind[] {
  return Array.from({ length: count }, () => kind)
}

const fill = (read: Parameters<typeof fillPage>[0], clock = createTestClock()) =>
  fillPage(read, { account: owner, before: undefined, clock })
const ids = ({ lines }: Part) => lines.map(({ transaction: { id } }) => Number(id))

test('a page has 50 transactions besides the spam between them, and the next one follows without a gap', async () => {
  const kinds = [...many(30, 'real'), ...many(60, 'spam'), ...many(100, 'real')]
  const { read } = historyOf(kinds)
  const page = await fill(read)
  expect(ids(page)).toEqual(Array.from({ length: 110 }, (_, index) => index))
  expect(page.reading).toBeUndefined()
  const next = await fillPage(read, { account: owner, before: page.end, clock: createTestClock() })
  expect(ids(next)).toEqual(Array.from({ length: 50 }, (_, index) => 110 + index))
})

test('spam after the last real transaction of a page is on the next one', async () => {
  const { read } = historyOf([...many(50, 'real'), ...many(10, 'spam')])
  expect(ids(await fill(read))).toHaveLength(50)
})

test('spam collectibles are left out, and the last page may be short', async () => {
  const { read } = historyOf([...many(120, 'picture'), 'real'])
  expect(await fill(read)).toMatchObject({ lines: [{ transaction: { id: '120' } }], end: undefined })
})

test('a part that is still being read ends the page, and its state is the page’s', async () => {
  const reading = { block: 7, share: 0.5 }
  const { read, asked } = historyOf(many(500, 'spam'), { reading, lacks: ['fees'] })
  expect(await fill(read)).toMatchObject({ reading, lacks: ['fees'], end: at(49), sources: ['chain'] })
  expect(asked).toEqual([0])
})

test('ten parts of spam are enough for one page: it says that it is reading, and goes on there', async () => {
  const { read, asked } = historyOf(many(1_000, 'spam'))
  const page = await fill(read)
  expect(asked).toHaveLength(10)
  expect(page.end).toEqual(at(499))
  expect(page.reading?.share).toBeGreaterThan(0)
  expect(page.reading?.share).toBeLessThanOrEqual(1)
})

test('two seconds are enough for one page', async () => {
  const clock = createTestClock()
  const { read, asked } = historyOf(many(1_000, 'spam'))
  const slow = (before: Position | undefined) => {
    clock.advance(1_000)
    return read(before)
  }
  expect((await fill(slow, clock)).reading).toBeDefined()
  expect(asked).toHaveLength(2)
})

test('a source that fails after some parts leaves them, and the page goes on where it stopped', async () => {
  const { read } = historyOf(many(500, 'spam'))
  const failing = (before: Position | undefined) => {
    if (before !== undefined) throw new NodeError('away')
    return read(before)
  }
  expect(await fill(failing)).toMatchObject({ end: at(49), reading: {} })
  await expect(fill(() => Promise.reject(new NodeError('away')))).rejects.toThrow('away')
})

test('the owner’s own transactions are no spam, however their address is written', async () => {
  const lines = Array.from({ length: 120 }, (_, index) =>
    transaction(index, 'spam', owner.toUpperCase().replace('X', 'x')),
  )
  expect(fitIn(lines, owner, 0)).toEqual({ data: lines, spam: 0 })
})

test('an answer of 100 leaves out the oldest spam, and says how much', () => {
  const kinds = [...many(40, 'real'), ...many(70, 'spam'), ...many(10, 'real')]
  const lines = kinds.map((kind, index) => transaction(index, kind))
  const { data, spam } = fitIn(lines, owner, 5)
  expect(spam).toBe(25)
  expect(data.map(({ id }) => Number(id))).toEqual([
    ...Array.from({ length: 85 }, (_, index) => index),
    ...Array.from({ length: 10 }, (_, index) => 110 + index),
  ])
})
