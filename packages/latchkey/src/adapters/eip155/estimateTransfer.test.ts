import { encodeFunctionData, parseAbi } from 'viem'
import { serializeTransaction, size } from 'viem/utils'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Network } from '../../protocol/entities/Network.js'
import { memoryChain, memoryNetwork } from '../../testing/memoryChain.js'
import type { Script } from '../../testing/scriptedProvider.js'
import { estimateTransfer } from './estimateTransfer.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const dollar = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const word = (value: string | bigint) => BigInt(value).toString(16).padStart(64, '0')
const data = `0xa9059cbb${word(bob)}${word(77n)}` as const
const coin = { from: alice, to: bob, units: 77n }
const token = { ...coin, tokenAddress: dollar }

/** A network without a data fee; its number is none of the OP Stack's. */
const plain: Network = { ...memoryNetwork, id: 31337, caipNetworkId: 'eip155:31337' }
const rollup: Network = memoryNetwork
const chainIdOf = (network: Network) => `0x${Number(network.id).toString(16)}`

/** The base fee is 100, the tip 20, so that at most 140 is paid for a unit of gas: viem adds a fifth to the base fee. */
const answers: Script = {
  eth_getBlockByNumber: { number: '0x14', baseFeePerGas: '0x64', transactions: [] },
  eth_maxPriorityFeePerGas: '0x14',
  eth_estimateGas: '0x5208',
  eth_call: `0x${word(5_000n)}`,
}
const failing = (error: object) => () => {
  throw error
}

afterEach(() => vi.unstubAllGlobals())

type More = Partial<Parameters<typeof estimateTransfer>[0]> & { readonly script?: Script }

/** A quote for the review: all is read from the wallet, since the network has no node. */
function quoteOf({ script, ...more }: More = {}) {
  const network = more.network ?? plain
  const witness = memoryChain([], { script: { ...answers, eth_chainId: chainIdOf(network), ...script } })
  const quote = estimateTransfer({ network, transfer: coin, isFirm: true, witness, ...more })
  const asked = (method: string) => witness.requests.filter((one) => one.method === method)
  return Object.assign(quote, { asked })
}

/** The node of a network answers by a script; an error is the node's own. */
function nodeOf(network: Network, script: Script = {}): Network {
  const node = memoryChain([], { script: { ...answers, ...script } })
  vi.stubGlobal('fetch', async (_: string, { body }: { readonly body: string }) => {
    const { method, params } = JSON.parse(body)
    const answer = await node.request({ method, params }).then(
      (result) => ({ result }),
      (error: object) => ({ error }),
    )
    return Response.json({ jsonrpc: '2.0', id: 1, ...answer })
  })
  return { ...network, rpcUrls: { default: { http: ['https://node.example/'] } } }
}

describe('the quote', () => {
  test('of the coin to a plain account has exactly its gas', async () => {
    const quoting = quoteOf()
    expect(await quoting).toEqual({
      most: String(21_000 * 140),
      // Half of what the base fee may rise to, and the tip.
      about: String(21_000 * (60 + 20)),
      terms: { gasLimit: '21000', gasPrice: '140', tip: '20' },
    })
    expect(quoting.asked('eth_estimateGas')[0]?.params).toEqual([{ from: alice, to: bob, value: '0x4d' }])
    expect(quoting.asked('eth_call')).toEqual([])
  })

  test('of a token leaves a fifth more gas', async () => {
    const script = { eth_estimateGas: '0xc350', eth_simulateV1: [{ calls: [{ status: '0x1', logs: [] }] }] }
    const quoting = quoteOf({ transfer: token, script })
    expect(await quoting).toEqual({
      most: String(60_000 * 140),
      about: String(50_000 * 80),
      terms: { gasLimit: '60000', gasPrice: '140', tip: '20' },
    })
    expect(quoting.asked('eth_estimateGas')[0]?.params).toMatchObject([{ from: alice, to: dollar, data }])
  })

  test('is about the tip where the network has no base fee', async () => {
    const script = { eth_getBlockByNumber: { number: '0x14', baseFeePerGas: '0x0', transactions: [] } }
    expect(await quoteOf({ script })).toMatchObject({ most: '420000', about: '420000' })
  })

  test('says what the token keeps for itself, only for the review', async () => {
    const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    const log = {
      ...{ address: dollar, topics: [transferTopic, `0x${word(alice)}`, `0x${word(bob)}`] },
      data: `0x${word(70n)}`,
    }
    const script = { eth_simulateV1: [{ calls: [{ status: '0x1', returnData: '0x', logs: [log] }] }] }
    expect(await quoteOf({ transfer: token, script })).toMatchObject({ withheld: '7' })
    const whole = { ...log, data: `0x${word(77n)}` }
    const paysAll = { eth_simulateV1: [{ calls: [{ status: '0x1', returnData: '0x', logs: [whole] }] }] }
    expect(await quoteOf({ transfer: token, script: paysAll })).not.toHaveProperty('withheld')
    const network = nodeOf(plain, script)
    expect(await estimateTransfer({ network, transfer: token })).not.toHaveProperty('withheld')
  })

  test('while the form is filled in comes from the network’s node', async () => {
    const network = nodeOf(plain)
    expect(await estimateTransfer({ network, transfer: coin })).toMatchObject({ most: '2940000' })
  })

  test('for the review comes from the network’s node, and neither from a service nor the wallet', async () => {
    const network = nodeOf(plain)
    expect(await quoteOf({ network, script: { eth_estimateGas: '0xffff' } })).toMatchObject({
      most: '2940000',
    })
  })

  test('is given up with its signal', async () => {
    const reason = new Error('left')
    const never = { eth_estimateGas: () => new Promise(() => {}) }
    await expect(quoteOf({ script: never, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})

describe('a rollup’s data fee', () => {
  const oracle = '0x420000000000000000000000000000000000000F'
  const questionOf = (call: object) => {
    const unsigned = serializeTransaction({ ...{ chainId: 10, type: 'eip1559' }, ...call })
    const abi = parseAbi(['function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)'])
    return encodeFunctionData({ abi, args: [BigInt(size(unsigned))] })
  }

  test('is added to both sums', async () => {
    const quoting = quoteOf({ network: rollup })
    expect(await quoting).toMatchObject({
      most: String(21_000 * 140 + 5_000),
      about: String(21_000 * 80 + 5_000),
    })
    expect(quoting.asked('eth_call')[0]?.params).toEqual([
      { to: oracle, data: questionOf({ to: bob, value: 77n }) },
      'latest',
    ])
  })

  test('of a token is that of its call', async () => {
    const quoting = quoteOf({
      network: rollup,
      transfer: token,
      script: { eth_simulateV1: [{ calls: [{ status: '0x1', logs: [] }] }] },
    })
    await quoting
    expect(quoting.asked('eth_call')[0]?.params).toEqual([
      { to: oracle, data: questionOf({ to: dollar, value: 0n, data }) },
      'latest',
    ])
  })

  test.each([10, 130, 480, 1135, 1868, 7777777, 8453, 34443, 57073, 60808])(
    'is part of chain %i',
    async (id) => {
      const network = { ...memoryNetwork, id, caipNetworkId: `eip155:${id}` } as const
      expect(await quoteOf({ network })).toMatchObject({ most: String(21_000 * 140 + 5_000) })
    },
  )

  test('error: the oracle does not say it', async () => {
    const script = { eth_call: failing({ code: 3, message: 'execution reverted' }) }
    await expect(quoteOf({ network: rollup, script })).rejects.toMatchObject({ code: 'NETWORK_UNREADABLE' })
    const network = nodeOf(rollup, script)
    await expect(quoteOf({ network })).rejects.toMatchObject({
      code: 'FEE_ESTIMATE_FAILED',
      cause: expect.any(Error),
    })
  })
})

describe('error: a node', () => {
  const unreadable = { code: 'NETWORK_UNREADABLE', slots: { network: 'Local' } }

  test.each(['eth_getBlockByNumber', 'eth_estimateGas', 'eth_maxPriorityFeePerGas'])(
    'is needed for the review, and nobody answers %s',
    async (method) => {
      const script = { [method]: failing(new Error('gone')), eth_gasPrice: failing(new Error('gone')) }
      await expect(quoteOf({ script })).rejects.toMatchObject(unreadable)
    },
  )

  test('does not tell the fees', async () => {
    const network = nodeOf(plain, { eth_getBlockByNumber: failing({ code: -32000, message: 'busy' }) })
    await expect(estimateTransfer({ network, transfer: coin })).rejects.toMatchObject({
      ...{ code: 'FEE_ESTIMATE_FAILED', cause: expect.any(Error) },
    })
  })

  test.each([
    'insufficient funds for gas * price + value',
    'the value exceeds balance of the account',
    'value exceeds the balance of the account',
    'gas required exceeds allowance (0)',
    'INSUFFICIENT FUNDS: execution reverted',
  ])('says "%s": the account cannot pay the fee', async (message) => {
    const network = nodeOf(plain, { eth_estimateGas: failing({ code: -32000, message }) })
    await expect(estimateTransfer({ network, transfer: coin })).rejects.toMatchObject({
      ...{ code: 'INSUFFICIENT_FEE_FUNDS', cause: expect.any(Error) },
    })
  })

  test.each<[string, string | undefined]>([
    ['execution reverted: paused', 'paused'],
    ['execution reverted:paused ', 'paused'],
    ['execution reverted:  paused', 'paused'],
    ['execution reverted', undefined],
    ['execution reverted: "paused for now"', 'paused for now'],
    ['VM Exception: reverted with reason string "paused"', 'paused'],
    [`execution reverted: ${'a'.repeat(130)}`, 'a'.repeat(120)],
  ])('says "%s": the contract refuses', async (message, details) => {
    const network = nodeOf(plain, { eth_estimateGas: failing({ code: 3, message }) })
    await expect(estimateTransfer({ network, transfer: coin })).rejects.toMatchObject({
      ...{ code: 'TRANSFER_REFUSED', cause: expect.any(Error), details },
    })
  })

  test('says that it is busy', async () => {
    const network = nodeOf(plain, { eth_estimateGas: failing({ code: -32000, message: 'busy' }) })
    await expect(estimateTransfer({ network, transfer: coin })).rejects.toMatchObject({
      ...{ code: 'FEE_ESTIMATE_FAILED', cause: expect.any(Error) },
    })
  })
})
