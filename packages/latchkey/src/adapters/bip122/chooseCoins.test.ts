import { describe, expect, test } from 'vitest'
import {
  chooseAll,
  chooseCoins,
  dustOf,
  rateOf,
  type Spendable,
  sumOf,
  worthSpending,
} from './chooseCoins.js'

// A transfer of one input from P2WPKH to P2WPKH has 110 virtual bytes, with change 141; each other input has 68.

let made = 0
const coin = (value: number, more: Partial<Spendable> = {}): Spendable => ({
  ...{ txid: String(made++), vout: 0, value: BigInt(value), isConfirmed: true },
  ...more,
})
const question = (coins: readonly Spendable[], rate = 1_000n) =>
  ({ coins, sender: 'wpkh', recipientSize: 22, rate }) as const
const choose = (coins: readonly Spendable[], units: number, rate?: bigint) =>
  chooseCoins({ ...question(coins, rate), units: BigInt(units) })

describe('the coins of a payment', () => {
  test('pay it and the fee, and the rest is change', () => {
    const coins = [coin(10_000)]
    expect(choose(coins, 5_000)).toEqual({ coins, units: 5_000n, change: 4_859n, fee: 141n })
  })

  test('are as many as it takes', () => {
    const [one, two, three] = [coin(3_000), coin(2_000), coin(1_000)]
    expect(choose([one, two, three], 4_000)?.coins).toEqual([one, two])
    expect(choose([one, two, three], 5_900)).toBeUndefined()
    expect(choose([], 1)).toBeUndefined()
  })

  test('may pay it without change, to the last unit', () => {
    expect(choose([coin(5_110)], 5_000)).toMatchObject({ change: 0n, fee: 110n })
    expect(choose([coin(5_109)], 5_000)).toBeUndefined()
    expect(choose([coin(3_000), coin(2_178)], 5_000)).toMatchObject({ change: 0n, fee: 178n })
    expect(choose([coin(3_000), coin(2_177)], 5_000)).toBeUndefined()
  })

  test('leave no dust: it is part of the fee', () => {
    expect(choose([coin(5_000 + 141 + 293)], 5_000)).toMatchObject({ change: 0n, fee: 434n })
    expect(choose([coin(5_000 + 141 + 294)], 5_000)).toMatchObject({ change: 294n, fee: 141n })
  })

  test('pay the fee at the rate, rounded up', () => {
    expect(choose([coin(100_000)], 5_000, 2_500n)?.fee).toBe(353n)
    expect(choose([coin(100_000)], 5_000, 2_000n)?.fee).toBe(282n)
    expect(choose([coin(100_000)], 5_000, 2_001n)?.fee).toBe(283n)
  })

  test('are the confirmed ones first, and of those the largest', () => {
    const [small, large, waiting] = [coin(2_000), coin(4_000), coin(9_000, { isConfirmed: false })]
    expect(choose([waiting, small, large], 1_000)?.coins).toEqual([large])
    expect(choose([waiting, small, large], 5_000)?.coins).toEqual([large, small])
    expect(choose([waiting, small, large], 7_000)?.coins).toEqual([large, small, waiting])
  })

  test('include all that are due, before others', () => {
    const [due, also, large] = [coin(2_000, { isDue: true }), coin(1_000, { isDue: true }), coin(90_000)]
    expect(choose([large, due, also], 500)?.coins).toEqual([due, also])
    expect(choose([large, due, also], 5_000)?.coins).toEqual([due, also, large])
    const waiting = coin(3_000, { isDue: true, isConfirmed: false })
    expect(choose([large, waiting], 500)?.coins).toEqual([waiting])
  })

  test.each([
    ['pkh', 22, 190n, 224n],
    ['sh', 22, 133n, 165n],
    ['wpkh', 34, 122n, 153n],
    ['tr', 34, 112n, 155n],
  ] as const)(
    'of an address of %s weigh what its inputs and outputs do',
    (sender, recipientSize, bare, full) => {
      const of = (value: number) => ({ coins: [coin(value)], sender, recipientSize, rate: 1_000n })
      expect(chooseAll(of(10_000))?.fee).toBe(bare)
      expect(chooseCoins({ ...of(10_000), units: 1_000n })?.fee).toBe(full)
    },
  )
})

describe('all coins', () => {
  test('are spent to the recipient, without the fee', () => {
    const coins = [coin(3_000), coin(2_000)]
    expect(chooseAll(question(coins))).toEqual({ coins, units: 4_822n, change: 0n, fee: 178n })
  })

  test('are nothing where the fee takes all', () => {
    expect(chooseAll(question([coin(110)]))).toBeUndefined()
    expect(chooseAll(question([coin(111)]))).toMatchObject({ units: 1n })
    expect(chooseAll(question([]))).toBeUndefined()
  })
})

describe('a coin', () => {
  test('is not spent if its input costs what it is worth', () => {
    const [less, more] = [coin(68), coin(69)]
    expect(worthSpending(question([less, more]))).toEqual([more])
    expect(worthSpending(question([coin(69)], 1_015n))).toEqual([])
  })

  test('that is due is spent whatever it is worth', () => {
    const due = coin(1, { isDue: true })
    expect(worthSpending(question([due, coin(68)]))).toEqual([due])
  })

  test('beyond the hundredth is left', () => {
    const coins = Array.from({ length: 101 }, (_, at) => coin(1_000 + at))
    expect(worthSpending(question(coins))).toEqual([...coins].reverse().slice(0, 100))
  })
})

test.each([
  [22, 294n],
  [34, 330n],
  [25, 546n],
  [23, 540n],
])('an output with a script of %i bytes is dust below %i', (size, least) => {
  expect(dustOf(size)).toBe(least)
})

test('the rate that is paid counts what would have been dust', () => {
  const coins = [coin(1)]
  const rate = (change: bigint, fee: bigint) => rateOf(question(coins), { coins, units: 1_000n, change, fee })
  expect(rate(0n, 110n)).toBe(10n)
  expect(rate(0n, 434n)).toBe(39n)
  expect(rate(500n, 141n)).toBe(10n)
  expect(rate(1n, 282n)).toBe(20n)
})

test('a sum passes over what is absent', () => {
  expect(sumOf([coin(1), undefined, coin(2)])).toBe(3n)
  expect(sumOf([])).toBe(0n)
})
