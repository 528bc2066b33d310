import { base58 } from '@scure/base'
import { getNfts } from 'latchkey/protocol'
import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import { localGenesisHash } from '../../../../../../chains/solana/src/index.js'
import type { RpcCall } from '../../../../outbound/post.js'
import { startScriptedNode } from '../../../../testing/startScriptedNode.js'
import { startService } from '../../../../testing/startService.js'
import { startUpstream } from '../../../../testing/startUpstream.js'
import { metadataAddressOf, metadataProgram } from '../metadataAddress.js'
import { tokenPrograms } from '../tokens.js'

const chainId = `solana:${localGenesisHash.slice(0, 32)}`
const none = { ens: [], swapRouters: [], stablecoins: [], tokens: [] }
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

const bytes = (number: number) => new Uint8Array(32).fill(number)
const addressOf = (number: number) => base58.encode(bytes(number))
const owner = addressOf(31)
const at = (value: unknown) => ({ context: { slot: 1 }, value })
const account = (data: Buffer, program: string) => ({
  lamports: 1,
  owner: program,
  executable: false,
  data: [data.toString('base64'), 'base64'],
})
const id = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function mintOf(decimals: number) {
  const data = Buffer.alloc(82)
  data[44] = decimals
  data[45] = 1
  return account(data, tokenPrograms[0])
}

function metadataOf(number: number, link: string, { program = metadataProgram, of = number } = {}) {
  const texts = [`Lamp ${number}`, 'LAMP', link].map((text, index) => {
    const size = [32, 10, 200][index] ?? 0
    const part = Buffer.alloc(4 + size)
    part.writeUInt32LE(size)
    part.write(text, 4)
    return part
  })
  return account(Buffer.concat([Buffer.of(4), Buffer.alloc(32), bytes(of), ...texts]), program)
}

type Given = { readonly number: number; readonly decimals?: number; readonly metadata?: object | null }

async function setUp(tokens: readonly Given[], more: object = {}, others: readonly [string, object][] = []) {
  const accounts = new Map<string, object | null>(others)
  for (const { number, decimals = 0, metadata = metadataOf(number, `ipfs://${id}/1.json`) } of tokens) {
    accounts.set(addressOf(number), mintOf(decimals))
    accounts.set(metadataAddressOf(bytes(number)) ?? '', metadata)
  }
  const node = await startScriptedNode(
    ({ method, params }: RpcCall) => {
      const [first, filter] = Array.isArray(params) ? params : []
      if (method === 'getMultipleAccounts') return at(first.map((one: string) => accounts.get(one) ?? null))
      if (method !== 'getTokenAccountsByOwner') return undefined
      const held = tokens.map(({ number }) => {
        const amount = Buffer.alloc(8)
        amount.writeBigUInt64LE(1n)
        const data = Buffer.concat([bytes(number), base58.decode(owner), amount])
        return { pubkey: addressOf(99), account: account(data, tokenPrograms[0]) }
      })
      return at(filter.programId === tokenPrograms[0] ? held : [])
    },
    { getGenesisHash: localGenesisHash, getSlot: 1 },
  )
  cleanups.push(node.stop)
  const gateway = await startUpstream((path) => {
    if (path.endsWith('1.json')) {
      const body = JSON.stringify({
        name: 'The lamp',
        description: 'It is lit.',
        image: `ipfs://${id}/1.png`,
        attributes: [{ trait_type: 'Oil', value: 3 }],
      })
      return { body, type: 'application/json' }
    }
    return path.endsWith('1.png') ? { body: picture, type: 'image/png' } : { status: 404 }
  })
  cleanups.push(gateway.stop)
  const settings = { chains: [`${chainId}=${node.url}`], ipfsGateway: gateway.url, ...more }
  const service = await startService('', { ...none, ...settings })
  cleanups.push(service.close)
  const page = async (cursor?: string) => {
    const rest = cursor === undefined ? '' : `&cursor=${cursor}`
    const { status, body } = await service.ask({
      path: `/v1/account/${owner}/nfts?chainId=${chainId}${rest}`,
    })
    return { status, page: status === 200 ? v.parse(getNfts.answer, body) : undefined }
  }
  const image = (address: string) => service.ask({ path: `/v1/nft/${chainId}/${address}/0/image` })
  return { page, image }
}

test('a collectible has the name, picture and traits of its metadata', async () => {
  const { page, image } = await setUp([{ number: 41 }, { number: 42, decimals: 6 }])
  expect((await page()).page).toEqual({
    data: [
      {
        chainId,
        standard: 'METAPLEX',
        tokenId: '0',
        quantity: '1',
        name: 'The lamp',
        description: 'It is lit.',
        collection: { address: `${chainId}:${addressOf(41)}`, name: 'LAMP', symbol: 'LAMP' },
        attributes: [{ name: 'Oil', value: '3' }],
        hasImage: true,
        isSpam: false,
      },
    ],
    next: null,
  })
  const shown = await image(addressOf(41))
  expect([shown.status, shown.type]).toEqual([200, 'image/png'])
  expect((await image(addressOf(77))).status).toBe(404)
  expect((await image('junk')).status).toBe(400)
})

describe('metadata that cannot be trusted', () => {
  test.each<[string, object | null]>([
    ['none', null],
    ['of another program', metadataOf(41, `ipfs://${id}/1.json`, { program: tokenPrograms[0] })],
    ['of another token', metadataOf(41, `ipfs://${id}/1.json`, { of: 55 })],
    ['at an address of this network', metadataOf(41, 'http://127.0.0.1/1.json')],
    ['that is missing', metadataOf(41, `ipfs://${id}/2.json`)],
    ['that ends early', account(Buffer.from([4]), metadataProgram)],
  ])('%s: no picture', async (_, metadata) => {
    const { page, image } = await setUp([{ number: 41, metadata }])
    expect((await page()).page?.data).toMatchObject([{ hasImage: false, attributes: [] }])
    expect((await image(addressOf(41))).status).toBe(404)
  })
})

test('pages of 24 follow each other', async () => {
  const { page } = await setUp(
    Array.from({ length: 30 }, (_, index) => ({ number: 100 + index, metadata: null })),
  )
  const first = (await page()).page
  expect(first?.data).toHaveLength(24)
  const second = (await page(first?.next ?? '')).page
  expect([second?.data.length, second?.next]).toEqual([6, null])
  const ids = [...(first?.data ?? []), ...(second?.data ?? [])].map(({ collection }) => collection.address)
  expect(new Set(ids).size).toBe(30)
  expect((await page(addressOf(9))).status).toBe(400)
}, 30_000)

describe('an API in the shape of DAS', () => {
  const assetOf = (number: number, change: object = {}) => ({
    interface: 'V1_NFT',
    id: addressOf(number),
    content: { json_uri: `ipfs://${id}/1.json`, metadata: { name: `Leaf ${number}`, symbol: 'LEAF' } },
    compression: { compressed: true, tree: addressOf(70), leaf_id: 5 },
    ownership: { owner, frozen: false, delegated: false },
    burnt: false,
    ...change,
  })

  async function startDas(items: readonly unknown[], isDown = (_page: number) => false) {
    const asked: unknown[] = []
    const das = await startUpstream((_path, body) => {
      const { method, params } = JSON.parse(body)
      asked.push({ method, params })
      if (isDown(params.page)) return { status: 500 }
      const part = items.slice((params.page - 1) * 1_000, params.page * 1_000)
      const result = method === 'getAsset' ? items[0] : { total: part.length, limit: 1_000, items: part }
      return { body: JSON.stringify({ jsonrpc: '2.0', id: '1', result }) }
    })
    cleanups.push(das.stop)
    return { asked, das: [`${chainId}=${das.url}?api-key=SECRET`] }
  }

  test('tells compressed ones, which have a picture, too', async () => {
    const { asked, das } = await startDas([assetOf(61)])
    const { page, image } = await setUp([{ number: 41 }], { das })
    expect((await page()).page?.data).toMatchObject([
      { collection: { address: `${chainId}:${addressOf(41)}` } },
      { collection: { address: `${chainId}:${addressOf(61)}`, name: 'LEAF' }, hasImage: true },
    ])
    expect(asked).toEqual([
      { method: 'getAssetsByOwner', params: { ownerAddress: owner, page: 1, limit: 1_000 } },
    ])
    expect((await image(addressOf(61))).type).toBe('image/png')
  })

  describe('tells those of Metaplex Core', () => {
    const program = 'CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d'
    const told = assetOf(62, { interface: 'MplCoreAsset', compression: { compressed: false } })
    /** An account of Core as its program writes it: the owner, who may change it, the name and the link. */
    function coreOf(of: string, { authority = 2, kind = 1, link = `ipfs://${id}/2.json` } = {}) {
      const parts = ['Beacon', link].map((text) => {
        const part = Buffer.alloc(4 + text.length)
        part.writeUInt32LE(text.length)
        part.write(text, 4)
        return part
      })
      const address = authority === 0 ? Buffer.alloc(0) : bytes(9)
      const head = [Buffer.of(kind), base58.decode(of), Buffer.of(authority), address]
      return Buffer.concat([...head, ...parts, Buffer.of(0)])
    }
    const listed = async (data: Buffer, owned = program) => {
      const { das } = await startDas([told])
      const { page, image } = await setUp([], { das }, [[addressOf(62), account(data, owned)]])
      return { data: (await page()).page?.data, image }
    }

    test.each([0, 1, 2])(
      'with the name that their accounts have, whoever may change it (%d)',
      async (authority) => {
        expect((await listed(coreOf(owner, { authority }))).data).toMatchObject([
          { collection: { address: `${chainId}:${addressOf(62)}` }, name: 'Beacon', quantity: '1' },
        ])
      },
    )

    test('with the picture of their metadata', async () => {
      const { image } = await listed(coreOf(owner, { link: `ipfs://${id}/1.json` }))
      expect((await image(addressOf(62))).type).toBe('image/png')
    })

    test.each<[string, Buffer, string?]>([
      ['of another owner on the chain', coreOf(addressOf(8))],
      ['of another kind, such as a collection', coreOf(owner, { kind: 5 })],
      ['of another program', coreOf(owner), tokenPrograms[0]],
      ['cut off', coreOf(owner).subarray(0, 70)],
    ])('and leaves out what is %s', async (_, data, owned) => {
      expect((await listed(data, owned)).data).toEqual([])
    })
  })

  test('is asked for the assets behind the first thousand', async () => {
    const whole = { id: addressOf(60), compression: { compressed: false } }
    const items = Array.from({ length: 1_600 }, () => assetOf(60, whole))
    items[1_500] = assetOf(61)
    const { asked, das } = await startDas(items)
    const { page } = await setUp([], { das })
    expect((await page()).page?.data).toMatchObject([
      { collection: { address: `${chainId}:${addressOf(61)}` } },
    ])
    expect(asked).toHaveLength(2)
  }, 60_000)

  test('a cursor of the API stays valid while the API fails', async () => {
    let isDown = false
    const many = Array.from({ length: 30 }, (_, index) => assetOf(100 + index))
    const { das } = await startDas(many, () => isDown)
    const { page } = await setUp([], { das })
    const first = (await page()).page
    isDown = true
    expect((await page(first?.next ?? '')).status).toBe(502)
  }, 30_000)

  test('does not hide what the chain tells, if it fails', async () => {
    const { page } = await setUp([{ number: 41 }], { das: [`${chainId}=http://localhost:1`] })
    expect((await page()).page?.data).toHaveLength(1)
  })

  test.each<[string, unknown]>([
    ['burnt', assetOf(61, { burnt: true })],
    ['of another owner', assetOf(61, { ownership: { owner: addressOf(8) } })],
    ['not compressed, so the chain has it', assetOf(61, { compression: { compressed: false } })],
    ['without an address', assetOf(61, { id: 'junk' })],
    ['nonsense', 7],
  ])('left out: what is %s', async (_, item) => {
    const { das } = await startDas([item])
    const { page } = await setUp([], { das })
    expect((await page()).page?.data).toEqual([])
  })
})
