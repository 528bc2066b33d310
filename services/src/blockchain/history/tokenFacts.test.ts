import { encodeAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { createTestClock } from '../../testing/createTestClock.js'
import type { Told } from '../contracts.js'
import type { Hex } from './Entry.js'
import type { HistoryStore } from './historyStore.js'
import { readTokenFacts, type Silent } from './tokenFacts.js'

const token = `0x${'c3'.repeat(20)}` as const
const text = encodeAbiParameters([{ type: 'string' }], ['SIX'])

const six: Hex = `0x${'6'.padStart(64, '0')}`

function setUp() {
  const clock = createTestClock(0)
  const stored: unknown[] = []
  const answers: Told[] = [text, text, 'refused']
  const counts = { asked: 0 }
  const store: Pick<HistoryStore, 'facts' | 'addFacts'> = {
    facts: async () => new Map(),
    addFacts: async (_chain, facts) => void stored.push(...facts.values()),
  }
  const sources = {
    chainId: 'eip155:1' as const,
    contracts: {
      async tellApart(readings: readonly unknown[]) {
        if (readings.length > 0) counts.asked++
        return [...answers]
      },
    },
    store: store as HistoryStore,
    listed: new Map(),
    clock,
    silent: new Map<Hex, Silent>(),
  }
  const read = async () => (await readTokenFacts(sources, [token])).get(token)
  return { clock, stored, answers, counts, read }
}

test('decimals that a contract refused are unknown, not stored, and asked for again later', async () => {
  const { clock, stored, answers, counts, read } = setUp()
  expect(await read()).toMatchObject({ symbol: 'SIX', decimals: null })
  expect(stored).toEqual([])
  expect(await read()).toMatchObject({ symbol: 'SIX', decimals: null })
  expect(counts.asked).toBe(1)
  answers[2] = six
  clock.advance(300_000)
  expect(await read()).toMatchObject({ symbol: 'SIX', decimals: 6 })
  expect(stored).toEqual([{ name: 'SIX', symbol: 'SIX', decimals: 6 }])
})

test.each([0, 1, 2])(
  'a part (%i) that the node failed to tell: nothing is said, and it is asked for with the next page',
  async (part) => {
    const { stored, answers, counts, read } = setUp()
    answers[2] = six
    const right = answers[part] ?? '0x'
    answers[part] = 'untold'
    expect([await read(), stored]).toEqual([undefined, []])
    answers[part] = right
    expect(await read()).toMatchObject({ symbol: 'SIX', decimals: 6 })
    expect([counts.asked, stored.length]).toEqual([2, 1])
  },
)
