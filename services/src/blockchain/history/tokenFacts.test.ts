import { encodeAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { createTestClock } from '../../testing/createTestClock.js'
import type { Hex } from './Entry.js'
import type { HistoryStore } from './historyStore.js'
import { readTokenFacts, type Silent } from './tokenFacts.js'

const token = `0x${'c3'.repeat(20)}` as const
const text = encodeAbiParameters([{ type: 'string' }], ['SIX'])

test('decimals that a call did not return are unknown, not stored, and asked for again later', async () => {
  const clock = createTestClock(0)
  let decimals: Hex | undefined
  let asked = 0
  const stored: unknown[] = []
  const store: Pick<HistoryStore, 'facts' | 'addFacts'> = {
    facts: async () => new Map(),
    addFacts: async (_chain, facts) => void stored.push(...facts.values()),
  }
  const sources = {
    chainId: 'eip155:1' as const,
    contracts: {
      read: () => Promise.reject(new Error('read together')),
      readApart: async () => {
        asked++
        return [text, text, decimals]
      },
    },
    store: store as HistoryStore,
    listed: new Map(),
    clock,
    silent: new Map<Hex, Silent>(),
  }
  const read = async () => (await readTokenFacts(sources, [token])).get(token)

  expect(await read()).toMatchObject({ symbol: 'SIX', decimals: null })
  expect(stored).toEqual([])
  const before = asked
  expect(await read()).toMatchObject({ symbol: 'SIX', decimals: null })
  decimals = `0x${'6'.padStart(64, '0')}`
  clock.advance(300_000)
  expect(await read()).toMatchObject({ symbol: 'SIX', decimals: 6 })
  expect([before, stored]).toEqual([1, [{ name: 'SIX', symbol: 'SIX', decimals: 6 }]])
})
