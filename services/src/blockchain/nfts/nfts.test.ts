import type { Nft } from 'latchkey/protocol'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { contracts, people, seedHistory } from '../../../../chains/src/index.js'
import { createContext } from '../../shared/context.js'
import { createLog } from '../../shared/log.js'
import { createTestClock } from '../../testing/createTestClock.js'
import {
  type Artifact,
  callContract,
  compileSolidity,
  deployContract,
  rich,
} from '../../testing/deployContract.js'
import { startChain, type TestChain } from '../../testing/startChain.js'
import { startUpstream, type UpstreamAnswer } from '../../testing/startUpstream.js'
import { createBlockchain } from '../blockchain.js'
import { createHistory, type History } from '../history/history.js'
import type { Collectible } from '../history/Known.js'

type Address = `0x${string}`
type Answer = readonly [status: number, body: { readonly data: readonly Nft[]; readonly next: string | null }]

const chainId = 'eip155:31337'
const holder = '0x2222222222222222222222222222222222222222'
const cid = 'QmPZ9gcCEpqKTo6aq61g2nXGUhM4iCL3ewB6LDXZCtioEB'
const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000', 'hex')
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const art = compileSolidity(`
  pragma solidity ^0.8.30;
  contract Art {
    string public name = "Art <b>\\u202e";
    string public symbol = "ART";
    string private link;
    bool private burns;
    function set(string calldata value, bool burning) external { link = value; burns = burning; }
    function ownerOf(uint256) external view returns (address) {
      if (burns) while (true) {}
      return ${holder};
    }
    function tokenURI(uint256) external view returns (string memory) { return link; }
    function uri(uint256) external pure returns (string memory) { return "ipfs://${cid}/{id}.json"; }
  }`).Art as Artifact

let chain: TestChain
let artAddress: Address
const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  chain = await startChain()
  await seedHistory(chain.url)
  artAddress = await deployContract(chain, art)
}, 120_000)
afterAll(() => chain.stop())
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function setUp({
  history,
  ...settings
}: {
  history?: Pick<History, 'collectibles'>
  ipfsGateway?: string
} = {}) {
  const clock = createTestClock()
  const context = createContext({
    settings: { chains: [`${chainId}=${chain.url}`], httpBurst: 100_000, ...settings },
    log: createLog({ level: 'silent', now: () => 0, write: () => {} }),
    clock,
    checkAnswers: true,
  })
  const own = await createHistory(context, undefined)
  cleanups.push(() => own.close())
  const app = createBlockchain(context, history === undefined ? own : { ...own, ...history })
  return {
    clock,
    get: async (path: string): Promise<Answer> => {
      const response = await app.request(`/v1/${path}`)
      return [response.status, (await response.json()) as Answer[1]]
    },
    picture: (collection: string, tokenId: string | number, id: string = chainId) =>
      app.request(`/v1/nft/${id}/${collection}/${tokenId}/image`),
  }
}

/** Returns a list of `count` collectibles that the holder received. */
const listOf = (count: number, token: Address = artAddress): Pick<History, 'collectibles'> => ({
  collectibles: async () => ({
    source: 'chain',
    value: Array.from(
      { length: count },
      (_, index): Collectible => ({
        token: token.toLowerCase() as Address,
        tokenId: String(index + 1),
        standard: 'ERC721',
      }),
    ),
  }),
})

const setLink = (link: string, isBurning = false) =>
  callContract(chain, artAddress, art.abi, 'set', [link, isBurning])
const metadata = (value: unknown) =>
  `data:application/json;base64,${Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')}`

describe('nfts', { timeout: 60_000 }, () => {
  test('lists what the holder received and still owns, with its metadata', async () => {
    const { get } = await setUp()
    const nfts = await poll(async () => {
      const [, { data }] = await get(`account/${people.visitor}/nfts?chainId=${chainId}`)
      return data.length > 0 ? data : undefined
    })
    expect(nfts.every((nft) => nft.chainId === chainId && nft.tokenId !== '')).toBe(true)
    const scene = nfts.find(({ collection }) => collection.address === `${chainId}:${contracts.scenes}`)
    expect(scene).toMatchObject({ standard: 'ERC721', quantity: '1', hasImage: true, isSpam: false })
    expect(scene?.name).toMatch(/#\d+$/)
    const badge = nfts.find(({ collection }) => collection.address === `${chainId}:${contracts.badges}`)
    expect(badge).toMatchObject({ standard: 'ERC1155', hasImage: true })
    const flyer = nfts.find(({ collection }) => collection.address === `${chainId}:${contracts.flyers}`)
    expect(flyer?.isSpam).toBe(true)
    for (const { collection, tokenId } of [scene, badge].flatMap((nft) => nft ?? [])) {
      const response = await (await setUp()).picture(collection.address.slice(chainId.length + 1), tokenId)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
      expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    }
  })

  test('omits what the holder gave away', async () => {
    const gone = await (await setUp({ history: listOf(3) })).get(`account/${rich}/nfts`)
    expect(gone).toEqual([200, { data: [], next: null }])
  })

  test('returns pages to the end', async () => {
    await setLink('')
    const { get } = await setUp({ history: listOf(50) })
    const numbers: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const [, page]: Answer = await get(`account/${holder}/nfts${next === '' ? '' : `?cursor=${next}`}`)
      numbers.push(...page.data.map(({ tokenId }) => tokenId))
      next = page.next
    }
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => String(index + 1)))
  })

  test('names a collectible without metadata by its contract and number', async () => {
    await setLink('')
    const [, { data }] = await (await setUp({ history: listOf(1) })).get(
      `account/${holder}/nfts?chainId=${chainId}`,
    )
    expect(data).toEqual([
      {
        chainId,
        standard: 'ERC721',
        tokenId: '1',
        quantity: '1',
        name: 'Art <b> #1',
        collection: { address: `${chainId}:${artAddress}`, name: 'Art <b>', symbol: 'ART' },
        attributes: [],
        hasImage: false,
        isSpam: false,
      },
    ])
  })

  test.each<[string, unknown, object]>([
    [
      'wrong types',
      { name: {}, description: [], attributes: 'x', image: 7 },
      { name: 'Art <b> #1', attributes: [], hasImage: false },
    ],
    [
      'numbers for texts',
      { name: 7, attributes: [{ trait_type: 'A', value: 1e30 }, null, { value: 1 }] },
      { name: '7', attributes: [{ name: 'A', value: '1e+30' }] },
    ],
    [
      'hidden letters and HTML',
      { name: '<img src=x onerror=alert(1)>\u202eab\u200b', description: '\u0000\u2066x' },
      { name: '<img src=x onerror=alert(1)> ab', description: 'x' },
    ],
    ['a name without an end', { name: 'n'.repeat(10_000) }, { name: `${'n'.repeat(95)}…` }],
    [
      '1000 attributes',
      { attributes: Array.from({ length: 1_000 }, () => ({ trait_type: 't', value: 'v' })) },
      { attributes: Array.from({ length: 50 }, () => ({ name: 't', value: 'v' })) },
    ],
    ['a lure', { name: 'Claim at https://free.example' }, { isSpam: true }],
    ['a script for a picture', { image: 'javascript:alert(1)' }, { hasImage: false }],
    ['the drawing itself', { image_data: drawing }, { hasImage: true }],
    ['a list', '[1]', { name: 'Art <b> #1', hasImage: false }],
    ['truncated JSON', '{"name":"x', { name: 'Art <b> #1' }],
    ['NaN', '{"name":NaN}', { name: 'Art <b> #1' }],
    ['names that every object has', '{"__proto__":{"name":"x"},"constructor":"y"}', { name: 'Art <b> #1' }],
  ])('metadata with %s', async (_name, value, expected) => {
    await setLink(metadata(value))
    const [status, { data }] = await (await setUp({ history: listOf(1) })).get(`account/${holder}/nfts`)
    expect([status, data]).toMatchObject([200, [expected]])
  })

  test.each<[string, UpstreamAnswer]>([
    ['502 with a page', { status: 502, body: '<html>' }],
    ['429', { status: 429, headers: { 'retry-after': '9' } }],
    ['10 MB', { body: 'x'.repeat(10_000_000) }],
    ['an endless body', { isEndless: true }],
    ['a broken line', 'break'],
    ['the keys of the machine', { status: 302, headers: { location: 'http://169.254.169.254/' } }],
  ])('the gateway answers %s: it goes by its number', async (_name, answer) => {
    const upstream = await startUpstream(() => answer)
    cleanups.push(upstream.stop)
    await setLink(`ipfs://${cid}/1.json`)
    const { get } = await setUp({ history: listOf(1), ipfsGateway: upstream.url })
    expect(await get(`account/${holder}/nfts`)).toMatchObject([200, { data: [{ name: 'Art <b> #1' }] }])
    expect(upstream.asked).toEqual([`GET /ipfs/${cid}/1.json`])
  })

  test('gives up on a hanging gateway after 5 s, and does not retry for 5 min', async () => {
    const upstream = await startUpstream(() => 'hang')
    cleanups.push(upstream.stop)
    await setLink(`ipfs://${cid}/1.json`)
    const { get, clock } = await setUp({ history: listOf(1), ipfsGateway: upstream.url })
    const answer = get(`account/${holder}/nfts`)
    while (upstream.asked.length === 0) await new Promise(setImmediate)
    clock.advance(5_000)
    expect(await answer).toMatchObject([200, { data: [{ name: 'Art <b> #1' }] }])
    await get(`account/${holder}/nfts`)
    expect(upstream.asked).toHaveLength(1)
  })

  test('inserts the token id as 64 digits into a shared link (ERC-1155)', async () => {
    const upstream = await startUpstream(() => ({ body: '{"name":"By number"}' }))
    cleanups.push(upstream.stop)
    await setLink('')
    const { get } = await setUp({ history: listOf(11), ipfsGateway: upstream.url })
    const [, { data }] = await get(`account/${holder}/nfts`)
    expect(data.map(({ name }) => name)).toEqual(Array.from({ length: 11 }, () => 'By number'))
    expect(upstream.asked).toContain(`GET /ipfs/${cid}/${'b'.padStart(64, '0')}.json`)
  })

  test('a contract that burns all gas counts as owning nothing', async () => {
    await setLink('', true)
    cleanups.push(() => setLink(''))
    expect(await (await setUp({ history: listOf(1) })).get(`account/${holder}/nfts`)).toEqual([
      200,
      { data: [], next: null },
    ])
  })

  test.each([
    [`account/${holder}/nfts?cursor=31337-0x00-1`],
    [`account/${holder}/nfts?cursor=%00`],
    [`account/${holder}/nfts?cursor=${'a'.repeat(300)}`],
    [`account/${holder}/nfts?chainId=eip155:5`],
    [`account/${holder}/nfts?chainId=1e30`],
    ['account/juniper.eth/nfts'],
  ])('error: %s', async (path) => {
    expect((await (await setUp({ history: listOf(1) })).get(path))[0]).toBe(400)
  })
})

describe('nft image', { timeout: 60_000 }, () => {
  const start = async (answer: UpstreamAnswer) => {
    const upstream = await startUpstream((path) =>
      path.endsWith('.json') ? { body: JSON.stringify({ image: `ipfs://${cid}/1.png` }) } : answer,
    )
    cleanups.push(upstream.stop)
    await setLink(`ipfs://${cid}/1.json`)
    return { upstream, ...(await setUp({ ipfsGateway: upstream.url })) }
  }

  test('fetches the picture once, and takes its type from its bytes', async () => {
    const { upstream, picture } = await start({ headers: { 'content-type': 'text/html' }, body: png })
    const response = await picture(artAddress, 1)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(Buffer.from(await response.arrayBuffer()).equals(png)).toBe(true)
    await picture(artAddress, 1)
    expect(upstream.asked).toEqual([`GET /ipfs/${cid}/1.json`, `GET /ipfs/${cid}/1.png`])
  })

  test.each<[string, UpstreamAnswer]>([
    [
      'a page that says it is a picture',
      { headers: { 'content-type': 'image/png' }, body: '<script>alert(1)</script>' },
    ],
    [
      'an SVG with a script',
      { body: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>' },
    ],
    [
      'an SVG that fetches',
      { body: '<svg xmlns="http://www.w3.org/2000/svg"><image href="https://a.example"/></svg>' },
    ],
    ['10 MB', { body: Buffer.concat([png, Buffer.alloc(10_000_000)]) }],
    ['an endless body', { isEndless: true }],
    ['502 with a page', { status: 502, body: '<html>' }],
    ['429', { status: 429 }],
    ['a place in this network', { status: 302, headers: { location: 'https://10.0.0.1/' } }],
    ['a broken line', 'break'],
  ])('404: %s', async (_name, answer) => {
    const { picture } = await start(answer)
    expect((await picture(artAddress, 1)).status).toBe(404)
  })

  test.each([
    ['in this network', { image: 'https://127.0.0.1/a.png' }],
    ['at the machine’s keys', { image: 'https://[::ffff:a9fe:a9fe]/' }],
    ['not encrypted', { image: 'http://example.com/a.png' }],
    ['on a port of its own', { image: 'https://example.com:22/a.png' }],
    ['nowhere', {}],
  ])('404: one that is %s', async (_name, value) => {
    await setLink(metadata(value))
    expect((await (await setUp()).picture(artAddress, 1)).status).toBe(404)
  })

  test('404 for a token that is no collectible', async () => {
    expect((await (await setUp()).picture(rich, 1)).status).toBe(404)
  })

  test.each([['-1'], ['1e30'], ['9'.repeat(78)], ['9'.repeat(80)], ['0x1'], ['NaN']])(
    'error: the number %s',
    async (tokenId) => {
      expect((await (await setUp()).picture(artAddress, tokenId)).status).toBe(400)
    },
  )

  test('error: another chain, and no address', async () => {
    const { picture } = await setUp()
    expect((await picture(artAddress, 1, 'eip155:5')).status).toBe(400)
    expect((await picture(artAddress, 1, 'x')).status).toBe(400)
    expect((await picture('juniper.eth', 1)).status).toBe(400)
  })
})

async function poll<value>(read: () => Promise<value | undefined>): Promise<value> {
  for (;;) {
    const found = await read()
    if (found !== undefined) return found
    await new Promise(setImmediate)
  }
}
