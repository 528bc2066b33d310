import { base58, base64 } from '@scure/base'
import { afterEach, describe, expect, test } from 'vitest'
import type { RpcCall } from '../../../outbound/post.js'
import type { Settings } from '../../../shared/settings.js'
import { type Scripted, startScriptedNode } from '../../../testing/startScriptedNode.js'
import { startService } from '../../../testing/startService.js'
import { startUpstream } from '../../../testing/startUpstream.js'
import { whileTimePasses } from '../../../testing/whileTimePasses.js'

const genesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
const chainId = `solana:${genesis.slice(0, 32)}`
const path = `/v1/?chainId=${chainId}`
const account = 'So11111111111111111111111111111111111111112'
/** A transaction with one signature, and its id. */
const signed = Uint8Array.of(1, ...Array.from({ length: 64 }, () => 7), 1, 0, 1, 2)
const id = base58.encode(signed.subarray(1, 65))
const send = { method: 'sendTransaction', params: [base64.encode(signed), { encoding: 'base64' }] }
const balance = { method: 'getBalance', params: [account, { commitment: 'confirmed' }] }

const cleanups: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

const at = (slot: number, value: unknown) => ({ context: { slot }, value })

async function startNode(reply: (call: RpcCall) => Scripted = () => undefined, slot = 1_000) {
  const node = await startScriptedNode(reply, {
    getGenesisHash: genesis,
    getSlot: slot,
    getBalance: at(slot, slot),
    sendTransaction: id,
    getSignatureStatuses: at(slot, [null]),
  })
  cleanups.push(node.stop)
  return node
}

type Answer = {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

async function setUp(nodes: readonly { readonly url: string }[], settings: Partial<Settings> = {}) {
  const chains = nodes.map(({ url }) => `${chainId}=${url}`)
  const service = await startService('', {
    chains,
    ens: [],
    swapRouters: [],
    stablecoins: [],
    tokens: [],
    ...settings,
  })
  cleanups.push(service.close)
  return {
    ...service,
    /** Asks while time passes; every node that hangs is given up some time. */
    async pass(call: RpcCall | readonly RpcCall[]) {
      const body = [call].flat().map((one, index) => ({ jsonrpc: '2.0', id: index, ...one }))
      const asked = service.ask({ path, body: Array.isArray(call) ? body : body[0] })
      const { status, body: answer, text } = await whileTimePasses(service.clock, asked)
      return { status, text, answer: answer as Answer }
    },
  }
}

describe('what is not passed on', () => {
  test.each([
    ['a search of all accounts', { method: 'getProgramAccounts', params: [account] }, -32601],
    ['a method of test clusters', { method: 'requestAirdrop', params: [account, 1] }, -32601],
    ['a method of another family', { method: 'eth_chainId' }, -32601],
    [
      'a transaction without a signature',
      { method: 'sendTransaction', params: ['AAAA', { encoding: 'base64' }] },
      -32602,
    ],
    ['a transaction that is none', { method: 'sendTransaction', params: [{}] }, -32602],
  ])('%s', async (_, call, code) => {
    const node = await startNode()
    const { pass } = await setUp([node])
    expect((await pass(call)).answer.error?.code).toBe(code)
    expect(node.count(call.method)).toBe(0)
  })

  test('more calls than the client has', async () => {
    const node = await startNode()
    const { pass } = await setUp([node], { rpcBurst: 15, rpcRate: 1 })
    const heavy = { method: 'getTokenAccountsByOwner', params: [account, { mint: account }] }
    expect((await pass(heavy)).status).toBe(502)
    expect((await pass(heavy)).status).toBe(429)
  })
})

describe('a node that answers wrongly', () => {
  test.each([
    ['no balance', null],
    ['a text for a balance', at(1_000, '5')],
    ['a negative balance', at(1_000, -5)],
    ['a balance without its slot', { value: 5 }],
  ])('%s: the next node is asked', async (_, result) => {
    const first = await startNode(({ method }) =>
      method === 'getBalance' ? (result ?? { error: null }) : undefined,
    )
    const second = await startNode()
    const { pass } = await setUp([first, second])
    expect((await pass(balance)).answer.result).toEqual(at(1_000, 1_000))
  })

  test('a node of another cluster is asked nothing', async () => {
    const first = await startNode(({ method }) => (method === 'getGenesisHash' ? account : undefined))
    const second = await startNode()
    const { pass } = await setUp([first, second])
    expect((await pass(balance)).status).toBe(200)
    expect(first.count('getBalance')).toBe(0)
  })

  test('a node that says that it is behind is not believed', async () => {
    const unhealthy = { error: { code: -32005, message: 'Node is behind by 100 slots' } }
    const first = await startNode(({ method }) => (method === 'getBalance' ? unhealthy : undefined))
    const second = await startNode()
    const { pass } = await setUp([first, second])
    expect((await pass(balance)).answer.result).toEqual(at(1_000, 1_000))
  })

  test('a node that lags in slots is asked last', async () => {
    const first = await startNode(undefined, 400)
    const second = await startNode()
    const { pass } = await setUp([first, second])
    await pass(balance)
    expect((await pass(balance)).answer.result).toEqual(at(1_000, 1_000))
    expect((await pass(balance)).answer.result).toEqual(at(1_000, 1_000))
    expect(first.count('getBalance')).toBe(1)
  })

  test('a balance above 2^53 arrives as the node wrote it', async () => {
    const node = await startUpstream((_, body) => {
      const call: RpcCall & { readonly id: number } = JSON.parse(body)
      const result =
        call.method === 'getBalance' ? '{"context":{"slot":9},"value":18446744073709551615}' : `"${genesis}"`
      return { body: `{"jsonrpc":"2.0","id":${call.id},"result":${result}}` }
    })
    cleanups.push(node.stop)
    const { pass } = await setUp([node])
    expect((await pass(balance)).text).toContain('"value":18446744073709551615}')
  })
})

describe('a transaction is sent', () => {
  const refusal = {
    error: { code: -32002, message: 'Transaction simulation failed', data: { err: 'X', logs: ['a'] } },
  }
  const isSend = ({ method }: RpcCall) => method === 'sendTransaction'

  test('its answer is its own signature, whatever the node names', async () => {
    const other = base58.encode(Uint8Array.from({ length: 64 }, () => 9))
    const node = await startNode((call) => (isSend(call) ? other : undefined))
    const { pass } = await setUp([node])
    expect((await pass(send)).answer.result).toBe(id)
  })

  test('a refusal has its reason', async () => {
    const node = await startNode((call) => (isSend(call) ? refusal : undefined))
    const { pass } = await setUp([node])
    expect((await pass(send)).answer.error).toEqual(refusal.error)
  })

  test('if a node breaks off, it may have accepted the transaction: the refusal of the next node is not passed on', async () => {
    const first = await startNode((call) => (isSend(call) ? 'break' : undefined))
    const second = await startNode((call) => (isSend(call) ? refusal : undefined))
    const { pass } = await setUp([first, second])
    expect((await pass(send)).answer.error?.code).toBe(-32603)
  })

  test('a node that hangs may have taken it, too', async () => {
    const first = await startNode((call) => (isSend(call) ? 'hang' : undefined))
    const second = await startNode((call) => (isSend(call) ? refusal : undefined))
    const { pass } = await setUp([first, second])
    expect((await pass(send)).answer.error?.code).toBe(-32603)
  })

  test('a node has carried it out already: the answer is its signature', async () => {
    const message = 'Transaction simulation failed: This transaction has already been processed'
    const node = await startNode((call) => (isSend(call) ? { error: { code: -32002, message } } : undefined))
    const { pass } = await setUp([node])
    expect((await pass(send)).answer.result).toBe(id)
  })

  test('no answer comes, but a node knows it: the answer is its signature', async () => {
    const node = await startNode((call) =>
      isSend(call)
        ? 'break'
        : call.method === 'getSignatureStatuses'
          ? at(1_000, [{ slot: 999 }])
          : undefined,
    )
    const { pass } = await setUp([node])
    expect((await pass(send)).answer.result).toBe(id)
  })

  test('no answer comes, and no node knows it: the service does not say that it failed', async () => {
    const node = await startNode((call) => (isSend(call) ? 'break' : undefined))
    const { pass } = await setUp([node])
    expect((await pass(send)).status).toBe(502)
  })

  test('a node does not know its blockhash yet: the next one gets it', async () => {
    const unknown = { error: { code: -32002, message: 'Transaction simulation failed: Blockhash not found' } }
    const first = await startNode((call) => (isSend(call) ? unknown : undefined))
    const second = await startNode()
    const { pass } = await setUp([first, second])
    expect((await pass(send)).answer.result).toBe(id)
  })

  test('no details of an error tell the address of the node', async () => {
    const node = await startNode((call) => {
      if (!isSend(call)) return undefined
      return { error: { ...refusal.error, data: { logs: [node.url] } } }
    })
    const { pass } = await setUp([node])
    expect((await pass(send)).text).not.toContain(node.url.slice('http://'.length))
  })
})
