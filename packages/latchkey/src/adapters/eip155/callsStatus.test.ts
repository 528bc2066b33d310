import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { contracts, deployAll, people, seedHistory } from '../../../../../chains/src/index.js'
import { startChain, type TestChain } from '../../../../../services/src/testing/startChain.js'
import type { Asked } from '../../core/transfers.js'
import { defineNetwork } from '../../networks/defineNetwork.js'
import { scriptedProvider } from '../../testing/scriptedProvider.js'
import { transfers } from './transfers.js'

// Batches of calls (EIP-5792) on a real chain, with wallets that report falsely.

let chain: TestChain
let network: ReturnType<typeof local>
let asked: Asked

const local = (rpcUrl: string) =>
  defineNetwork({
    ...{ id: 31337, name: 'Local', rpcUrl },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  })

/** A contract account: it calls the address in the first word, with the value in the second and the data after it. */
const smart = '0x5a11000000000000000000000000000000000001'
const code = '0x60403603806040600037600060008260006020356000355af100'
const coin = { from: people.marlow as string, to: people.wren as string, units: 77n }
const token = { ...coin, tokenAddress: contracts.dollar as string }
const smartCoin = { ...coin, from: smart }
const smartToken = { ...token, from: smart }

const word = (value: string | bigint) => BigInt(value).toString(16).padStart(64, '0')
const paying = (to: string, units: bigint) => `a9059cbb${word(to)}${word(units)}`
const request = async (call: object) => {
  const made = { from: people.marlow, gas: '0x30d40', ...call }
  const id = (await chain.request('eth_sendTransaction', [made])) as string
  await vi.waitFor(async () => {
    if ((await chain.request('eth_getTransactionReceipt', [id])) === null) throw new Error('no block has it')
  })
  return id
}
const pay = () => request({ to: people.wren, value: '0x4d' })
const bundle = (to: string, value: bigint, data = '') =>
  request({ to: smart, data: `0x${word(to)}${word(value)}${data}` })

beforeAll(async () => {
  chain = await startChain()
  network = local(chain.url)
  await deployAll(chain.url)
  await seedHistory(chain.url)
  await chain.request('anvil_setCode', [smart, code])
  await chain.request('anvil_setBalance', [smart, '0xffff'])
  // Of the accounts that hold some.
  const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  for (const to of [smart, people.marlow])
    await request({ from: owner, to: contracts.dollar, data: `0x${paying(to, 1000n)}` })
}, 60_000)
afterAll(() => chain.stop())

beforeEach(async () => {
  asked = await transfers.prepare({ network, from: people.marlow, isAtomic: true })
})

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** The network, read from a node without traces, or without other methods that begin so. */
async function without(prefix: string) {
  const server = createServer(async (incoming, response) => {
    let text = ''
    for await (const chunk of incoming) text += chunk
    const { id, method, params } = JSON.parse(text)
    const answer = method.startsWith(prefix)
      ? { error: { code: -32601, message: 'no such method' } }
      : { result: await chain.request(method, params) }
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return local(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

const saying = (status: unknown, ...hashes: readonly unknown[]) => ({
  status,
  receipts: hashes.map((transactionHash) => ({ status: '0x1', transactionHash })),
})

const statusOf = (answer: unknown, more: Partial<Parameters<typeof transfers.status>[0]> = {}) =>
  transfers.status({
    provider: scriptedProvider({ wallet_getCallsStatus: answer }),
    network,
    sent: { kind: 'calls', id: '0x01' },
    transfer: coin,
    asked,
    ...more,
  })

test("before a batch is requested, its nonce and the chain's height are read", () => {
  expect(asked).toEqual({
    kind: 'calls',
    callsId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    nonce: expect.any(Number),
    height: expect.any(Number),
  })
})

describe('the status of a batch', () => {
  const unknown = `0x${'ab'.repeat(32)}`

  test.each<[string, unknown, string]>([
    ['it goes on', saying(100), 'pending'],
    ['it goes on, in words', { status: 'PENDING' }, 'pending'],
    ['it is done, without a receipt', { status: 200, receipts: [] }, 'pending'],
    ['it is done, in words', { status: 'CONFIRMED' }, 'pending'],
    ['it is done, in a transaction that no node knows', saying(200, unknown), 'pending'],
    ['it is done, in what is no hash', saying(200, '0x12', null), 'pending'],
    ['it failed', { status: 400 }, 'other'],
    ['it failed, without a list of receipts', { status: 500, receipts: 'none' }, 'other'],
    ['it failed, in a transaction that no node knows', saying(500, unknown), 'other'],
  ])('the wallet says that %s', async (_, answer, status) => {
    expect(await statusOf(answer)).toEqual({ status })
  })

  test.each([200, 100, 400, 500])(
    'a block has the transfer: confirmed, also where it says %d',
    async (said) => {
      const hash = await pay()
      expect(await statusOf(saying(said, hash))).toEqual({ status: 'confirmed', hash })
    },
  )

  test.each<[string, object]>([
    ['pays another', { to: people.saffron, value: '0x4d' }],
    ['pays more', { to: people.wren, value: '0x4e' }],
    ['moves a token', { to: contracts.dollar, data: `0x${paying(people.wren, 77n)}` }],
  ])('a named transaction that %s does not confirm the batch', async (_, call) => {
    const hash = await request(call)
    expect(await statusOf(saying(200, hash))).toEqual({ status: 'pending', hash })
    expect(await statusOf(saying(500, hash))).toEqual({ status: 'other' })
  })

  test('a transaction older than the request does not confirm the batch', async () => {
    const hash = await pay()
    const later = await transfers.prepare({ network, from: people.marlow, isAtomic: true })
    expect(await statusOf(saying(200, hash), { asked: later })).toEqual({ status: 'pending' })
  })

  test('the transfer may be in any of the named transactions', async () => {
    const [first, hash, last] = [await request({ to: people.saffron }), await pay(), await pay()]
    const answer = saying(200, first, hash, last)
    expect(await statusOf(answer)).toEqual({ status: 'confirmed', hash: last })
    expect(await statusOf(saying(200, hash, first))).toEqual({ status: 'confirmed', hash })
  })

  test("if the account's own transaction reverted, the batch failed, whatever the wallet says", async () => {
    const hash = await request({ to: contracts.dollar, data: `0x${paying(people.wren, 10n ** 30n)}` })
    const transfer = { ...token, units: 10n ** 30n }
    expect(await statusOf(saying(200, hash), { transfer })).toEqual({ status: 'failed', hash })
  })

  test('a reverted transaction of somebody else does not fail the batch', async () => {
    const hash = await request({ to: contracts.dollar, data: `0x${paying(people.wren, 10n ** 30n)}` })
    expect(await statusOf(saying(500, hash), { transfer: smartToken })).toEqual({ status: 'other' })
  })

  test('if the wallet has forgotten the batch, its known transaction is still read', async () => {
    const hash = await pay()
    const sent = { kind: 'calls', id: '0x01', hash } as const
    const forgetting = () => {
      throw { code: 5730, message: 'unknown bundle' }
    }
    expect(await statusOf(forgetting, { sent })).toEqual({ status: 'confirmed', hash })
    await expect(statusOf(forgetting)).rejects.toMatchObject({ code: 5730 })
  })

  test("for a contract account, the token's log proves the transfer", async () => {
    const hash = await bundle(contracts.dollar, 0n, paying(people.wren, 77n))
    expect(await statusOf(saying(200, hash), { transfer: smartToken })).toEqual({ status: 'confirmed', hash })
    const more = { ...smartToken, units: 78n }
    expect(await statusOf(saying(200, hash), { transfer: more })).toEqual({ status: 'pending', hash })
  })

  test('for a contract account on a node without traces, both balances in the block prove the transfer', async () => {
    const network = await without('debug_')
    const hash = await bundle(people.wren, 77n)
    const status = (transfer: typeof coin) => statusOf(saying(200, hash), { transfer, network })
    expect(await status(smartCoin)).toEqual({ status: 'confirmed', hash })
    expect(await status({ ...smartCoin, units: 76n })).toEqual({ status: 'pending', hash })
    expect(await status({ ...smartCoin, to: people.saffron })).toEqual({ status: 'pending', hash })
    // It has as much, and the transaction is none of its own.
    expect(await status({ ...smartCoin, from: people.saffron })).toEqual({ status: 'pending', hash })
  })

  test.each([
    {},
    { status: '200' },
    { status: Number.NaN },
    { status: 7 },
    { status: null, receipts: [] },
    null,
  ])('error: WALLET_ANSWER_INVALID for %j', async (answer) => {
    await expect(statusOf(answer)).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
  })
})

describe('finding a batch that the wallet did not answer', () => {
  const find = (
    answer: unknown,
    transfer: typeof coin | typeof token = coin,
    others: string[] = [],
    on = network,
  ) =>
    transfers.find({
      provider: scriptedProvider({ wallet_getCallsStatus: answer }),
      ...{ network: on, transfer, asked, others },
    })
  const unknownToIt = () => {
    throw { code: 5730, message: 'unknown bundle' }
  }
  const made = (id: string) => ({ status: 'sent', sent: { kind: 'transaction', id } })

  test.each([100, 200])(
    'the wallet knows it by the id that it was asked with, and says %d',
    async (status) => {
      expect(await find({ status })).toEqual({ status: 'sent', sent: { kind: 'calls', id: asked.callsId } })
    },
  )

  test.each([
    ['says that it failed', { status: 500 }],
    ['does not know it', unknownToIt],
  ])('the wallet %s: the kit searches the chain by the nonce', async (_, answer) => {
    expect(await find(answer)).toEqual({ status: 'open' })
    const id = await pay()
    expect(await find(answer)).toEqual(made(id))
    expect(await find(answer, coin, [id])).toEqual({ status: 'open' })
  })

  test('if another transaction used the nonce, the result stays open, because a bundler may still send the batch', async () => {
    await request({ to: people.saffron })
    expect(await find({ status: 500 })).toEqual({ status: 'open' })
  })

  test("a token transfer sent by somebody else for the account is found by the contract's log", async () => {
    const units = 61n
    const id = await bundle(contracts.dollar, 0n, paying(people.wren, units))
    expect(await find({ status: 400 }, { ...smartToken, units })).toEqual(made(id))
    expect(await find({ status: 400 }, { ...smartToken, units }, [id])).toEqual({ status: 'open' })
    expect(await find({ status: 400 }, { ...smartToken, units: 62n })).toEqual({ status: 'open' })
  })

  test('if the node does not give the logs, a token transfer may have been sent', async () => {
    const deaf = await without('eth_getLogs')
    const unread = { status: 'open', isUnread: true }
    const answer = { status: 400 }
    expect(await find(answer, smartToken, [], deaf)).toEqual(unread)
    // The coin leaves no log, so none is missing.
    expect(await find(answer, smartCoin, [], deaf)).toEqual({ status: 'open' })
    // The account's own transaction is found without logs.
    const id = await request({ to: contracts.dollar, data: paying(people.wren, 62n) })
    expect(await find(answer, { ...token, units: 62n }, [], deaf)).toEqual(made(id))
  })

  test("the account's own call is found by its nonce, if a trace proves the transfer", async () => {
    await chain.request('anvil_impersonateAccount', [smart])
    await chain.request('anvil_setBalance', [smart, '0x21e19e0c9bab2400000'])
    asked = await transfers.prepare({ network, from: smart, isAtomic: true })
    const id = await request({ from: smart, to: smart, data: `0x${word(people.wren)}${word(77n)}` })
    expect(await find({ status: 400 }, smartCoin)).toEqual(made(id))
    expect(await find({ status: 400 }, { ...smartCoin, units: 78n })).toEqual({ status: 'open' })
  })
})
