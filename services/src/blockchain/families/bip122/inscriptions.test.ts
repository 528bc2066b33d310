import { getNfts } from 'latchkey/protocol'
import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import { startService } from '../../../testing/startService.js'
import { startUpstream, type UpstreamAnswer } from '../../../testing/startUpstream.js'

const genesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'
const chainId = 'bip122:000000000019d6689c085ae165831e93'
const owner = 'bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297'
const none = { ens: [], swapRouters: [], stablecoins: [], tokens: [] }
const cleanups: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const txid = (number: number) => number.toString(16).padStart(64, '0')
const idOf = (number: number) => `${txid(number)}i0`
const coinOf = (number: number) => ({ txid: txid(number), vout: 0, value: 546, status: { confirmed: true } })

/** What ord's server answers of an inscription, in all its fields. */
const inscriptionOf = (number: number, change: object = {}) => ({
  address: owner,
  charms: ['uncommon'],
  child_count: 0,
  children: [],
  content_length: 793,
  content_type: 'image/png',
  effective_content_type: 'image/png',
  fee: 322,
  height: 767_430,
  id: idOf(number),
  next: null,
  number,
  parents: [],
  previous: null,
  rune: null,
  sat: null,
  satpoint: `${txid(number)}:0:0`,
  timestamp: 1_671_049_920,
  value: 546,
  ...change,
})
const addressOf = (numbers: readonly number[], runes: unknown = []) => ({
  outputs: numbers.map((number) => `${txid(number)}:0`),
  inscriptions: numbers.map(idOf),
  sat_balance: 546 * numbers.length,
  runes_balances: runes,
})
const outputOf = (change: object = {}) => ({
  address: owner,
  confirmations: 3,
  indexed: true,
  inscriptions: [],
  outpoint: `${txid(1)}:0`,
  runes: {},
  sat_ranges: null,
  script_pubkey: '5120',
  spent: false,
  transaction: txid(1),
  value: 546,
  ...change,
})

type Answers = { readonly [path: string]: unknown }

/** A service with a node that knows these coins, and an ord server that answers these paths. */
async function setUp(coins: readonly number[], answers: Answers, settings = {}) {
  const node = await startUpstream((path) => {
    if (path === '/block-height/0') return { body: genesis }
    if (path === '/blocks/tip/height') return { body: '9' }
    return path === `/address/${owner}/utxo`
      ? { body: JSON.stringify(coins.map(coinOf)) }
      : { status: 404, body: 'not found' }
  })
  const ord = await startUpstream((path): UpstreamAnswer => {
    const plain = path.replace(/^\/base/, '').replace(/\?key=SECRET$/, '')
    const answer = plain === path ? undefined : answers[plain]
    if (answer === undefined) return { status: 404, body: 'not found' }
    return { body: Buffer.isBuffer(answer) ? answer : JSON.stringify(answer) }
  })
  cleanups.push(node.stop, ord.stop)
  const service = await startService('', {
    ...none,
    chains: [`${chainId}=${node.url}`],
    ord: [`${chainId}=${ord.url}/base/?key=SECRET`],
    ...settings,
  })
  cleanups.push(service.close)
  const page = async (cursor?: string) => {
    const rest = cursor === undefined ? '' : `&cursor=${cursor}`
    const path = `/v1/account/${owner}/nfts?chainId=${chainId}${rest}`
    const { status, body } = await inTime(service.ask({ path }))
    return { status, page: status === 200 ? v.parse(getNfts.answer, body) : undefined }
  }
  /** Lets time pass until an answer is there: the server gets only so many requests per second. */
  async function inTime<value>(answer: Promise<value>): Promise<value> {
    let isThere = false
    const mark = () => {
      isThere = true
    }
    answer.then(mark, mark)
    while (!isThere) {
      await new Promise(setImmediate)
      service.clock.advance(1)
    }
    return answer
  }
  const image = (id: string) => service.ask({ path: `/v1/nft/${chainId}/${id}/0/image` })
  const utxo = async () => (await service.ask({ path: `/v1/esplora/${chainId}/address/${owner}/utxo` })).body
  return { page, image, utxo, ord, service }
}

test('an inscription on a coin of the address is listed, and has its content as picture', async () => {
  const { page, image, ord } = await setUp([7], {
    [`/address/${owner}`]: addressOf([7]),
    [`/inscription/${idOf(7)}`]: inscriptionOf(7),
    [`/content/${idOf(7)}`]: picture,
  })
  expect((await page()).page).toEqual({
    data: [
      {
        chainId,
        standard: 'ORDINAL',
        tokenId: '7',
        quantity: '1',
        name: 'Inscription 7',
        collection: { address: `${chainId}:${idOf(7)}`, name: 'Ordinals' },
        attributes: [],
        hasImage: true,
        isSpam: false,
      },
    ],
    next: null,
  })
  expect(ord.headers[0]?.accept).toBe('application/json')
  const shown = await image(idOf(7))
  expect([shown.status, shown.type]).toEqual([200, 'image/png'])
  expect((await image('junk')).status).toBe(400)
})

describe('what the server says is not taken at its word', () => {
  test('an inscription on a coin that the address does not have is left out', async () => {
    const { page } = await setUp([7], {
      [`/address/${owner}`]: addressOf([7, 8]),
      [`/inscription/${idOf(7)}`]: inscriptionOf(7, { satpoint: `${txid(9)}:0:0` }),
      [`/inscription/${idOf(8)}`]: inscriptionOf(8, { satpoint: `${txid(7)}:0:330` }),
    })
    expect((await page()).page?.data).toMatchObject([{ name: 'Inscription 8' }])
  })

  test.each<[string, unknown]>([
    ['another one', inscriptionOf(8)],
    ['no place', inscriptionOf(7, { satpoint: 'here' })],
    ['not JSON of the form', 'hello'],
    ['nothing', undefined],
  ])('%s in its place hides no other', async (_, answer) => {
    const { page } = await setUp([7, 8], {
      [`/address/${owner}`]: { ...addressOf([7, 8]), inscriptions: [idOf(7), '../../content', 5, idOf(8)] },
      [`/inscription/${idOf(7)}`]: answer,
      [`/inscription/${idOf(8)}`]: inscriptionOf(8, { number: -3, content_type: 'text/html' }),
    })
    expect((await page()).page?.data).toMatchObject([
      { name: 'Inscription -3', tokenId: '0', hasImage: false },
    ])
  })

  test('a server that answers nothing sound is a failure, and no empty list', async () => {
    const { page } = await setUp([7], { [`/address/${owner}`]: addressOf([7]) })
    expect((await page()).status).toBe(502)
    const other = await setUp([7], {})
    expect((await other.page()).status).toBe(502)
  })

  test('a content that is no picture is not served', async () => {
    const { image } = await setUp([7], {
      [`/inscription/${idOf(7)}`]: inscriptionOf(7),
      [`/content/${idOf(7)}`]: Buffer.from('<html><script>alert(1)</script></html>'),
      [`/inscription/${idOf(8)}`]: inscriptionOf(8, { content_type: 'text/html' }),
      [`/content/${idOf(8)}`]: picture,
    })
    expect((await image(idOf(7))).status).toBe(404)
    expect((await image(idOf(8))).status).toBe(404)
  })
})

test('pages of 24 follow each other', async () => {
  const numbers = Array.from({ length: 30 }, (_, index) => 100 + index)
  const { page } = await setUp(numbers, {
    [`/address/${owner}`]: addressOf(numbers),
    ...Object.fromEntries(numbers.map((number) => [`/inscription/${idOf(number)}`, inscriptionOf(number)])),
  })
  const first = (await page()).page
  expect(first?.data).toHaveLength(24)
  const second = (await page(first?.next ?? '')).page
  expect([second?.data.length, second?.next]).toEqual([6, null])
  expect((await page('junk')).status).toBe(400)
}, 30_000)

test('a list that changes between two pages goes on after the same one, and shows none twice', async () => {
  const numbers = Array.from({ length: 30 }, (_, index) => 100 + index)
  const answers: { [path: string]: unknown } = {
    [`/address/${owner}`]: addressOf(numbers),
    ...Object.fromEntries(numbers.map((number) => [`/inscription/${idOf(number)}`, inscriptionOf(number)])),
  }
  const { page } = await setUp(numbers, answers)
  const first = (await page()).page
  expect(first?.next).toBe(idOf(123))
  // The last one shown has been sent away, and the server tells the others in another order.
  answers[`/address/${owner}`] = addressOf(numbers.filter((number) => number !== 123).reverse())
  const second = (await page(first?.next ?? '')).page
  expect([second?.data.map(({ tokenId }) => Number(tokenId)), second?.next]).toEqual([
    [124, 125, 126, 127, 128, 129],
    null,
  ])
}, 30_000)

test('without a server of that shape there are no collectibles, and no marks', async () => {
  const { page, image, utxo } = await setUp([7], {}, { ord: [] })
  expect((await page()).page).toEqual({ data: [], next: null })
  expect((await image(idOf(7))).status).toBe(404)
  expect(await utxo()).toEqual([coinOf(7)])
})

describe('coins that hold something', () => {
  test('are marked where clients read the coins of an address', async () => {
    const runes = { 'TEST•RUNE•HERE': { amount: 10, divisibility: 0, symbol: '¤' } }
    const { utxo } = await setUp([1, 2, 3, 4, 5], {
      [`/address/${owner}`]: addressOf([1], [['TEST•RUNE•HERE', '10', '¤']]),
      [`/output/${txid(1)}:0`]: outputOf({ inscriptions: [idOf(1)] }),
      [`/output/${txid(2)}:0`]: outputOf({ runes }),
      [`/output/${txid(3)}:0`]: outputOf({ runes: [['TEST•RUNE•HERE', {}]] }),
      [`/output/${txid(4)}:0`]: outputOf({ inscriptions: null, runes: null }),
      // Nothing is known of the fifth: it has no mark.
    })
    expect(await utxo()).toEqual(
      [1, 2, 3, 4, 5].map((number) => ({ ...coinOf(number), ...(number < 4 && { collectible: true }) })),
    )
  })

  test('are not looked for at an address that has none', async () => {
    const { utxo, ord } = await setUp([1], { [`/address/${owner}`]: addressOf([]) })
    expect(await utxo()).toEqual([coinOf(1)])
    expect(ord.asked).toHaveLength(1)
  })

  test('are looked for one by one where the server keeps no index of addresses', async () => {
    const { utxo } = await setUp([1], {
      [`/output/${txid(1)}:0`]: outputOf({ inscriptions: [idOf(1)] }),
    })
    expect(await utxo()).toEqual([{ ...coinOf(1), collectible: true }])
  })
})
