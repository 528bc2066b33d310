import { blake2b } from '@noble/hashes/blake2.js'
import { afterEach, describe, expect, test } from 'vitest'
import type { RpcCall } from '../../../outbound/post.js'
import type { Settings } from '../../../shared/settings.js'
import { type Scripted, startScriptedNode } from '../../../testing/startScriptedNode.js'
import { startService } from '../../../testing/startService.js'
import { whileTimePasses } from '../../../testing/whileTimePasses.js'

const genesis = '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3'
const chainId = `polkadot:${genesis.slice(2, 34)}`
const parentHash = `0x${'11'.repeat(32)}`
/** What a node of Polkadot answers, as recorded. */
const version = { specName: 'polkadot', specVersion: 1_003_004, transactionVersion: 26 }
const key = `0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9${'22'.repeat(48)}`
const account = `0x03000000${'00000000'}01000000${'00000000'}${'00e40b54020000000000000000000000'}${'00'.repeat(48)}`
const extrinsic = `0x${'84'.repeat(140)}`
const id = `0x${Buffer.from(blake2b(Buffer.from(extrinsic.slice(2), 'hex'), { dkLen: 32 })).toString('hex')}`
const storage = { method: 'state_getStorage', params: [key] }
const send = { method: 'author_submitExtrinsic', params: [extrinsic] }
const isSend = ({ method }: RpcCall) => method === send.method

const cleanups: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function startNode(reply: (call: RpcCall) => Scripted = () => undefined, height = 20_000_000) {
  const node = await startScriptedNode(reply, {
    chain_getBlockHash: genesis,
    chain_getHeader: { number: `0x${height.toString(16)}`, parentHash },
    state_getRuntimeVersion: version,
    state_getStorage: account,
    state_getMetadata: '0x6d657461',
    state_call: '0x00',
    author_submitExtrinsic: id,
    author_pendingExtrinsics: [],
    system_accountNextIndex: 3,
  })
  cleanups.push(node.stop)
  return node
}

type Answer = {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly data?: unknown }
}

async function setUp(nodes: readonly { readonly url: string }[], settings: Partial<Settings> = {}) {
  const chains = nodes.map(({ url }) => `${chainId}=${url}`)
  const none = { ens: [], swapRouters: [], stablecoins: [], tokens: [] }
  const service = await startService('', { chains, ...none, ...settings })
  cleanups.push(service.close)
  return {
    async pass(call: RpcCall) {
      const asked = service.ask({ path: `/v1/?chainId=${chainId}`, body: { jsonrpc: '2.0', id: 1, ...call } })
      const { status, body } = await whileTimePasses(service.clock, asked)
      return { status, answer: body as Answer }
    },
  }
}

test.each([
  ['the first block', { method: 'chain_getBlockHash', params: [0] }, genesis],
  ['the version of the runtime', { method: 'state_getRuntimeVersion' }, version],
  ['an account', storage, account],
  ['the metadata', { method: 'state_getMetadata', params: [] }, '0x6d657461'],
  ['an account’s next number', { method: 'system_accountNextIndex', params: ['1…'] }, 3],
  ['a fee', { method: 'state_call', params: ['TransactionPaymentApi_query_info', '0x00'] }, '0x00'],
])('passes on: %s', async (_, call, result) => {
  const { pass } = await setUp([await startNode()])
  expect((await pass(call)).answer.result).toEqual(result)
})

test.each([
  ['a subscription', { method: 'chain_subscribeNewHeads' }, -32601],
  ['a search of all keys', { method: 'state_getKeysPaged', params: ['0x', 1_000] }, -32601],
  ['what changes the node', { method: 'author_insertKey', params: [] }, -32601],
  [
    'a function of the runtime that takes long',
    { method: 'state_call', params: ['Core_execute_block', '0x'] },
    -32602,
  ],
  ['a function without a name', { method: 'state_call', params: {} }, -32602],
  ['a list of many keys', { method: 'state_queryStorageAt', params: [Array(101).fill('0x00')] }, -32602],
  ['a transaction that is none', { method: 'author_submitExtrinsic', params: ['0xzz'] }, -32602],
])('does not pass on: %s', async (_, call, code) => {
  const node = await startNode()
  const { pass } = await setUp([node])
  expect((await pass(call)).answer.error?.code).toBe(code)
  expect(node.count(call.method)).toBe(0)
})

test('more than the client may ask is refused', async () => {
  const { pass } = await setUp([await startNode()], { rpcBurst: 15, rpcRate: 1 })
  const metadata = { method: 'state_getMetadata', params: [] }
  expect((await pass(metadata)).status).toBe(200)
  expect((await pass(metadata)).status).toBe(429)
})

describe('a node that answers wrongly', () => {
  test.each<[string, Scripted]>([
    ['half a byte', '0x123'],
    ['a number', 5],
    [
      'a state that it has not kept',
      { error: { code: 4003, message: 'Client error: State already discarded' } },
    ],
    ['nothing', 'break'],
    ['nothing for long', 'hang'],
  ])('%s: the next node is asked', async (_, given) => {
    const first = await startNode(({ method }) => (method === storage.method ? given : undefined))
    const { pass } = await setUp([first, await startNode()])
    expect((await pass(storage)).answer.result).toBe(account)
  })

  test('a node of another chain is asked nothing', async () => {
    const first = await startNode(({ method }) => (method === 'chain_getBlockHash' ? parentHash : undefined))
    const { pass } = await setUp([first, await startNode()])
    expect((await pass(storage)).answer.result).toBe(account)
    expect(first.count(storage.method)).toBe(0)
  })

  test('a node that lags is asked last', async () => {
    const first = await startNode(undefined, 19_999_000)
    const { pass } = await setUp([first, await startNode()])
    for (let round = 0; round < 3; round++) expect((await pass(storage)).answer.result).toBe(account)
    expect(first.count(storage.method)).toBe(1)
  })
})

describe('a transaction is sent', () => {
  const refusal = { code: 1010, message: 'Invalid Transaction', data: 'Inability to pay some fees' }

  test('its answer is its own hash', async () => {
    const { pass } = await setUp([await startNode((call) => (isSend(call) ? parentHash : undefined))])
    expect((await pass(send)).answer.result).toBe(id)
  })

  test('a refusal has its reason', async () => {
    const { pass } = await setUp([await startNode((call) => (isSend(call) ? { error: refusal } : undefined))])
    expect((await pass(send)).answer.error).toEqual(refusal)
  })

  test('a node has it already: the answer is its hash', async () => {
    const error = { code: 1013, message: 'Transaction Already Imported' }
    const { pass } = await setUp([await startNode((call) => (isSend(call) ? { error } : undefined))])
    expect((await pass(send)).answer.result).toBe(id)
  })

  test.each([
    ['is banned for now', { code: 1012, message: 'Transaction is temporarily banned' }],
    ['is outdated', { ...refusal, data: 'Transaction is outdated' }],
  ])('a node says that it %s: a block may have it, so that is no refusal', async (_, error) => {
    const { pass } = await setUp([await startNode((call) => (isSend(call) ? { error } : undefined))])
    expect((await pass(send)).answer.error?.code).toBe(-32603)
  })

  test('a node breaks off, and the next one refuses it: that is no refusal', async () => {
    const first = await startNode((call) => (isSend(call) ? 'break' : undefined))
    const second = await startNode((call) => (isSend(call) ? { error: refusal } : undefined))
    const { pass } = await setUp([first, second])
    expect((await pass(send)).answer.error?.code).toBe(-32603)
  })

  test('a node breaks off, and it waits there: the answer is its hash', async () => {
    const node = await startNode((call) =>
      isSend(call) ? 'break' : call.method === 'author_pendingExtrinsics' ? [extrinsic] : undefined,
    )
    const { pass } = await setUp([node])
    expect((await pass(send)).answer.result).toBe(id)
  })
})
