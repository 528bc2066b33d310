import { once } from 'node:events'
import { createSolanaRpcSubscriptions, signature as toSignature } from '@solana/kit'
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { afterEach, describe, expect, test } from 'vitest'
import { localGenesisHash, privateKeyOf, startLedger } from '../../../../chains/solana/src/index.js'
import { startServices } from '../../index.js'
import type { RpcCall } from '../../outbound/post.js'
import type { Settings } from '../../shared/settings.js'
import { startScriptedNode } from '../../testing/startScriptedNode.js'
import { silentLog } from '../../testing/startTestRelay.js'
import { WebSocket } from '../../testing/webSocket.js'

const solana = `solana:${localGenesisHash.slice(0, 32)}`
const polkadot = 'polkadot:45454545454545454545454545454545'
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function setUp(chainId: string, node: string, settings: Partial<Settings> = {}) {
  const services = await startServices({
    services: ['blockchain'],
    log: silentLog,
    settings: { chains: [`${chainId}=${node}`], rpcPollSeconds: 1, ...settings },
  })
  cleanups.push(services.close)
  return `${services.url.replace('http', 'ws')}/v1/?chainId=${chainId}&projectId=any`
}

type Frame = {
  readonly id?: unknown
  readonly method?: string
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
  // biome-ignore lint/suspicious/noExplicitAny: what nodes tell.
  readonly params?: { readonly subscription: unknown; readonly result: any }
}

async function open(url: string) {
  const socket = new WebSocket(url)
  const frames: Frame[] = []
  socket.on('message', (data) => void frames.push(JSON.parse(String(data))))
  cleanups.push(() => socket.terminate())
  await once(socket, 'open')
  let last = 0
  const find = (isIt: (frame: Frame) => boolean) =>
    expect
      .poll(() => frames.find(isIt), { timeout: 20_000 })
      .toBeDefined()
      .then(() => frames.find(isIt))
  return {
    frames,
    told: (method: string) => frames.filter((frame) => frame.method === method),
    until: find,
    ask(method: string, params: readonly unknown[] = []) {
      const id = ++last
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      return find((frame) => frame.id === id)
    },
  }
}

describe('Solana', () => {
  test('libraries hear of accounts, signatures and slots', async () => {
    const ledger = await startLedger({ slotMs: 50 })
    cleanups.push(ledger.close)
    const url = await setUp(solana, ledger.url)
    const connection = new Connection(ledger.url, { commitment: 'confirmed', wsEndpoint: url })
    const visitor = Keypair.fromSeed(privateKeyOf(0))
    const harbor = new PublicKey(ledger.people.harbor.address)
    const lamports: number[] = []
    const slots: number[] = []
    const listener = connection.onAccountChange(harbor, (account) => void lamports.push(account.lamports), {
      encoding: 'base64',
    })
    const slotListener = connection.onSlotChange(({ slot }) => void slots.push(slot))
    await expect.poll(() => slots.length, { timeout: 20_000 }).toBeGreaterThan(1)
    const pay = new Transaction().add(
      SystemProgram.transfer({ fromPubkey: visitor.publicKey, toPubkey: harbor, lamports: 7_000_000 }),
    )
    const sent = await connection.sendTransaction(pay, [visitor])
    const subscriptions = createSolanaRpcSubscriptions(url)
    const notifications = await subscriptions
      .signatureNotifications(toSignature(sent), { commitment: 'confirmed' })
      .subscribe({ abortSignal: AbortSignal.timeout(30_000) })
    for await (const { value } of notifications) {
      expect(value).toEqual({ err: null })
      break
    }
    await expect.poll(() => lamports, { timeout: 20_000 }).toEqual([100_007_000_000])
    await connection.removeAccountChangeListener(listener)
    await connection.removeSlotChangeListener(slotListener)
  }, 120_000)

  test('what is not allowed is refused in words, and other requests are answered exactly', async () => {
    const node = await startScriptedNode(() => undefined, {
      getGenesisHash: localGenesisHash,
      getSlot: 5,
      getHealth: 'ok',
    })
    cleanups.push(node.stop)
    const { ask } = await open(await setUp(solana, node.url, { rpcSubscriptions: 1 }))
    expect((await ask('getHealth'))?.result).toBe('ok')
    expect((await ask('getProgramAccounts'))?.error?.message).toMatch(/does not pass on/)
    for (const method of ['logsSubscribe', 'programSubscribe', 'blockSubscribe', 'rootSubscribe'])
      expect((await ask(method, ['all']))?.error?.message).toMatch(/accountSubscribe, signatureSubscribe/)
    const account = ['11111111111111111111111111111111', { encoding: 'jsonParsed' }]
    expect((await ask('accountSubscribe', account))?.error?.message).toMatch(/base64/)
    expect((await ask('accountSubscribe', ['junk', { encoding: 'base64' }]))?.error?.code).toBe(-32602)
    const begun = await ask('slotSubscribe')
    expect(typeof begun?.result).toBe('number')
    expect((await ask('slotSubscribe'))?.error?.message).toMatch(/More than 1/)
    expect((await ask('slotUnsubscribe', [begun?.result]))?.result).toBe(true)
    expect((await ask('slotUnsubscribe', [begun?.result]))?.result).toBe(false)
  }, 60_000)

  test('equal subscriptions share one look', async () => {
    const account = { lamports: 1, owner: solana, executable: false, data: ['', 'base64'] }
    const node = await startScriptedNode(
      ({ method }: RpcCall) =>
        method === 'getMultipleAccounts' ? { context: { slot: 5 }, value: [account] } : undefined,
      { getGenesisHash: localGenesisHash, getSlot: 5 },
    )
    cleanups.push(node.stop)
    const url = await setUp(solana, node.url, { rpcPollSeconds: 60 })
    const params = ['11111111111111111111111111111111', { encoding: 'base64' }]
    const sockets = await Promise.all([open(url), open(url), open(url)])
    await sockets[0]?.ask('accountSubscribe', params)
    for (const { ask } of sockets.slice(1)) await ask('accountSubscribe', params)
    expect(node.count('getMultipleAccounts')).toBe(1)
  }, 60_000)
})

describe('Substrate', () => {
  const key = `0x${'ab'.repeat(40)}`
  const headerOf = (number: number) => ({
    number: `0x${number.toString(16)}`,
    parentHash: `0x${'1'.repeat(64)}`,
    stateRoot: `0x${'2'.repeat(64)}`,
    digest: { logs: [] },
  })

  test('heads and entries of the storage are told, at once and when they change', async () => {
    let number = 7
    let value: string | null = null
    const node = await startScriptedNode(({ method }: RpcCall) => {
      if (method === 'chain_getHeader') return headerOf(number)
      const block = `0x${'b'.repeat(64)}`
      if (method === 'state_queryStorageAt') return [{ block, changes: [[key, value]] }]
      return method === 'chain_getBlockHash' ? `0x${'45'.repeat(32)}` : undefined
    })
    cleanups.push(node.stop)
    const { ask, until, told } = await open(await setUp(polkadot, node.url))
    const heads = await ask('chain_subscribeNewHeads')
    const storage = await ask('state_subscribeStorage', [[key]])
    await until(({ method }) => method === 'chain_newHead')
    await until(({ method }) => method === 'state_storage')
    expect(told('chain_newHead')[0]?.params).toMatchObject({
      subscription: heads?.result,
      result: { number: '0x7', digest: { logs: [] } },
    })
    expect(told('state_storage')[0]?.params).toMatchObject({
      subscription: storage?.result,
      result: { changes: [[key, null]] },
    })
    number = 8
    value = '0x01'
    await until(({ params }) => params?.result.number === '0x8')
    await until(({ params }) => params?.result.changes?.[0]?.[1] === '0x01')
    expect((await ask('chain_unsubscribeNewHeads', [heads?.result]))?.result).toBe(true)
  }, 60_000)

  test('the version of the runtime is told at once, and when it changes', async () => {
    let specVersion = 1
    const version = () => ({ specName: 'hub', specVersion, transactionVersion: 3, apis: [['0x01', 2]] })
    const node = await startScriptedNode(({ method }: RpcCall) => {
      if (method === 'state_getRuntimeVersion') return version()
      if (method === 'chain_getHeader') return headerOf(specVersion)
      return method === 'chain_getBlockHash' ? `0x${'45'.repeat(32)}` : undefined
    })
    cleanups.push(node.stop)
    const { ask, until, told } = await open(await setUp(polkadot, node.url))
    const subscribed = await ask('state_subscribeRuntimeVersion')
    await until(({ method }) => method === 'state_runtimeVersion')
    const { result: subscription } = subscribed ?? {}
    expect(told('state_runtimeVersion').map(({ params }) => params)).toEqual([
      { subscription, result: version() },
    ])
    specVersion = 2
    await until(({ params }) => params?.result.specVersion === 2)
    expect((await ask('state_unsubscribeRuntimeVersion', [subscription]))?.result).toBe(true)
  }, 60_000)

  const sent = '0x2804ABCDEF0123456789'
  /** A node that answers for a transaction, and puts it into block 8. */
  async function startSending(submitted: unknown) {
    const chain = { best: 7, final: 5 }
    const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
    const node = await startScriptedNode(({ method, params }: RpcCall) => {
      const [first] = params as readonly unknown[]
      if (method === 'author_submitExtrinsic') return submitted
      if (method === 'chain_getFinalizedHead') return hashOf(chain.final)
      if (method === 'chain_getHeader') return headerOf(first === undefined ? chain.best : Number(first))
      if (method === 'chain_getBlock')
        return {
          block: {
            header: headerOf(Number(first)),
            extrinsics: Number(first) === 8 ? [sent.toLowerCase()] : [],
          },
        }
      if (Array.isArray(first)) return first.map((one: number) => (one > chain.best ? null : hashOf(one)))
      return `0x${'45'.repeat(32)}`
    })
    cleanups.push(node.stop)
    return { chain, hashOf, node, client: await open(await setUp(polkadot, node.url)) }
  }

  test('a transaction is sent once, and followed until it is final', async () => {
    const { chain, hashOf, node, client } = await startSending(`0x${'c'.repeat(64)}`)
    const watched = await client.ask('author_submitAndWatchExtrinsic', [sent])
    expect(watched?.result).toMatch(/^[0-9a-f]{16}$/)
    const statuses = () =>
      client.told('author_extrinsicUpdate').map(({ params }) => {
        expect(params?.subscription).toBe(watched?.result)
        return params?.result
      })
    await expect.poll(statuses, { timeout: 20_000 }).toEqual(['ready'])
    chain.best = 9
    await expect.poll(statuses, { timeout: 20_000 }).toEqual(['ready', { inBlock: hashOf(8) }])
    chain.final = 8
    const all = ['ready', { inBlock: hashOf(8) }, { finalized: hashOf(8) }]
    await expect.poll(statuses, { timeout: 20_000 }).toEqual(all)
    expect(node.count('author_submitExtrinsic')).toBe(1)
    expect((await client.ask('author_unwatchExtrinsic', [watched?.result]))?.result).toBe(false)
  }, 60_000)

  test('a transaction that the node refuses is not followed', async () => {
    const refusal = { code: 1010, message: 'Invalid Transaction', data: 'Inability to pay some fees' }
    const { client } = await startSending({ error: refusal })
    expect((await client.ask('author_submitAndWatchExtrinsic', [sent]))?.error).toEqual(refusal)
    await client.ask('chain_getHeader')
    expect(client.told('author_extrinsicUpdate')).toEqual([])
  }, 60_000)

  test('what is not allowed is refused in words', async () => {
    const node = await startScriptedNode(() => undefined, { chain_getBlockHash: `0x${'45'.repeat(32)}` })
    cleanups.push(node.stop)
    const { ask } = await open(await setUp(polkadot, node.url))
    const asked = async (method: string, params: readonly unknown[] = []) =>
      (await ask(method, params))?.error
    expect((await asked('author_submitAndWatchExtrinsic', ['0x00']))?.message).toBe(
      'Not a signed transaction',
    )
    expect((await asked('transactionWatch_v1_submitAndWatch', ['0x00']))?.message).toMatch(
      /author_submitAndWatchExtrinsic/,
    )
    expect((await asked('grandpa_subscribeJustifications'))?.message).toMatch(/chain_subscribeNewHeads/)
    for (const params of [[], [[]], [null], [['0x01']], [Array(21).fill(key)]])
      expect((await asked('state_subscribeStorage', params))?.code).toBe(-32602)
  }, 60_000)
})
