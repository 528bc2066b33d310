import { createClient, custom } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Script, scriptedProvider } from '../../testing/scriptedProvider.js'
import { withheldBy } from './withheldBy.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const eve = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const dollar = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (value: string | bigint) => BigInt(value).toString(16).padStart(64, '0')
const [yes, no] = [`0x${word(1n)}`, `0x${word(0n)}`]
const token = { from: alice, to: bob, units: 77n, tokenAddress: dollar }
const call = { from: alice, to: dollar, data: `0xa9059cbb${word(bob)}${word(77n)}` }

const log = (units: bigint, to = bob, address = dollar) => ({
  ...{ address, topics: [transferTopic, `0x${word(alice)}`, `0x${word(to)}`], data: `0x${word(units)}` },
})
const simulated = (logs: unknown, returnData: string = yes, status = '0x1') => ({
  eth_simulateV1: [{ calls: [{ status, returnData, logs }] }],
})

function read(script: Script, transfer: typeof token | Omit<typeof token, 'tokenAddress'> = token) {
  const node = scriptedProvider(script)
  const client = createClient({ transport: custom({ request: node.request as never }, { retryCount: 0 }) })
  return Object.assign(withheldBy(client, transfer), { asked: node.requests })
}

test('of the coin nothing is withheld, and nobody is asked', async () => {
  const { tokenAddress: _, ...coin } = token
  const reading = read({}, coin)
  expect(await reading).toBe(0n)
  expect(reading.asked).toEqual([])
})

describe('a token whose call can be simulated', () => {
  test('is called as the wallet will be asked to', async () => {
    const reading = read(simulated([log(77n)]))
    expect(await reading).toBe(0n)
    expect(reading.asked).toEqual([
      { method: 'eth_simulateV1', params: [{ blockStateCalls: [{ calls: [call] }] }, 'latest'] },
    ])
  })

  test.each<[string, unknown, bigint]>([
    ['pays all', [log(77n)], 0n],
    ['pays more', [log(78n)], 0n],
    ['pays a part', [log(70n)], 7n],
    ['pays in two parts', [log(30n), log(40n)], 7n],
    ['pays somebody else', [log(77n, eve)], 77n],
    ['pays a part to somebody else', [log(7n, eve), log(70n)], 7n],
    ['logs nothing', [], 0n],
    ['logs for another token only', [log(70n, bob, eve)], 0n],
    ['has no list of logs', 'none', 0n],
  ])('that %s', async (_, logs, withheld) => {
    expect(await read(simulated(logs))).toBe(withheld)
  })

  test('error: it returns `false` and pays nothing', async () => {
    for (const logs of [[], [log(0n)], [log(77n, eve)]])
      await expect(read(simulated(logs, no))).rejects.toMatchObject({
        ...{ code: 'TRANSFER_REFUSED', details: 'transfer returned false' },
      })
  })

  test('may return `false` and pay all the same', async () => {
    expect(await read(simulated([log(77n)], no))).toBe(0n)
    expect(await read(simulated([log(70n)], no))).toBe(7n)
  })

  test.each(['0x', `x${no}`, `0x1${'0'.repeat(63)}`, `0x${'0'.repeat(63)}`, '0', undefined])(
    'may return %j, which is not `false`',
    async (returned) => {
      expect(await read(simulated([], returned as string))).toBe(0n)
    },
  )
})

describe('a node that cannot simulate', () => {
  const failing = () => {
    throw { code: -32601, message: 'no such method' }
  }

  test.each<[string, Script]>([
    ['does not know the method', { eth_simulateV1: failing }],
    ['answers no list', { eth_simulateV1: {} }],
    ['answers an empty list', { eth_simulateV1: [] }],
    ['answers a block without calls', { eth_simulateV1: [{}] }],
    ['answers a text for a block', { eth_simulateV1: ['block'] }],
    ['answers a text for a call', { eth_simulateV1: [{ calls: ['call'] }] }],
    ['says that the call reverted', simulated([log(1n)], '0x', '0x0')],
  ])('and %s is asked for what the call returns', async (_, script) => {
    const reading = read({ ...script, eth_call: yes })
    expect(await reading).toBe(0n)
    expect(reading.asked.at(-1)).toEqual({ method: 'eth_call', params: [call, 'latest'] })
    await expect(read({ ...script, eth_call: no })).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
  })

  test('and fails at the call too leaves it open', async () => {
    expect(await read({ eth_simulateV1: failing, eth_call: failing })).toBe(0n)
  })
})
