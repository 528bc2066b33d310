import { type Hex, keccak256, serializeTransaction, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import type { RpcCall } from '../outbound/post.js'
import { createContext } from '../shared/context.js'
import { createTestClock } from '../testing/createTestClock.js'
import { type Scripted, startScriptedNode } from '../testing/startScriptedNode.js'
import { startUpstream } from '../testing/startUpstream.js'
import { createNodes } from './nodes.js'

const account = privateKeyToAccount(`0x${'1'.padStart(64, '0')}`)
const raw = await account.signTransaction({ chainId: 31337, nonce: 7, gas: 21_000n, maxFeePerGas: 1n })
const hash = keccak256(raw)
const send = { method: 'eth_sendRawTransaction', params: [raw] }
const error = (message: string) => ({ error: { code: -32000, message } })

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

/** Sends through nodes that answer by method. */
async function ask(calls: readonly RpcCall[], ...nodes: readonly { readonly [method: string]: Scripted }[]) {
  const started = await Promise.all(
    nodes.map((replies) => startScriptedNode(({ method }) => replies[method])),
  )
  cleanups.push(...started.map(({ stop }) => stop))
  const context = createContext({ settings: { chains: started.map(({ url }) => `eip155:31337=${url}`) } })
  const replies = await createNodes(context).get('eip155:31337')?.ask(calls)
  return { replies, nodes: started }
}

describe('a transaction that a node has already', () => {
  test.each([
    'already known',
    'AlreadyKnown',
    'Known transaction',
    'known transaction: 0xab',
    'Transaction with the same hash was already imported.',
    'transaction already imported',
  ])('%s: the answer is its hash', async (message) => {
    expect((await ask([send], { eth_sendRawTransaction: error(message) })).replies).toEqual([
      { result: hash },
    ])
  })

  test.each([
    'unknown transaction type',
    'transaction type not known',
    'insufficient funds for gas * price + value',
  ])('%s is a refusal, and stays', async (message) => {
    expect((await ask([send], { eth_sendRawTransaction: error(message) })).replies).toEqual([error(message)])
  })

  test('the first node broke off its answer, and the second one has the transaction', async () => {
    const { replies } = await ask(
      [send],
      { eth_sendRawTransaction: 'break' },
      { eth_sendRawTransaction: error('already known') },
    )
    expect(replies).toEqual([{ result: hash }])
  })

  test('in a list, each transaction gets its own hash', async () => {
    const { replies } = await ask([{ method: 'eth_gasPrice' }, send], {
      eth_gasPrice: '0x1',
      eth_sendRawTransaction: error('already known'),
    })
    expect(replies).toEqual([{ result: '0x1' }, { result: hash }])
  })
})

describe('a used number', () => {
  const low = error('nonce too low: next nonce 8, tx nonce 7')

  test('the chain knows the transaction: the answer is its hash', async () => {
    const { replies } = await ask([send], {
      eth_sendRawTransaction: low,
      eth_getTransactionByHash: { hash, blockNumber: '0x1' },
    })
    expect(replies).toEqual([{ result: hash }])
  })

  test('a transaction with the same number waits in the pool: perhaps this one, perhaps another', async () => {
    const used = error('a transaction with the same nonce is already in the pool')
    const node = { eth_sendRawTransaction: used }
    const own = { ...node, eth_getTransactionByHash: { hash, blockNumber: null } }
    expect((await ask([send], own)).replies).toEqual([{ result: hash }])
    expect((await ask([send], { ...node, eth_getTransactionByHash: null })).replies).toEqual([used])
  })

  test.each([
    ['the chain does not know it', null],
    ['the node refuses to say', error('unsupported')],
    ['the node gives another transaction', { hash: keccak256('0x00') }],
    ['the node gives nonsense', 7],
  ])('%s: the error stays', async (_name, found) => {
    const { replies } = await ask([send], { eth_sendRawTransaction: low, eth_getTransactionByHash: found })
    expect(replies).toEqual([low])
  })
})

describe('after an answer that broke off', () => {
  test('any refusal is checked: the account has no money left because the transaction was carried out', async () => {
    const { replies } = await ask(
      [send],
      { eth_sendRawTransaction: 'break', eth_getTransactionByHash: { hash, blockNumber: null } },
      { eth_sendRawTransaction: error('insufficient funds') },
    )
    expect(replies).toEqual([{ result: hash }])
  })

  test('a refusal of a transaction that nobody knows is not passed on: the first node may still have it', async () => {
    const refusal = error('insufficient funds')
    const { replies } = await ask(
      [send],
      { eth_sendRawTransaction: 'break', eth_getTransactionByHash: null },
      { eth_sendRawTransaction: refusal, eth_getTransactionByHash: null },
    )
    expect(replies).toEqual([{ error: { code: -32603, message: 'A node may have taken the transaction' } }])
  })

  test('without that, a refusal costs no second call', async () => {
    const { replies, nodes } = await ask([send], { eth_sendRawTransaction: error('insufficient funds') })
    expect(replies).toEqual([error('insufficient funds')])
    expect(nodes[0]?.count('eth_getTransactionByHash')).toBe(0)
  })
})

describe('a transaction that a node took without a sound answer', () => {
  const found = { eth_getTransactionByHash: { hash, blockNumber: null } }

  test.each(['request timed out', 'Internal error', 'replacement transaction underpriced'])(
    'the node said "%s": the answer is the hash',
    async (message) => {
      const { replies } = await ask([send], { ...found, eth_sendRawTransaction: error(message) })
      expect(replies).toEqual([{ result: hash }])
    },
  )

  test('the node said that it failed, and does not know it: the answer is open', async () => {
    const node = { eth_sendRawTransaction: error('request timed out'), eth_getTransactionByHash: null }
    const { replies } = await ask([send], node)
    expect(replies).toMatchObject([{ error: { code: -32603 } }])
  })

  test('the only node broke off: the answer is the hash', async () => {
    const { replies } = await ask([send], { ...found, eth_sendRawTransaction: 'break' })
    expect(replies).toEqual([{ result: hash }])
  })

  test('the only node broke off and does not know it: the call fails', async () => {
    const node = { eth_sendRawTransaction: 'break', eth_getTransactionByHash: null }
    await expect(ask([send], node)).rejects.toThrow('no node answered')
  })

  test('in a list, the calls beside it fail', async () => {
    const { replies } = await ask([{ method: 'eth_gasPrice' }, send], {
      ...found,
      eth_gasPrice: 'break',
    })
    expect(replies).toEqual([{ error: { code: -32603, message: 'no node answered' } }, { result: hash }])
  })

  test.each([
    ['nothing', null],
    ['no hash', 'ok'],
  ])('the node answered %s: the answer is the hash', async (_name, answer) => {
    const { replies } = await ask([send], { ...found, eth_sendRawTransaction: answer })
    expect(replies).toEqual([{ result: hash }])
  })

  test('the reply to it was missing in the list: the answer is the hash', async () => {
    const upstream = await startUpstream((_path, body) => {
      const asked = [JSON.parse(body)].flat() as { readonly id: number; readonly method: string }[]
      const results: { [method: string]: unknown } = {
        eth_chainId: '0x7a69',
        ...found,
      }
      const replies = asked.flatMap(({ id, method }) =>
        method in results ? [{ jsonrpc: '2.0', id, result: results[method] }] : [],
      )
      return { body: JSON.stringify(asked.length === 1 ? replies[0] : replies) }
    })
    cleanups.push(upstream.stop)
    const context = createContext({ settings: { chains: [`eip155:31337=${upstream.url}`] } })
    const replies = await createNodes(context)
      .get('eip155:31337')
      ?.ask([{ method: 'eth_chainId' }, send])
    expect(replies).toEqual([{ result: '0x7a69' }, { result: hash }])
  })

  test("the client's answers hold all the bytes that it may have: the answer is the hash", async () => {
    const node = await startScriptedNode(({ method }) =>
      method === 'eth_sendRawTransaction' ? hash : undefined,
    )
    cleanups.push(node.stop)
    const context = createContext({ settings: { chains: [`eip155:31337=${node.url}`] } })
    const full = { take: () => false, release: () => undefined }
    const replies = await createNodes(context).get('eip155:31337')?.ask([send], undefined, undefined, full)
    expect(replies).toEqual([{ result: hash }])
  })

  test('the node answered too late: the answer is the hash', async () => {
    const node = await startScriptedNode(({ method }) =>
      method === 'eth_sendRawTransaction' ? 'hang' : { ...found }[method as 'eth_getTransactionByHash'],
    )
    cleanups.push(node.stop)
    const clock = createTestClock()
    const context = createContext({ clock, settings: { chains: [`eip155:31337=${node.url}`] } })
    const asked = createNodes(context).get('eip155:31337')?.ask([send])
    await expect.poll(() => node.count(send.method)).toBe(1)
    clock.advance(8_000)
    expect(await asked).toEqual([{ result: hash }])
  })
})

test('a part of a long list broke off after the node took its transaction: the answer is the hash', async () => {
  const other = await account.signTransaction({ chainId: 31337, nonce: 8, gas: 21_000n, maxFeePerGas: 1n })
  const node = await startScriptedNode(({ method, params }) => {
    if (method === 'eth_getTransactionByHash') return (params as string[])[0] === hash ? { hash } : null
    if (method !== 'eth_sendRawTransaction') return undefined
    return (params as string[])[0] === raw ? 'break' : keccak256(other)
  })
  cleanups.push(node.stop)
  const settings = { chains: [`eip155:31337=${node.url}`], rpcPerSecond: ['eip155:31337=1'] }
  const clock = createTestClock()
  const asked = createNodes(createContext({ clock, settings }))
    .get('eip155:31337')
    ?.ask([{ method: send.method, params: [other] }, send])
  let replies: unknown
  void asked?.then((value) => {
    replies = value
  })
  await expect
    .poll(
      () => {
        clock.advance(100)
        return replies
      },
      { interval: 10, timeout: 4_000 },
    )
    .toEqual([{ result: keccak256(other) }, { result: hash }])
})

describe('a node that names the hash of another transaction', () => {
  const other = `0x${'b'.repeat(64)}`
  const open = { error: { code: -32603, message: 'A node may have taken the transaction' } }

  test('has perhaps not taken this one: the next node gets it, and its answer counts', async () => {
    const { replies, nodes } = await ask(
      [send],
      { eth_sendRawTransaction: other },
      { eth_sendRawTransaction: hash },
    )
    expect(replies).toEqual([{ result: hash }])
    expect(nodes[1]?.count('eth_sendRawTransaction')).toBe(1)
  })

  test('without another node, the chain is asked whether it has this one', async () => {
    const lie = { eth_sendRawTransaction: other }
    const known = { ...lie, eth_getTransactionByHash: { hash, blockNumber: null } }
    expect((await ask([send], known)).replies).toEqual([{ result: hash }])
    expect((await ask([send], { ...lie, eth_getTransactionByHash: null })).replies).toEqual([open])
  })

  test("the next node's refusal is not passed on", async () => {
    const { replies } = await ask(
      [send],
      { eth_sendRawTransaction: other, eth_getTransactionByHash: null },
      { eth_sendRawTransaction: error('insufficient funds'), eth_getTransactionByHash: null },
    )
    expect(replies).toEqual([open])
  })

  test('other calls of its list are not sent again', async () => {
    const { nodes } = await ask(
      [{ method: 'eth_gasPrice' }, send],
      { eth_gasPrice: '0x1', eth_sendRawTransaction: other, eth_getTransactionByHash: null },
      { eth_gasPrice: '0x1', eth_sendRawTransaction: hash },
    )
    expect(nodes[1]?.count('eth_gasPrice')).toBe(0)
  })
})

test('the hash of a transaction with blobs leaves the blobs out', async () => {
  const bare = serializeTransaction({
    type: 'eip4844',
    chainId: 31337,
    nonce: 0,
    to: account.address,
    maxFeePerGas: 1n,
    maxFeePerBlobGas: 1n,
    blobVersionedHashes: [`0x01${'0'.repeat(62)}`],
  })
  const full = serializeTransaction({
    type: 'eip4844',
    chainId: 31337,
    nonce: 0,
    to: account.address,
    maxFeePerGas: 1n,
    maxFeePerBlobGas: 1n,
    blobVersionedHashes: [`0x01${'0'.repeat(62)}`],
    sidecars: [{ blob: toHex('blob'), commitment: '0x01', proof: '0x02' }],
  })
  expect(full).not.toBe(bare)
  const node = { eth_sendRawTransaction: error('already known') }
  const { replies } = await ask([{ method: send.method, params: [full] }], node)
  expect(replies).toEqual([{ result: keccak256(bare) }])
})

test.each<[string, unknown]>([
  ['of another kind', ['0x71c0']],
  ['that is none', ['hello']],
  ['with broken blobs', ['0x03f9ffff00']],
  ['that is missing', []],
  ['in a name', { raw }],
])('a transaction %s: the error stays', async (_name, params) => {
  const known = error('already known')
  const { replies } = await ask([{ method: send.method, params }], { eth_sendRawTransaction: known })
  expect(replies).toEqual([known])
})

test('a hash is never made up for a transaction that no node accepted', async () => {
  const invalid: Hex = `${raw.slice(0, -2)}00` as Hex
  const { replies } = await ask([{ method: send.method, params: [invalid] }], {
    eth_sendRawTransaction: error('invalid sender'),
  })
  expect(replies).toEqual([error('invalid sender')])
})
