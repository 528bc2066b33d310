import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import solc from 'solc'
import { encodeAbiParameters, getAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createContext } from '../shared/context.js'
import { createLog } from '../shared/log.js'
import { createTestClock } from '../testing/createTestClock.js'
import { startChain, type TestChain } from '../testing/startChain.js'
import { whileTimePasses } from '../testing/whileTimePasses.js'
import { createBlockchain } from './blockchain.js'
import { readTokens } from './tokens.js'

const source = `
  // SPDX-License-Identifier: MIT
  pragma solidity ^0.8.30;
  contract Coin {
    mapping(address => uint256) public balanceOf;
    constructor(address owner, uint256 amount) { balanceOf[owner] = amount; }
  }
  contract Together {
    struct Call { address target; bool allowFailure; bytes callData; }
    struct Result { bool success; bytes returnData; }
    function aggregate3(Call[] calldata calls) external payable returns (Result[] memory results) {
      results = new Result[](calls.length);
      for (uint256 i = 0; i < calls.length; i++) {
        (bool success, bytes memory data) = calls[i].target.call(calls[i].callData);
        require(success || calls[i].allowFailure);
        results[i] = Result(success, data);
      }
    }
    function getEthBalance(address owner) external view returns (uint256) { return owner.balance; }
  }`

type Hex = `0x${string}`
type Json = { readonly [name: string]: unknown }
type Settings = NonNullable<NonNullable<Parameters<typeof createContext>[0]>['settings']>

/** The first account that anvil funds, with 10000 Ether. */
const rich = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const owner = privateKeyToAccount(`0x${'31'.repeat(32)}`).address
const nobody = privateKeyToAccount(`0x${'32'.repeat(32)}`).address
const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11'
const chainId = 'eip155:31337'
const directory = mkdtempSync(join(tmpdir(), 'latchkey-blockchain-'))
const code = compile()
let chain: TestChain
let coins: { readonly six: Hex; readonly none: Hex; readonly most: Hex }
const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  chain = await startChain()
  coins = {
    six: await deployCoin(1_234_500n),
    none: await deployCoin(0n),
    most: await deployCoin(2n ** 256n - 1n),
  }
  await chain.request('anvil_setBalance', [owner, '0xde0b6b3a7640000'])
}, 60_000)
afterAll(async () => {
  await chain.stop()
  rmSync(directory, { recursive: true, force: true })
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe('supported-chains', () => {
  test('lists each configured chain once', async () => {
    const { get } = setUp(['http://a.example', 'http://b.example'])
    expect(await get('supported-chains')).toEqual([200, { http: [chainId], ws: [chainId] }])
  })

  test('is empty without configured chains', async () => {
    const { get } = setUp([])
    expect(await get('supported-chains')).toEqual([200, { http: [], ws: [] }])
    expect(await get(`account/${owner}/balance`)).toEqual([200, { balances: [] }])
  })
})

describe('balance', { timeout: 30_000 }, () => {
  const expected = () => [
    {
      name: 'Ether',
      symbol: 'ETH',
      chainId,
      price: 0,
      quantity: { decimals: '18', numeric: '1' },
      iconUrl: '',
    },
    {
      name: 'Six Coin',
      symbol: 'SIX',
      chainId,
      address: `${chainId}:${coins.six}`,
      isVerified: true,
      price: 0,
      quantity: { decimals: '6', numeric: '1.2345' },
      iconUrl: '',
    },
    {
      name: 'Most',
      symbol: 'MOST',
      chainId,
      address: `${chainId}:${coins.most}`,
      isVerified: true,
      price: 0,
      quantity: { decimals: '0', numeric: String(2n ** 256n - 1n) },
      iconUrl: '',
    },
  ]

  test('reads coin and tokens without Multicall3 in one batch, and omits zero balances', async () => {
    const node = await startNode((body) => forward(body))
    const { get } = setUp([node.url], { tokens: tokens() })
    expect(await get(`account/${owner}/balance?chainId=${chainId}`)).toEqual([200, { balances: expected() }])
    expect(await get(`account/${nobody}/balance?chainId=${chainId}`)).toEqual([200, { balances: [] }])
    expect(node.methods().filter((method) => method === 'eth_getBalance').length).toBe(2)
  })

  test('gives the same result with Multicall3, and reads 200 tokens in at most three calls', async () => {
    await chain.request('anvil_setCode', [multicall, code.runtime])
    cleanups.push(() => chain.request('anvil_setCode', [multicall, '0x']))
    const node = await startNode((body) => forward(body))
    const strangers = Array.from({ length: 200 }, (_, index) => ({
      chainId: 31337,
      address: `0x5${String(index).padStart(39, '0')}`,
      name: 'Nothing',
      symbol: 'NIL',
      decimals: 18,
    }))
    const { get } = setUp([node.url], { tokens: tokens(strangers) })
    expect(await get(`account/${owner}/balance`)).toEqual([200, { balances: expected() }])
    const methods = node.methods()
    expect(new Set(methods)).toEqual(new Set(['eth_getCode', 'eth_call']))
    expect(methods.filter((method) => method === 'eth_call').length).toBeLessThanOrEqual(3)
  })

  test('caches an answer for 30 seconds unless the client forces a refresh', async () => {
    const node = await startNode((body) => forward(body))
    const { get, clock } = setUp([node.url])
    const path = `account/${owner}/balance?chainId=${chainId}`
    await get(path)
    await get(path)
    expect(node.methods().length).toBe(1)
    await get(`${path}&forceUpdate=1`)
    expect(node.methods().length).toBe(2)
    clock.advance(30_000)
    await get(path)
    expect(node.methods().length).toBe(3)
  })

  test('does not cache a failure', async () => {
    let isBroken = true
    const node = await startNode((body) => (isBroken ? '<html>' : forward(body)))
    const { get } = setUp([node.url])
    expect((await get(`account/${owner}/balance`))[0]).toBe(502)
    isBroken = false
    expect((await get(`account/${owner}/balance`))[0]).toBe(200)
  })

  test.each([
    ['a malformed number', '"0xzz"'],
    ['more than 32 bytes', `"0x${'f'.repeat(65)}"`],
    ['a JSON number', '1e30'],
    ['nothing', 'null'],
  ])('error: the coin is %s', async (_name, result) => {
    const node = await startNode(() => `{"jsonrpc":"2.0","id":1,"result":${result}}`)
    const { get } = setUp([node.url])
    expect(await get(`account/${owner}/balance?chainId=${chainId}`)).toEqual([
      502,
      expect.objectContaining({ error: expect.objectContaining({ code: 'CHAIN_UNREACHABLE' }) }),
    ])
  })

  test.each([
    [`account/vitalik.eth/balance?chainId=${chainId}`],
    [`account/0x12/balance?chainId=${chainId}`],
    [`account/${owner}/balance?chainId=eip155:5`],
    [`account/${owner}/balance?chainId=${chainId}&currency=eur`],
  ])('error: %s', async (path) => {
    const { get } = setUp([chain.url])
    expect((await get(path))[0]).toBe(400)
  })
})

describe('gas price', () => {
  test("gives three speeds, by the chain's own price", async () => {
    const { get } = setUp([chain.url])
    const price = BigInt(String(await chain.request('eth_gasPrice')))
    expect(await get(`convert/gas-price?chainId=${chainId}`)).toEqual([
      200,
      {
        standard: String(price),
        fast: String((price * 12n) / 10n),
        instant: String((price * 15n) / 10n),
      },
    ])
  })

  test('error: an impossibly high price', async () => {
    const node = await startNode(() => `{"jsonrpc":"2.0","id":1,"result":"0x${'f'.repeat(64)}"}`)
    const { get } = setUp([node.url])
    expect((await get(`convert/gas-price?chainId=${chainId}`))[0]).toBe(502)
  })
})

describe('the proxy', { timeout: 30_000 }, () => {
  const ask = { jsonrpc: '2.0', id: 7, method: 'eth_chainId' }
  const answer = { jsonrpc: '2.0', id: 7, result: '0x7a69' }

  test('one request, and a batch whose ids and order are preserved', async () => {
    const { post } = setUp([chain.url])
    expect(await post(ask)).toEqual([200, answer])
    const list = [
      { ...ask, id: 'b' },
      { ...ask, id: 2 ** 53, method: 'eth_getBalance', params: [owner, 'latest'] },
      { ...ask, id: 'b' },
    ]
    expect(await post(list)).toEqual([
      200,
      [
        { ...answer, id: 'b' },
        { ...answer, id: 2 ** 53, result: '0xde0b6b3a7640000' },
        { ...answer, id: 'b' },
      ],
    ])
  })

  test.each([
    ['net_version', '31337'],
    ['eth_blobBaseFee', expect.stringMatching(/^0x/)],
  ])('%s is passed on', async (method, result) => {
    const { post } = setUp([chain.url])
    expect(await post({ ...ask, method, params: [] })).toEqual([200, { jsonrpc: '2.0', id: 7, result }])
  })

  test.each([
    'anvil_setBalance',
    'eth_subscribe',
    'eth_unsubscribe',
    'debug_traceTransaction',
    'personal_sign',
    'eth_sendTransaction',
    'eth_sign',
    'eth_accounts',
    'wallet_getAssets',
    '__proto__',
  ])('%s is refused in its place, and never asked', async (method) => {
    const node = await startNode((body) => forward(body))
    const { post } = setUp([node.url])
    const refusal = { jsonrpc: '2.0', id: 8, error: { code: -32601, message: expect.any(String) } }
    expect(await post([{ ...ask, id: 8, method }, ask])).toEqual([200, [refusal, answer]])
    expect(node.methods()).toEqual(['eth_chainId'])
  })

  test.each([[null], [{}], [{ ...ask, method: 1 }], [{ ...ask, params: 'x' }], [{ ...ask, id: {} }], ['x']])(
    '%j is no request',
    async (body) => {
      const { post } = setUp([])
      expect((await post(body, 'eip155:1'))[0]).toBe(400)
      const own = setUp([chain.url])
      expect(await own.post(body)).toMatchObject([200, { error: { code: -32600 } }])
    },
  )

  test('accepts at most 50 requests', async () => {
    const { post } = setUp([chain.url])
    expect((await post(Array(50).fill(ask)))[0]).toBe(200)
    expect((await post(Array(51).fill(ask)))[0]).toBe(400)
    expect((await post([]))[0]).toBe(400)
  })

  test("passes a chain's own error on: code, message and data", async () => {
    const error = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
    const node = await startNode(() => JSON.stringify({ jsonrpc: '2.0', id: 1, error }))
    const second = await startNode((body) => forward(body))
    const { post } = setUp([node.url, second.url])
    const send = { ...ask, method: 'eth_sendRawTransaction', params: ['0x00'] }
    expect(await post(send)).toEqual([200, { jsonrpc: '2.0', id: 7, error }])
    expect(second.count('eth_sendRawTransaction')).toBe(0)
  })

  test.each<[name: string, answer: Answer]>([
    ['an HTML page as 502', { status: 502, body: '<html>Bad gateway</html>' }],
    ['429', { status: 429, body: '{}' }],
    ['truncated JSON', { body: '{"jsonrpc":"2.0","id":1,"resu' }],
    ['another id', { body: '{"jsonrpc":"2.0","id":9,"result":"0x1"}' }],
    ['neither result nor error', { body: '{"jsonrpc":"2.0","id":1}' }],
    ['its limit', { body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"slow down"}}' }],
    ['nine megabytes', { body: `"${'x'.repeat(9 * 2 ** 20)}"` }],
    ['somewhere else to go', { status: 307, body: '', headers: { location: 'http://127.0.0.1:9/' } }],
    ['a broken connection', 'break'],
  ])('a first node with %s: the second answers; alone it is a 502', async (_name, bad) => {
    const first = await startNode(() => bad)
    expect(await setUp([first.url, chain.url]).post(ask)).toEqual([200, answer])
    const { post, clock } = setUp([first.url])
    // The service waits before it asks a node again that is at its limit.
    const [status, body] = await whileTimePasses(clock, post(ask))
    expect([status, body]).toMatchObject([502, { error: { code: 'CHAIN_UNREACHABLE' } }])
  })

  test('asks the second node after two seconds if the first is silent', async () => {
    const [first, second] = [await startNode(() => 'hang'), await startNode((body) => forward(body))]
    const { post, clock } = setUp([first.url, second.url])
    const answered = post(ask)
    await first.asked
    // After the check of its chain id: time that passes during it counts against the second node.
    await vi.waitFor(() => expect(second.methods()).not.toEqual([]), 10_000)
    clock.advance(2_000)
    expect(await answered).toEqual([200, answer])
  })

  test('error: all nodes are silent for eight seconds', async () => {
    const [first, second] = [await startNode(() => 'hang'), await startNode(() => 'hang')]
    const { post, clock } = setUp([first.url, second.url])
    const answered = post(ask)
    await first.asked
    clock.advance(8_000)
    expect((await answered)[0]).toBe(502)
  })

  test('sends a transaction to one node only while that node may still answer', async () => {
    const [first, second] = [await startNode(() => 'hang'), await startNode((body) => forward(body))]
    const { post, clock } = setUp([first.url, second.url])
    const answered = post({ ...ask, method: 'eth_sendRawTransaction', params: ['0x00'] })
    await first.asked
    clock.advance(8_000)
    expect((await answered)[0]).toBe(502)
    expect(second.count('eth_sendRawTransaction')).toBe(0)
  })

  test("no answer or log line contains a node's address or key", async () => {
    const key = 'k3yk3yk3yk3y'
    const lines: string[] = []
    const node = await startNode((_body, url) =>
      url.includes('broken')
        ? { status: 500, body: `no such key ${key}` }
        : JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            error: {
              code: -32000,
              message: `key ${key} of ${node.url}/v2/${key} at https://other.example/?k=${key} is used up`,
              data: { key },
            },
          }),
    )
    const good = await setUp([`${node.url}/v2/${key}`], {}, lines).post(ask)
    const bad = await setUp([`${node.url}/broken?apikey=${key}`], {}, lines).post(ask)
    expect(good).toMatchObject([
      200,
      { error: { code: -32000, message: expect.stringContaining('used up') } },
    ])
    expect(bad[0]).toBe(502)
    const said = JSON.stringify([good, bad, lines])
    expect(lines.join()).toContain('HTTP 500')
    expect(said).not.toContain(key)
    expect(said).not.toContain('127.0.0.1')
    expect(said).not.toContain('other.example')
  })

  test('error: a chain that is not served', async () => {
    const { post } = setUp([chain.url])
    expect((await post(ask, 'eip155:5'))[0]).toBe(400)
    expect((await post(ask, 'x'))[0]).toBe(400)
  })
})

describe('the list of tokens', () => {
  const token = { chainId: 1, address: `0x${'ab'.repeat(20)}`, name: 'A', symbol: 'A', decimals: 6 }

  test('cleans texts for display and drops unsafe pictures', () => {
    const [read] = readFile([
      { ...token, name: 'US\u202eDC', symbol: 'U\u200bS', iconUrl: 'javascript:alert(1)', extra: 1 },
    ])
    expect(read).toMatchObject({ chainId: 'eip155:1', name: 'US DC', symbol: 'U S', iconUrl: '' })
  })

  test.each([
    ['no list', {}, /must be a list/],
    ['decimals 255', [{ ...token, decimals: 255 }], /0\.decimals: must be at most 36/],
    ['an address too short', [{ ...token, address: '0xab' }], /0\.address: must be an address/],
    ['no chain', [{ ...token, chainId: -1 }], /0\.chainId: must be a chain id/],
    ['an empty symbol', [{ ...token, symbol: '\u200b' }], /0\.symbol: must not be empty/],
    ['a twin', [token, { ...token, address: `0x${'AB'.repeat(20)}` }], /twice/],
  ])('error: %s', (_name, content, message) => {
    expect(() => readFile(content)).toThrow(message)
  })

  test('error: a missing file, and invalid JSON', () => {
    expect(() => readTokens(join(directory, 'nowhere.json'))).toThrow(/readable file/)
    writeFileSync(join(directory, 'bad.json'), '[{')
    expect(() => readTokens(join(directory, 'bad.json'))).toThrow(/valid JSON/)
  })
})

function setUp(urls: readonly string[], settings: Settings = {}, lines: string[] = []) {
  const clock = createTestClock()
  const context = createContext({
    settings: { httpBurst: 100_000, chains: urls.map((url) => `${chainId}=${url}`), ...settings },
    log: createLog({ level: 'debug', now: () => 0, write: (line) => void lines.push(line) }),
    clock,
    checkAnswers: true,
  })
  const app = createBlockchain(context)
  const read = async (response: Response): Promise<[status: number, body: unknown]> => [
    response.status,
    await response.json(),
  ]
  return {
    clock,
    get: async (path: string) => read(await app.request(`/v1/${path}`)),
    post: async (body: unknown, chain: string = chainId) =>
      read(
        await app.request(`/v1/?chainId=${chain}&projectId=acme`, {
          method: 'POST',
          body: JSON.stringify(body),
        }),
      ),
  }
}

type Answer = string | { status?: number; body: string; headers?: { [name: string]: string } }

/** Starts a node whose answers the test decides: a body, `hang` or `break`. */
async function startNode(answer: (body: string, url: string) => Answer | Promise<Answer>) {
  const methods: string[] = []
  let tellAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    tellAsked = resolve
  })
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    const calls: Json | readonly Json[] = JSON.parse(body)
    methods.push(...[calls].flat().map(({ method }) => String(method)))
    tellAsked()
    const given = await answer(body, request.url ?? '')
    if (given === 'hang') return
    if (given === 'break') return void request.socket.destroy()
    const { status = 200, body: text, headers = {} } = typeof given === 'string' ? { body: given } : given
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  }
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    /** Returns the received methods, without the first one: the service checks the chain id before it uses a node. */
    methods: (): readonly string[] => methods.slice(1),
    count: (method: string) => methods.filter((one) => one === method).length,
  }
}

async function forward(body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(chain.url, { method: 'POST', body, headers })).text()
}

function tokens(more: readonly Json[] = []) {
  return readFile([
    { chainId: 31337, address: coins.six, name: 'Six Coin', symbol: 'SIX', decimals: 6 },
    { chainId: 31337, address: coins.none, name: 'None', symbol: 'NONE', decimals: 18 },
    { chainId: 31337, address: multicall, name: 'No token', symbol: 'NOT', decimals: 18 },
    { chainId: 1, address: coins.six, name: 'Elsewhere', symbol: 'ELSE', decimals: 18 },
    ...more,
    { chainId: 31337, address: coins.most, name: 'Most', symbol: 'MOST', decimals: 0 },
  ])
}

function readFile(content: unknown) {
  const path = join(directory, 'tokens.json')
  writeFileSync(path, JSON.stringify(content))
  return readTokens(path)
}

async function deployCoin(amount: bigint): Promise<Hex> {
  const data = `${code.coin}${encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [owner, amount]).slice(2)}`
  const hash = await chain.request('eth_sendTransaction', [{ from: rich, data, gas: '0x2dc6c0' }])
  // The node returns the hash before it mines the block.
  for (;;) {
    const receipt = (await chain.request('eth_getTransactionReceipt', [hash])) as Json | null
    if (receipt !== null) return getAddress(String(receipt.contractAddress))
  }
}

function compile(): { readonly coin: Hex; readonly runtime: Hex } {
  const input = {
    language: 'Solidity',
    sources: { 'a.sol': { content: source } },
    settings: { outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode.object'] } } },
  }
  const { contracts } = JSON.parse(solc.compile(JSON.stringify(input)))
  return {
    coin: `0x${contracts['a.sol'].Coin.evm.bytecode.object}`,
    runtime: `0x${contracts['a.sol'].Together.evm.deployedBytecode.object}`,
  }
}
