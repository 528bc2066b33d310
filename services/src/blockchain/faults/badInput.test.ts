import * as protocol from 'latchkey/protocol'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { owner, startService } from '../../testing/startService.js'
import { startUpstream, type Upstream } from '../../testing/startUpstream.js'

type Service = Awaited<ReturnType<typeof startService>>

const chainId = 'eip155:31337'
const account = `${chainId}:${owner}`
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
let node: Upstream
let service: Service

beforeAll(async () => {
  node = await startUpstream(() => ({ body: '<html>' }))
  service = await startService(node.url)
})
afterAll(async () => {
  await service.close()
  node.stop()
})
afterEach(() => {
  expect(service.lines.join('')).not.toContain('http.failed')
})

const addresses = [
  'alice',
  '0x12',
  `0x${'g'.repeat(40)}`,
  `0x${'1'.repeat(41)}`,
  `${owner}%00`,
  `%E2%80%AE${owner}`,
  '%3Cscript%3E',
  '..%2f..%2fetc',
  'NaN',
  '1e30',
  '-1',
  'x'.repeat(5_000),
]
const chainIds = [
  '',
  '1',
  'eip155',
  'eip155:',
  'eip155:999',
  'eip155:1e30',
  'eip155:-31337',
  'eip155:31337%20',
  'eip155:031337',
  'eip155:31337%00',
  'solana:mainnet',
  '%3Cb%3E',
  'x'.repeat(5_000),
]
const cursors = [
  '',
  '%00',
  '%3Cb%3E',
  'A',
  'A'.repeat(64),
  'A'.repeat(257),
  '__proto__',
  '..%2f',
  'NaN',
  '-1',
]
const tokenIds = ['-1', '1e30', 'NaN', '0x1', '9'.repeat(79), '%00', '1.5', '%D9%A1']

/** Each route by its path in `latchkey/protocol`, with the paths that it must refuse. */
const refused: { readonly [path: string]: readonly string[] } = {
  '/v1/supported-chains': [],
  // An address that may belong to another chain family has no name, and is not refused.
  '/v1/identity/:address': addresses
    .filter((address) => /[%<]|x{5}/.test(address))
    .map((address) => `/v1/identity/${address}`),
  '/v1/identity/:address/avatar': addresses.map((address) => `/v1/identity/${address}/avatar`),
  '/v1/profile/account/:name': ['%00', '%E2%80%AEhte.ecila', '..', '.eth', 'a b.eth', 'x'.repeat(5_000)].map(
    (name) => `/v1/profile/account/${encodeURI(name)}`,
  ),
  '/v1/account/:address/lookalikes': [
    ...addresses.map((address) => `/v1/account/${address}/lookalikes?start=1234567&end=1234567`),
    ...chainIds
      .filter((id) => id !== '')
      .map((id) => `/v1/account/${owner}/lookalikes?start=1234567&end=1234567&chainId=${id}`),
    ...['', '123456', '12345678', '123456%00', '%3Cb%3E4567', '123456%D9%A1', "1'%20OR%201"].flatMap(
      (end) => [
        `/v1/account/${owner}/lookalikes?start=${end}&end=1234567`,
        `/v1/account/${owner}/lookalikes?start=1234567&end=${end}`,
      ],
    ),
    `/v1/account/${owner}/lookalikes`,
  ],
  '/v1/account/:address/history': [
    ...addresses.map((address) => `/v1/account/${address}/history?chainId=${chainId}`),
    ...chainIds.map((id) => `/v1/account/${owner}/history?chainId=${id}`),
    ...cursors.map((cursor) => `/v1/account/${owner}/history?chainId=${chainId}&cursor=${cursor}`),
    `/v1/account/${owner}/history?chainId=${chainId}&onramp=other`,
  ],
  '/v1/account/:address/balance': [
    ...addresses.map((address) => `/v1/account/${address}/balance`),
    ...chainIds.map((id) => `/v1/account/${owner}/balance?chainId=${id}`),
  ],
  '/v1/account/:address/nfts': [
    ...addresses.map((address) => `/v1/account/${address}/nfts`),
    ...chainIds.map((id) => `/v1/account/${owner}/nfts?chainId=${id}`),
    ...cursors.map((cursor) => `/v1/account/${owner}/nfts?chainId=${chainId}&cursor=${cursor}`),
  ],
  '/v1/nft/:chainId/:address/:tokenId/image': [
    ...addresses.map((address) => `/v1/nft/${chainId}/${address}/1/image`),
    ...chainIds.map((id) => `/v1/nft/${id}/${token}/1/image`),
    ...tokenIds.map((id) => `/v1/nft/${chainId}/${token}/${id}/image`),
  ],
  '/v1/convert/gas-price': [
    '/v1/convert/gas-price',
    ...chainIds.map((id) => `/v1/convert/gas-price?chainId=${id}`),
  ],
  '/v1/sessions/:address': [...addresses, ...addresses.map((address) => `${chainId}:${address}`)].map(
    (address) => `/v1/sessions/${address}`,
  ),
  '/v1/fungible/price': [],
  '/v1/': [],
  '/v1/sessions/:address/revoke': [],
}

/** Bodies that every POST route refuses, and bodies that a single route refuses. */
const junk: readonly [name: string, body: string][] = [
  ['nothing', ''],
  ['no JSON', '<html>'],
  ['truncated JSON', '{"jsonrpc":"2.0","id":1,"meth'],
  ['NaN', 'NaN'],
  ['10 MB', `{"jsonrpc":"2.0","method":"${'x'.repeat(10_000_000)}"}`],
]
const call = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }
const price = { currency: 'usd', addresses: [`${chainId}:${token}`] }
const posts: {
  readonly [path: string]: readonly [path: string, bodies: readonly (readonly [string, string])[]]
} = {
  '/v1/': [
    `/v1/?chainId=${chainId}`,
    [
      ['an empty list', '[]'],
      ['51 requests', JSON.stringify(Array.from({ length: 51 }, () => call))],
    ],
  ],
  '/v1/fungible/price': [
    '/v1/fungible/price',
    [
      ...['null', '[]', '1', '"x"', '{}', '1e999'].map((body) => [body, body] as const),
      ['addresses that are a text', JSON.stringify({ ...price, addresses: 'x' })],
      ['an address that is a number', JSON.stringify({ ...price, addresses: [1e30] })],
      ['an address of no chain', JSON.stringify({ ...price, addresses: [token] })],
      ['201 addresses', JSON.stringify({ ...price, addresses: Array(201).fill(price.addresses[0]) })],
      ['another currency', JSON.stringify({ ...price, currency: 'eur' })],
      ['lists in lists', '['.repeat(30_000) + ']'.repeat(30_000)],
    ],
  ],
  '/v1/sessions/:address/revoke': [
    `/v1/sessions/${account}/revoke`,
    [
      ...['null', '[]', '1', '"x"', '{}'].map((body) => [body, body] as const),
      ['a permission that is a number', JSON.stringify({ pci: 1e30, signature: '0x01' })],
      ['a malformed signature', JSON.stringify({ pci: 'a', signature: 'x' })],
      ['lists in lists', '['.repeat(30_000) + ']'.repeat(30_000)],
    ],
  ],
}

const stated = { error: { code: expect.stringMatching(/^[A-Z_]+$/), message: expect.any(String) } }

test('the tables list every route of the protocol', () => {
  const paths = Object.values(protocol).flatMap((one) =>
    typeof one === 'object' &&
    one !== null &&
    'service' in one &&
    one.service === 'blockchain' &&
    'path' in one
      ? [String(one.path)]
      : [],
  )
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter((path) => refused[path] === undefined)).toEqual([])
  expect(Object.keys(posts).filter((path) => !paths.includes(path))).toEqual([])
})

describe.each(Object.entries(refused).filter(([, paths]) => paths.length > 0))('GET %s', (_route, paths) => {
  test.each(paths.map((path) => [path.slice(0, 120), path] as const))('refuses %s', async (_name, path) => {
    const asked = node.asked.length
    const { status, body } = await service.ask({ path })
    expect([400, 404]).toContain(status)
    expect(body).toMatchObject(stated)
    // No request has reached a chain.
    expect(node.asked.length).toBe(asked)
  })

  test('refuses other methods', async () => {
    const [path = ''] = paths
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
      expect((await service.request(path, { method })).status).toBe(405)
  })
})

describe.each(Object.entries(posts))('POST %s', (_route, [path, bodies]) => {
  test.each([...junk, ...bodies])('refuses %s', async (_name, body) => {
    const asked = node.asked.length
    const told = await service.ask({ path, body })
    expect([400, 413]).toContain(told.status)
    expect(told.body).toMatchObject(stated)
    expect(node.asked.length).toBe(asked)
  })

  // This route accepts a chain number with leading zeros.
  test.each(chainIds.filter((id) => !id.includes(':03')))('refuses the chain %s', async (id) => {
    const { status, body } = await service.ask({
      path: path.replace(chainId, id),
      body: JSON.stringify(
        path.includes('price')
          ? { ...price, addresses: [`${id}:${token}`] }
          : path.includes('revoke')
            ? { pci: 'a-1', signature: `0x${'00'.repeat(65)}` }
            : call,
      ),
    })
    // The answer omits prices on chains that are not served.
    if (status === 200) expect(body).toEqual({ fungibles: [] })
    else expect([status, body]).toMatchObject([expect.toSatisfy((one) => one === 400 || one === 404), stated])
  })

  test('refuses other methods', async () => {
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await service.request(path, { method })).status).toBe(405)
  })
})

describe('invalid JSON-RPC requests', () => {
  test.each<[name: string, body: unknown]>([
    ['null', null],
    ['a number', 1],
    ['an object', {}],
    ['a method that is a number', { ...call, method: 1 }],
    ['params that are a text', { ...call, params: 'x' }],
    ['an id that is an object', { ...call, id: {} }],
    ['a method of wallets', { ...call, method: 'eth_sendTransaction' }],
    ['a method of the node', { ...call, method: 'admin_peers' }],
    ['a name that every object has', { ...call, method: '__proto__' }],
    ['a method of 60 kB', { ...call, method: 'x'.repeat(60_000) }],
  ])('%s: an error in its place', async (_name, body) => {
    const asked = node.asked.length
    const told = await service.ask({ path: `/v1/?chainId=${chainId}`, body })
    expect(told).toMatchObject({ status: 200, body: { jsonrpc: '2.0', error: { code: expect.any(Number) } } })
    expect(node.asked.length).toBe(asked)
  })

  test('deeply nested params', async () => {
    const body = JSON.stringify({ ...call, method: 'eth_call', params: [] }).replace(
      '[]',
      '['.repeat(30_000) + ']'.repeat(30_000),
    )
    const { status } = await service.ask({ path: `/v1/?chainId=${chainId}`, body })
    expect([200, 400, 502]).toContain(status)
  })
})
