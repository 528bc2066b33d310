import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RpcError } from '../../core/jsonRpc.js'
import { defineNetwork } from '../../networks/defineNetwork.js'
import { accountError } from '../../protocol/accountErrors.js'
import { firmClient, firmly, unreadableIn } from './firmClient.js'

const node = 'https://node.example/'
const service = 'https://service.example/'
const network = (() => {
  const made = defineNetwork({
    ...{ id: 10, name: 'Local', rpcUrl: node },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  })
  return { ...made, rpcUrls: { ...made.rpcUrls, service: { http: [service] } } }
})()
const question = { method: 'eth_blockNumber' } as const
const unreadable = { code: 'NETWORK_UNREADABLE', slots: { network: 'Local' } }

let asked: string[] = []
beforeEach(() => {
  vi.useFakeTimers()
  asked = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Makes the network's node answer every request like this. */
function nodeSays(answer: object | 'nothing' | 'silence') {
  vi.stubGlobal('fetch', (url: string, { signal }: { readonly signal: AbortSignal }) => {
    asked.push(url)
    if (answer === 'nothing') return Promise.reject(new TypeError('failed'))
    if (answer !== 'silence') return Promise.resolve(Response.json({ jsonrpc: '2.0', id: 1, ...answer }))
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
}

/** A wallet that reads the chain itself. */
function walletOf(answer: (method: string) => unknown) {
  const methods: string[] = []
  const request = async ({ method }: { readonly method: string }) => {
    methods.push(method)
    return answer(method)
  }
  return { methods, request }
}
const reader = () => walletOf((method) => (method === 'eth_chainId' ? '0xa' : '0x2'))

/** Reads, and lets all time pass that the read may take; with how long it took. */
async function read(client: ReturnType<typeof firmClient>) {
  const startedAt = Date.now()
  const reading = firmly(client.request(question)).then(
    (answer) => ({ answer, after: Date.now() - startedAt }),
    (error: unknown) => ({ error, after: Date.now() - startedAt }),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  return reading
}

describe("the network's own node", () => {
  test('is asked, and neither the service nor the wallet', async () => {
    nodeSays({ result: '0x1' })
    const wallet = reader()
    expect(await read(firmClient(network, wallet))).toEqual({ answer: '0x1', after: 0 })
    expect(asked).toEqual([node])
    expect(wallet.methods).toEqual([])
  })

  test('error: it refuses the question, which nobody else is asked then', async () => {
    nodeSays({ error: { code: 3, message: 'execution reverted', data: '0x' } })
    const wallet = reader()
    const { error } = (await read(firmClient(network, wallet))) as { readonly error?: unknown }
    expect(unreadableIn(error)).toBeUndefined()
    expect(error).toMatchObject({ cause: { code: 3 } })
    expect(wallet.methods).toEqual([])
  })

  test('error: it does not answer, and there is no wallet', async () => {
    for (const witness of [undefined, {}, 'wallet']) {
      nodeSays('nothing')
      const { error } = (await read(firmClient(network, witness))) as { readonly error?: unknown }
      expect(error).toMatchObject({ ...unreadable, cause: { code: 'SERVICE_UNREACHABLE' } })
    }
    expect(asked).not.toContain(service)
  })

  test('without a wallet it may take as long as nodes may, and is asked again', async () => {
    nodeSays('silence')
    const client = firmClient(network)
    expect(await read(client)).toMatchObject({ error: unreadable, after: 8_000 })
    nodeSays({ result: '0x1' })
    expect(await read(client)).toMatchObject({ answer: '0x1' })
  })
})

describe('a wallet that reads the chain, where no node answers', () => {
  test('is asked after 4 s, and from then on at once', async () => {
    nodeSays('silence')
    const wallet = reader()
    const client = firmClient(network, wallet)
    expect(await read(client)).toEqual({ answer: '0x2', after: 4_000 })
    const { length } = asked
    expect(await read(client)).toEqual({ answer: '0x2', after: 0 })
    expect(asked).toHaveLength(length)
    expect(wallet.methods).toEqual(['eth_blockNumber', 'eth_chainId', 'eth_blockNumber', 'eth_chainId'])
  })

  test('leaves no timer behind when it has answered', async () => {
    nodeSays('nothing')
    const client = firmClient(network, reader())
    await read(client)
    expect(await firmly(client.request(question))).toBe('0x2')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('error: it is on another chain', async () => {
    nodeSays('nothing')
    const wallet = walletOf((method) => (method === 'eth_chainId' ? '0x1' : '0x2'))
    expect(await read(firmClient(network, wallet))).toMatchObject({ error: unreadable })
  })

  test('error: it fails', async () => {
    nodeSays('nothing')
    const wallet = walletOf(() => Promise.reject(new Error('no')))
    expect(await read(firmClient(network, wallet))).toMatchObject({ error: unreadable })
  })

  test('error: it does not answer for 4 s', async () => {
    nodeSays('silence')
    const wallet = walletOf(() => new Promise(() => {}))
    expect(await read(firmClient(network, wallet))).toMatchObject({ error: unreadable, after: 8_000 })
  })
})

describe('unreadableIn', () => {
  const failure = accountError('NETWORK_UNREADABLE', { slots: { network: 'Local' } })
  const within = (depth: number): Error =>
    depth === 0 ? failure : new Error('viem', { cause: within(depth - 1) })

  test.each([0, 1, 7])('finds the failure %i causes deep', (depth) => {
    expect(unreadableIn(within(depth))).toBe(failure)
  })

  test('finds none deeper, and none in another error', () => {
    expect(unreadableIn(within(8))).toBeUndefined()
    for (const error of [undefined, 'text', new Error('other'), accountError('TOKEN_UNREADABLE')])
      expect(unreadableIn(error)).toBeUndefined()
  })

  test('firmly throws it instead of the error around it, and any other as it is', async () => {
    await expect(firmly(Promise.reject(within(2)))).rejects.toBe(failure)
    const other = new RpcError({ code: 3, message: 'no' })
    await expect(firmly(Promise.reject(other))).rejects.toBe(other)
    expect(await firmly(Promise.resolve(7))).toBe(7)
  })
})
