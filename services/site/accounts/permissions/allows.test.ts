import fc from 'fast-check'
import { encodeFunctionData, erc20Abi, type Hex, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { allows } from './allows.js'
import { newUsage, type Permission, type Usage } from './Permission.js'

const me = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const wren = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
const dollar = '0xA15BB66138824a1c7167f5E85b957d04Dd34E468'
const game = '0x8ce361602B935680E8DeC218b820ff5056BeB7af'

const permission: Permission = {
  id: '0x01',
  origin: 'https://app.example',
  account: me,
  chainId: 'eip155:31337',
  grantedAt: 1_000,
  expiresAt: 10_000,
  limits: [
    { type: 'coin', amount: '100', period: 1_000 },
    { type: 'token', contract: dollar, amount: '50' },
    { type: 'call', contract: game, method: 'play(uint256)', selector: '0x6898f82b', value: '7' },
  ],
  count: { most: 3 },
  fees: '1000',
}
const transfer = (to: Hex, units: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] })
const coin = (units: bigint, to: Hex = wren) => ({ to, value: toHex(units), data: '0x' as Hex })
const token = (units: bigint, to: Hex = bob) => ({
  to: dollar as Hex,
  value: '0x0' as Hex,
  data: transfer(to, units),
})
const play = (value = 0n, data: Hex = '0x6898f82b0000') => ({ to: game as Hex, value: toHex(value), data })

const base = { origin: permission.origin, account: me, chainId: permission.chainId, fee: 10n, now: 2_000 }
const ask = (calls: readonly ReturnType<typeof coin>[], more: Partial<allows.Request> = {}, usage?: Usage) =>
  allows(permission, { ...base, calls, ...more }, usage ?? newUsage(permission))
const verdict = (...parameters: Parameters<typeof ask>) => {
  const result = ask(...parameters)
  return result.isAllowed ? 'allowed' : result.reason
}

test('covers what is within its limits', () => {
  expect(verdict([coin(100n)])).toBe('allowed')
  expect(verdict([token(50n)])).toBe('allowed')
  expect(verdict([play(7n)])).toBe('allowed')
  expect(verdict([play(3n), play(), play(4n)])).toBe('allowed')
  expect(verdict([coin(1n), token(1n), play()])).toBe('allowed')
})

test.each<[string, Parameters<typeof ask>]>([
  ['other', [[coin(1n)], { origin: 'https://evil.example' }]],
  ['other', [[coin(1n)], { account: bob }]],
  ['other', [[coin(1n)], { chainId: 'eip155:1' }]],
  ['other', [[coin(1n)], { now: 999 }]],
  ['expired', [[coin(1n)], { now: 10_000 }]],
  ['empty', [[]]],
  ['fees', [[coin(1n)], { fee: 1_001n }]],
  ['amount', [[coin(101n)]]],
  ['amount', [[coin(60n), coin(41n)]]],
  ['amount', [[token(51n)]]],
  ['amount', [[play(8n)]]],
  // A batch is one request: its calls do not each have the coin of the limit.
  ['amount', [[play(4n), play(4n)]]],
  ['method', [[play(0n, '0x095ea7b3')]]],
  // Coin with data is a call, and a token's other methods are not its transfer.
  ['method', [[{ to: wren, value: '0x1', data: '0x01' }]]],
  ['method', [[{ to: dollar, value: '0x0', data: '0x095ea7b3' }]]],
  ['method', [[{ ...token(1n), value: '0x1' }]]],
  ['method', [[{ ...token(1n), data: `${transfer(bob, 1n)}00` }]]],
  [
    'method',
    [
      [
        coin(1n),
        { to: game, value: '0x0', data: '0x' },
        { to: undefined as never, value: '0x0', data: '0x' },
      ],
    ],
  ],
])('does not cover: %s', (reason, parameters) => {
  expect(verdict(...parameters)).toBe(reason)
})

describe('usage', () => {
  const used = (
    calls: readonly ReturnType<typeof coin>[],
    more: Partial<allows.Request> = {},
    usage?: Usage,
  ): Usage => {
    const result = ask(calls, more, usage)
    if (!result.isAllowed) throw new Error(result.reason)
    return result.usage
  }

  test('adds up, and starts again in the next period', () => {
    const first = used([coin(60n)])
    expect(verdict([coin(41n)], {}, first)).toBe('amount')
    expect(verdict([coin(40n)], {}, first)).toBe('allowed')
    expect(verdict([coin(100n)], { now: 3_000 }, first)).toBe('allowed')
    expect(verdict([coin(101n)], { now: 3_000 }, first)).toBe('amount')
  })

  test('without a period it never starts again', () => {
    const first = used([token(30n)])
    expect(verdict([token(21n)], { now: 9_000 }, first)).toBe('amount')
  })

  test('counts requests and fees', () => {
    const third = used([play()], {}, used([play()], { fee: 400n }, used([play()], { fee: 500n })))
    expect(verdict([play()], {}, third)).toBe('count')
    expect(verdict([play()], { fee: 101n }, used([play()], { fee: 900n }))).toBe('fees')
  })

  test('is not changed by a request that is not covered, and is JSON', () => {
    const before = newUsage(permission)
    ask([coin(60n), coin(60n)], {}, before)
    expect(before).toEqual(newUsage(permission))
    const after = used([coin(60n)])
    expect(JSON.parse(JSON.stringify(after))).toEqual(after)
  })

  test('whatever is asked, a period never spends more than its limit', () => {
    const amounts = fc.array(
      fc.tuple(fc.bigInt({ min: 0n, max: 120n }), fc.integer({ min: 2_000, max: 2_999 })),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(amounts, (all) => {
        let usage = newUsage(permission)
        let spent = 0n
        for (const [units, now] of all) {
          const result = allows(
            { ...permission, count: { most: 100 } },
            { ...base, fee: 0n, calls: [coin(units)], now },
            usage,
          )
          if (!result.isAllowed) continue
          usage = result.usage
          spent += units
        }
        expect(spent).toBeLessThanOrEqual(100n)
      }),
      { numRuns: Number(process.env.LONG_RUNS ?? 200) },
    )
  })
})
