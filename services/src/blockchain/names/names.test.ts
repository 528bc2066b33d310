import { type Abi, namehash, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { contracts, deployAll, people } from '../../../../chains/src/index.js'
import { createContext } from '../../shared/context.js'
import { createLog } from '../../shared/log.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { callContract, compileSolidity, deployContract, rich } from '../../testing/deployContract.js'
import { startChain, type TestChain } from '../../testing/startChain.js'
import { startUpstream, type UpstreamAnswer } from '../../testing/startUpstream.js'
import { createBlockchain } from '../blockchain.js'
import { coinTypeOf } from './identities.js'

const chainId = 'eip155:31337'
const resolverAbi = parseAbi(['function setText(bytes32, string, string)']) as Abi
const reverseAbi = parseAbi(['function setName(string)']) as Abi
const juniper = namehash('juniper.eth')
const scene = `eip155:31337/erc721:${contracts.scenes}`
const png = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000', 'hex').toString('base64')}`

let chain: TestChain
const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  chain = await startChain()
  await deployAll(chain.url)
}, 60_000)
afterAll(() => chain.stop())
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function setUp(url = chain.url, settings: object = {}) {
  const clock = createTestClock()
  const context = createContext({
    settings: {
      chains: [`${chainId}=${url}`, 'eip155:7=http://127.0.0.1:1'],
      ens: [`${chainId}=${contracts.universalResolver}`],
      httpBurst: 100_000,
      ...settings,
    },
    log: createLog({ level: 'silent', now: () => 0, write: () => {} }),
    clock,
    checkAnswers: true,
  })
  const app = createBlockchain(context)
  return {
    clock,
    sourceOf: async (path: string) => (await app.request(`/v1/${path}`)).headers.get('x-source'),
    picture: (address: string) => app.request(`/v1/identity/${address}/avatar`),
    get: async (path: string): Promise<[status: number, body: { readonly [name: string]: unknown }]> => {
      const response = await app.request(`/v1/${path}`)
      return [response.status, await response.json()]
    },
  }
}

/** Sets the visitor's avatar for one test. */
async function setAvatar(value: string) {
  const set = (text: string) =>
    callContract(chain, contracts.resolver, resolverAbi, 'setText', [juniper, 'avatar', text])
  await set(value)
  cleanups.push(() => set(`${scene}/1`))
}

async function setName(name: string) {
  const set = (text: string) => callContract(chain, contracts.reverseRegistrar, reverseAbi, 'setName', [text])
  await set(name)
  cleanups.push(() => set('juniper.eth'))
}

describe('identity', { timeout: 30_000 }, () => {
  test('name and picture: an owned collectible, and a picture in the record itself', async () => {
    const { get } = setUp()
    const [status, { name, avatar }] = await get(`identity/${people.visitor}?sender=${people.visitor}`)
    expect([status, name]).toEqual([200, 'juniper.eth'])
    expect(avatar).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(await get(`identity/${people.marlow.toLowerCase()}?chainId=${chainId}`)).toEqual([
      200,
      { name: 'marlow.eth', avatar: expect.stringMatching(/^data:image\/svg\+xml;base64,/) },
    ])
  })

  test('accounts on all chains use the names of the one chain that has them', async () => {
    const { get } = setUp()
    expect((await get(`identity/${people.saffron}?chainId=eip155:7`))[1]).toEqual({
      name: 'saffron.eth',
      avatar: null,
    })
  })

  test.each([
    ['nobody', '0x1111111111111111111111111111111111111111'],
    ['whose name has no way back', people.thistle],
    ['who says that a name of others is theirs', people.stranger],
    ['an account of another family', '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'],
  ])('none: %s', async (_name, address) => {
    expect(await setUp().get(`identity/${address}`)).toEqual([200, { name: null, avatar: null }])
  })

  test('says that names come from the chain', async () => {
    const { sourceOf } = setUp()
    expect(await sourceOf(`identity/${people.visitor}?sender=${people.visitor}`)).toBe('chain')
  })

  test('answers without names, and asks no node, if no chain has ENS', async () => {
    const { get } = setUp('http://127.0.0.1:1', { ens: [] })
    expect(await get(`identity/${people.visitor}`)).toEqual([200, { name: null, avatar: null }])
  })

  test('§9 "Name and identity cache": 5 min', async () => {
    const node = await startUpstream(async (_path, body) => ({ body: await forward(body) }))
    cleanups.push(node.stop)
    const { get, clock } = setUp(node.url)
    await get(`identity/${people.saffron}`)
    const count = node.asked.length
    clock.advance(299_999)
    await get(`identity/${people.saffron}`)
    expect(node.asked.length).toBe(count)
    clock.advance(1)
    await get(`identity/${people.saffron}`)
    expect(node.asked.length).toBe(2 * count)
  })

  test.each([
    ['a letter of another script', 'junipеr.eth'],
    ['a capital', 'Juniper.eth'],
    ['HTML', '<b>juniper</b>.eth'],
    ['an override of direction', 'juniper\u202e.eth'],
    ['an invisible letter', 'juni\u200bper.eth'],
    ['nothing', ''],
    ['10 kB', `${'a'.repeat(10_000)}.eth`],
  ])('error: a name with %s is none', async (_name, name) => {
    await setName(name)
    expect((await setUp().get(`identity/${people.visitor}`))[1]).toEqual({ name: null, avatar: null })
  })

  test.each([
    ['https', 'https://example.com/a.png', 'https://example.com/a.png'],
    ['http', 'http://example.com/a.png', null],
    ['script', 'javascript:alert(1)', null],
    ['a page', 'data:text/html,<script>alert(1)</script>', null],
    ['a picture', png, png],
    [
      'an SVG with a script',
      `data:image/svg+xml,${encodeURIComponent('<svg><script>alert(1)</script></svg>')}`,
      null,
    ],
    ['a service of this network', 'https://169.254.169.254/latest/meta-data/', null],
    [
      'IPFS without a gateway',
      'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/1.png',
      null,
    ],
    ['a collectible of somebody else', `${scene}/99`, null],
    ['a collectible of a chain that is not served', `eip155:1/erc721:${contracts.scenes}/1`, null],
    ['an address without a contract', `eip155:31337/erc721:${rich}/1`, null],
    ['a number beyond all', `${scene}/${'9'.repeat(78)}`, null],
    ['nonsense', 'eip155:x', null],
  ])('a picture that is %s', async (_name, record, expected) => {
    await setAvatar(record)
    expect((await setUp().get(`identity/${people.visitor}`))[1]).toEqual({
      name: 'juniper.eth',
      avatar: expected,
    })
  })

  test('shows an IPFS picture through the gateway', async () => {
    const id = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
    await setAvatar(`ipfs://${id}/a b/1.png`)
    const { get } = setUp(chain.url, { ipfsGateway: 'https://gateway.example' })
    expect((await get(`identity/${people.visitor}`))[1].avatar).toBe(
      `https://gateway.example/ipfs/${id}/a%20b/1.png`,
    )
  })

  test.each<[string, UpstreamAnswer]>([
    ['502 with a page', { status: 502, body: '<html>' }],
    ['truncated JSON', { body: '{"jsonrpc":"2.0","id":1,"resu' }],
    ['a result that is a number', { body: '{"jsonrpc":"2.0","id":1,"result":1e30}' }],
    ['no data', { body: '{"jsonrpc":"2.0","id":1,"result":"0x"}' }],
    ['a text without end', { body: `{"jsonrpc":"2.0","id":1,"result":"0x${'f'.repeat(6_400)}"}` }],
    ['10 MB', { body: `"${'x'.repeat(10_000_000)}"` }],
    ['an error of its own', { body: '{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"<b>"}}' }],
  ])('error: the node answers %s', async (_name, answer) => {
    const node = await startUpstream(() => answer)
    cleanups.push(node.stop)
    const [status, body] = await setUp(node.url).get(`identity/${people.visitor}`)
    if (status === 200) expect(body).toEqual({ name: null, avatar: null })
    else expect([status, body]).toMatchObject([502, { error: { code: 'CHAIN_UNREACHABLE' } }])
  })

  test('error: the node hangs', async () => {
    const node = await startUpstream(() => 'hang')
    cleanups.push(node.stop)
    const { get, clock } = setUp(node.url)
    const answer = get(`identity/${people.visitor}`)
    while (node.asked.length === 0) await new Promise(setImmediate)
    clock.advance(8_000)
    expect((await answer)[0]).toBe(502)
  })

  test.each([['a%20b'], ['0x12%00'], ['..%2f..'], ['a'.repeat(200)], [`${people.visitor}?chainId=x`]])(
    'error: %s is refused',
    async (address) => {
      expect((await setUp().get(`identity/${address}`))[0]).toBe(400)
    },
  )
})

describe('avatar', { timeout: 30_000 }, () => {
  test("serves the picture's bytes under a policy that runs no script", async () => {
    const response = await setUp().picture(people.visitor)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.text()).toMatch(/^<svg/)
  })

  test.each([
    ['of nobody', people.thistle, ''],
    ['in this network', people.visitor, 'https://169.254.169.254/a.png'],
    ['that is a page', people.visitor, 'data:text/html;base64,PHNjcmlwdD4='],
    ['that is too large', people.visitor, `data:image/png,${'x'.repeat(3_000)}`],
  ])('404: a picture %s', async (_name, address, record) => {
    if (record !== '') await setAvatar(record)
    expect((await setUp().picture(address)).status).toBe(404)
  })
})

describe('profile', { timeout: 30_000 }, () => {
  test('returns the address of a name', async () => {
    const { get } = setUp()
    const [status, body] = await get('profile/account/JUNIPER.eth?apiVersion=2')
    expect([status, body]).toEqual([
      200,
      {
        name: 'juniper.eth',
        registered: 0,
        updated: 0,
        addresses: { 60: { address: people.visitor, created: 0 } },
        attributes: [{ avatar: expect.stringMatching(/^data:image/), bio: 'Keeps bees, and this account.' }],
      },
    ])
    expect((await get('profile/account/thistle.eth'))[1].addresses).toEqual({
      60: { address: people.thistle, created: 0 },
    })
  })

  test.each([
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'bip122:000000000019d6689c085ae165831e93',
    'eip155:abc',
  ])('on a chain without a coin type of ENSIP-11, %s, is that of Ethereum', async (chainId) => {
    const [status, body] = await setUp().get(`profile/account/juniper.eth?chainId=${chainId}`)
    expect([status, body.addresses]).toEqual([200, { 60: { address: people.visitor, created: 0 } }])
  })

  test.each([
    ['nobody.eth'],
    ['juniper'],
    ['.eth'],
    ['junip%D0%B5r.eth'],
    ['%3Cb%3E.eth'],
    ['juniper%E2%80%AE.eth'],
    ['a%00.eth'],
    [`${'a'.repeat(300)}.eth`],
    [`${'a.'.repeat(120)}eth`],
    ['%F0%9F%92%A9'],
  ])('404: %s', async (name) => {
    expect(await setUp().get(`profile/account/${name}`)).toMatchObject([
      404,
      { error: { code: 'NOT_FOUND' } },
    ])
  })

  test('error: a resolver that redirects into this network gets no request', async () => {
    const inside = await startUpstream(() => ({ body: '{"data":"0x"}' }))
    cleanups.push(inside.stop)
    const { Gateway } = compileSolidity(`
      pragma solidity ^0.8.30;
      contract Gateway {
        error OffchainLookup(address sender, string[] urls, bytes data, bytes4 back, bytes extra);
        fallback() external {
          string[] memory urls = new string[](1);
          urls[0] = "${inside.url}/{sender}/{data}";
          revert OffchainLookup(address(this), urls, "", 0x12345678, "");
        }
      }`)
    if (Gateway === undefined) throw new Error('not compiled')
    const address = await deployContract(chain, Gateway)
    const { get } = setUp(chain.url, { ens: [`${chainId}=${address}`] })
    expect((await get('profile/account/juniper.eth'))[0]).toBe(404)
    expect((await get(`identity/${people.visitor}`))[1]).toEqual({ name: null, avatar: null })
    expect(inside.asked).toEqual([])
  })
})

test('coin types by chain (ENSIP-11)', () => {
  const types = [undefined, 'eip155:1', 'eip155:10', 'eip155:8453', 'eip155:2147483648'] as const
  expect(types.map(coinTypeOf)).toEqual([60n, 60n, 2147483658n, 2147492101n, 60n])
})

async function forward(body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(chain.url, { method: 'POST', body, headers })).text()
}
