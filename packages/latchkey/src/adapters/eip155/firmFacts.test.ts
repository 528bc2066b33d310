import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { contracts, deployAll, people } from '../../../../../chains/src/index.js'
import { startChain, type TestChain } from '../../../../../services/src/testing/startChain.js'
import { defineNetwork } from '../../networks/defineNetwork.js'
import type { Network } from '../../protocol/entities/Network.js'
import { transfers } from './transfers.js'

// A service that lies about a real chain: the kit does not use its answers to make or settle a transfer.

let chain: TestChain
beforeAll(async () => {
  chain = await startChain()
  await deployAll(chain.url)
}, 60_000)
afterAll(() => chain.stop())

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

type Question = { readonly method: string; readonly params?: readonly unknown[] | undefined }

/** The host's service, which answers like the chain except for its lies; counts its requests. */
async function liar(lies: { readonly [method: string]: (truth: never, question: Question) => unknown }) {
  let asked = 0
  const server = createServer(async (request, response) => {
    asked++
    let text = ''
    for await (const chunk of request) text += chunk
    const question: Question = JSON.parse(text)
    const truth = (await chain.request(question.method, [...(question.params ?? [])])) as never
    const lie = lies[question.method]
    const result = lie === undefined ? truth : lie(truth, question)
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked }
}

const gone = 'http://127.0.0.1:9'
function networkOf(service: string, node = chain.url): Network {
  const network = defineNetwork({
    ...{ id: 31337, name: 'Local', rpcUrl: node },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  })
  return { ...network, rpcUrls: { ...network.rpcUrls, service: { http: [service] } } }
}

/** A wallet that reads the chain itself. */
const reader = (chainId = '0x7a69') => ({
  request: async ({ method, params }: Question) =>
    method === 'eth_chainId' ? chainId : chain.request(method, [...(params ?? [])]),
})

const eight = `0x${'8'.padStart(64, '0')}`
const wrongDecimals = {
  eth_call: (truth: never, { params }: Question) =>
    JSON.stringify(params).includes('0x313ce567') ? eight : truth,
}
const dollars = { to: people.wren, tokenAddress: contracts.dollar }

describe('the facts of a transfer', () => {
  test('come from the node, whatever the service says', async () => {
    const service = await liar({ ...wrongDecimals, eth_getCode: () => '0x' })
    const network = networkOf(service.url)
    expect(await transfers.facts({ network, ...dollars })).toMatchObject({ token: { decimals: 6 } })
    expect(await transfers.facts({ network, to: contracts.dollar })).toEqual({ isContract: true })
    expect(service.asked()).toBe(0)
  })

  test.each([
    ['as a text', undefined, 'KUSD'],
    ['as bytes, as older ones do', `0x${'4d4b52'.padEnd(64, '0')}`, 'MKR'],
    ['not at all', '0x', undefined],
  ])('a token whose name is %s', async (_, answer, symbol) => {
    // The node here, with another answer to `symbol()`.
    const node = await liar({
      eth_call: (truth: never, { params }: Question) =>
        answer !== undefined && JSON.stringify(params).includes('0x95d89b41') ? answer : truth,
    })
    const facts = await transfers.facts({ network: networkOf(gone, node.url), ...dollars })
    expect(facts.token).toEqual({ decimals: 6, ...(symbol === undefined ? {} : { symbol }) })
  })

  test("come from the visitor's wallet if no node answers", async () => {
    const service = await liar(wrongDecimals)
    const parameters = { network: networkOf(service.url, gone), ...dollars, witness: reader() }
    expect(await transfers.facts(parameters)).toMatchObject({ isContract: false, token: { decimals: 6 } })
  })

  test.each<[string, unknown]>([
    ['no wallet that reads the chain', undefined],
    ['a wallet that is on another chain', reader('0x1')],
    ['a wallet that reads nothing', { request: () => Promise.reject({ code: -32601, message: 'no' }) }],
  ])(
    'error: NETWORK_UNREADABLE without a node, and with %s: the service alone is not trusted',
    async (_, witness) => {
      const service = await liar({})
      const network = networkOf(service.url, gone)
      for (const parameters of [dollars, { to: people.wren }]) {
        await expect(transfers.facts({ network, witness, ...parameters })).rejects.toMatchObject({
          code: 'NETWORK_UNREADABLE',
          slots: { network: 'Local' },
        })
      }
    },
  )
})

describe('the nonce of a request', () => {
  const from = people.marlow

  test('comes from the node', async () => {
    const lies = { eth_getTransactionCount: () => '0xff', eth_blockNumber: () => '0xffffff' }
    const service = await liar(lies)
    const asked = await transfers.prepare({ network: networkOf(service.url), from, isAtomic: false })
    expect(asked.nonce).toBeLessThan(255)
    expect(asked.height).toBeLessThan(0xffffff)
  })

  test('error: NETWORK_UNREADABLE if only the service answers', async () => {
    const network = networkOf((await liar({})).url, gone)
    await expect(transfers.prepare({ network, from, isAtomic: false })).rejects.toMatchObject({
      code: 'NETWORK_UNREADABLE',
    })
    const asked = await transfers.prepare({ network, from, isAtomic: false, witness: reader() })
    expect(asked.nonce).toEqual(expect.any(Number))
  })
})

describe('a transfer that arrived', () => {
  const transfer = { from: people.marlow, to: people.wren, units: 77n }
  const lies = {
    eth_getTransactionReceipt: (truth: object) => ({ ...truth, status: '0x0' }),
    eth_getBlockByNumber: (truth: object) => ({ ...truth, transactions: [] }),
  }
  const arrive = async () => {
    const asked = await transfers.prepare({
      network: networkOf(gone),
      from: transfer.from,
      isAtomic: false,
    })
    const call = { from: transfer.from, to: transfer.to, value: '0x4d' }
    return { asked, id: (await chain.request('eth_sendTransaction', [call])) as string }
  }

  test('does not count as failed because the service says so, or because no node answers', async () => {
    const service = await liar(lies)
    const { id } = await arrive()
    const sent = { kind: 'transaction', id } as const
    expect(await transfers.status({ network: networkOf(service.url), sent })).toMatchObject({
      status: 'confirmed',
    })
    const network = networkOf(service.url, gone)
    await expect(transfers.status({ network, sent })).rejects.toThrow()
    expect(await transfers.status({ network, sent, witness: reader() })).toMatchObject({
      status: 'confirmed',
    })
  })

  test('is found although the service hides it', async () => {
    const service = await liar(lies)
    const { asked, id } = await arrive()
    await chain.request('evm_mine', [])
    expect(await transfers.find({ network: networkOf(service.url), transfer, asked })).toMatchObject({
      sent: { id },
    })
  })
})

describe('a node that lags', () => {
  const transfer = { from: people.saffron, to: people.wren, units: 78n }
  const send = async (value = '0x4e') => {
    await chain.request('anvil_impersonateAccount', [transfer.from])
    const call = { from: transfer.from, to: transfer.to, value }
    const id = (await chain.request('eth_sendTransaction', [call])) as string
    await chain.request('evm_mine', [])
    const { nonce } = (await chain.request('eth_getTransactionByHash', [id])) as { nonce: string }
    return { kind: 'transaction', id, from: transfer.from, nonce: Number(nonce) } as const
  }
  const without = async (lies: Parameters<typeof liar>[0]) => networkOf(gone, (await liar(lies)).url)

  test('has the block but no receipt yet: the transaction was not replaced', async () => {
    const sent = await send()
    const network = await without({ eth_getTransactionReceipt: () => null })
    expect(await transfers.status({ network, sent, transfer })).toMatchObject({
      status: 'pending',
      isOutrun: false,
    })
  })

  test('has no transaction either: the nonce is used, and it is unknown by which transaction', async () => {
    const sent = await send()
    const nothing = () => null
    const network = await without({ eth_getTransactionReceipt: nothing, eth_getTransactionByHash: nothing })
    expect(await transfers.status({ network, sent, transfer })).toMatchObject({ isOutrun: true })
  })

  test("the status of a hash includes the transaction's nonce", async () => {
    const { nonce: _, ...sent } = await send()
    const network = networkOf(gone)
    expect(await transfers.status({ network, sent, transfer })).toMatchObject({
      status: 'confirmed',
      nonce: _,
    })
    const other = { ...transfer, units: 79n }
    expect(await transfers.status({ network, sent, transfer: other })).toMatchObject({
      ...{ status: 'other', isMined: true, nonce: _ },
    })
    const elses = await transfers.status({ network, sent, transfer: { ...other, from: people.marlow } })
    expect(elses).toMatchObject({ status: 'other', isMined: true })
    expect(elses.nonce).toBeUndefined()
  })
})
