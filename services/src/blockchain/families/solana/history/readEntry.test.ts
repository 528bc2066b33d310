import { describe, expect, test } from 'vitest'
import { readEntry } from './readEntry.js'
import type { Facts } from './readTransaction.js'

const wrapped = 'So11111111111111111111111111111111111111112'
type Given = { readonly key: string; readonly units: bigint; readonly token?: object }
const token = (owner: string, units: bigint, more: object = {}) => ({
  token: { mint: 'mint', decimals: 6, owner, units, isNew: false, ...more },
})
const factsOf = (accounts: readonly Given[], more: Partial<Facts> = {}): Facts => ({
  isFailed: false,
  fee: 5_000n,
  signers: ['ada'],
  program: 'program',
  accounts: accounts as Facts['accounts'],
  ...more,
})
const movementsOf = (facts: Facts, owner = 'ada') =>
  readEntry(facts, owner).movements.map(({ mint = 'SOL', direction, units, other }) => [
    mint,
    direction,
    units,
    other,
  ])

describe('the coin', () => {
  const paid = factsOf([
    { key: 'ada', units: -1_005_000n },
    { key: 'grace', units: 1_000_000n },
  ])
  test('is told without the fee, which only its payer has', () => {
    expect(movementsOf(paid)).toEqual([['SOL', 'out', 1_000_000n, 'grace']])
    expect(readEntry(paid, 'ada').fee).toBe(5_000n)
    expect(movementsOf(paid, 'grace')).toEqual([['SOL', 'in', 1_000_000n, 'ada']])
    expect(readEntry(paid, 'grace')).toMatchObject({ isOwn: false, payer: 'ada' })
    expect(readEntry(paid, 'grace').fee).toBeUndefined()
  })

  test('goes to several recipients', () => {
    const facts = factsOf([
      { key: 'ada', units: -305_000n },
      { key: 'grace', units: 100_000n },
      { key: 'alan', units: 200_000n },
    ])
    expect(movementsOf(facts)).toEqual([
      ['SOL', 'out', 100_000n, 'grace'],
      ['SOL', 'out', 200_000n, 'alan'],
    ])
  })

  test('names nobody where several paid', () => {
    const facts = factsOf([
      { key: 'ada', units: -105_000n },
      { key: 'alan', units: -100_000n },
      { key: 'grace', units: 150_000n },
      { key: 'mary', units: 50_000n },
    ])
    expect(movementsOf(facts)).toEqual([['SOL', 'out', 100_000n, undefined]])
    expect(movementsOf(facts, 'grace')).toEqual([['SOL', 'in', 150_000n, undefined]])
  })

  test('a failed transaction costs its fee, and moves nothing', () => {
    const failed = factsOf([{ key: 'ada', units: -5_000n }], { isFailed: true })
    expect(readEntry(failed, 'ada')).toMatchObject({ fee: 5_000n, movements: [], isFailed: true })
  })
})

describe('tokens', () => {
  test('the rent of the recipient’s new account is a part of the fee', () => {
    const facts = factsOf([
      { key: 'ada', units: -2_044_280n },
      { key: 'ada’s', units: 0n, ...token('ada', -7n) },
      { key: 'grace’s', units: 2_039_280n, ...token('grace', 7n, { isNew: true }) },
    ])
    expect(movementsOf(facts)).toEqual([['mint', 'out', 7n, 'grace']])
    expect(readEntry(facts, 'ada').fee).toBe(2_044_280n)
    expect(movementsOf(facts, 'grace')).toEqual([['mint', 'in', 7n, 'ada']])
    expect(readEntry(facts, 'grace').ownAccounts).toEqual(['grace’s'])
  })

  test('the rent of an own account moves nothing', () => {
    const facts = factsOf([
      { key: 'ada', units: -2_044_280n },
      { key: 'ada’s', units: 2_039_280n, ...token('ada', 0n, { isNew: true }) },
    ])
    expect(movementsOf(facts)).toEqual([])
    expect(readEntry(facts, 'ada').fee).toBe(5_000n)
  })

  test('a recipient of a token that keeps a part gets less than was paid', () => {
    const facts = factsOf([
      { key: 'ada', units: -5_000n },
      { key: 'ada’s', units: 0n, ...token('ada', -100n) },
      { key: 'grace’s', units: 0n, ...token('grace', 98n) },
    ])
    expect(movementsOf(facts)).toEqual([['mint', 'out', 100n, 'grace']])
    expect(movementsOf(facts, 'grace')).toEqual([['mint', 'in', 98n, 'ada']])
  })

  test('an account of nobody known is named by its own address', () => {
    const facts = factsOf([
      { key: 'ada', units: -5_000n },
      { key: 'ada’s', units: 0n, ...token('ada', -5n) },
      { key: 'old', units: 0n, token: { mint: 'mint', decimals: 6, units: 5n, isNew: false } },
    ])
    expect(movementsOf(facts)).toEqual([['mint', 'out', 5n, 'old']])
  })

  test('wrapping a coin is an exchange of the same amount', () => {
    const facts = factsOf([
      { key: 'ada', units: -1_005_000n },
      { key: 'ada’s', units: 1_000_000n, ...token('ada', 1_000_000n, { mint: wrapped, decimals: 9 }) },
    ])
    expect(movementsOf(facts)).toEqual([
      ['SOL', 'out', 1_000_000n, undefined],
      [wrapped, 'in', 1_000_000n, undefined],
    ])
  })
})
