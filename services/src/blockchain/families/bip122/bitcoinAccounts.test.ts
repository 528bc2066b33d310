import { afterEach, expect, test } from 'vitest'
import { startService } from '../../../testing/startService.js'
import { startUpstream } from '../../../testing/startUpstream.js'

const genesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'
const chainId = 'bip122:000000000019d6689c085ae165831e93'
const ada = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const grace = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
const none = { ens: [], swapRouters: [], stablecoins: [], tokens: [] }
const cleanups: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

const idOf = (number: number) => number.toString(16).padStart(64, '0')
const confirmed = { confirmed: true, block_height: 5, block_time: 1_700_000_000 }
const coinOf = (value: number) => ({ txid: idOf(value), vout: 0, value, status: { confirmed: false } })
const output = (address: string, value: number) => ({
  scriptpubkey: '00',
  scriptpubkey_address: address,
  value,
})
type Output = ReturnType<typeof output>
const txOf = (
  number: number,
  from: readonly Output[],
  to: readonly Output[],
  status: object = confirmed,
) => ({
  txid: idOf(number),
  vin: from.map((prevout) => ({ prevout })),
  vout: to,
  fee: 500,
  status,
})

/** A service with a server that answers these paths. */
async function setUp(answers: { readonly [path: string]: unknown }, settings = {}) {
  const all: { readonly [path: string]: unknown } = { '/blocks/tip/height': 9, ...answers }
  const server = await startUpstream((path) => {
    if (path === '/block-height/0') return { body: genesis }
    return path in all ? { body: JSON.stringify(all[path]) } : { status: 404 }
  })
  cleanups.push(server.stop)
  const service = await startService('', { chains: [`${chainId}=${server.url}`], ...none, ...settings })
  cleanups.push(service.close)
  return async (path: string) => {
    const { status, body } = await service.ask({ path: `/v1/account/${path}` })
    // biome-ignore lint/suspicious/noExplicitAny: the service checks its answers by their schemas.
    return { status, body: body as any }
  }
}

test('a balance is the sum of the unspent coins', async () => {
  const ask = await setUp({ [`/address/${ada}/utxo`]: [coinOf(12_000_000_000), coinOf(1)] })
  for (const path of [`${ada}/balance?chainId=${chainId}`, `${ada.toUpperCase()}/balance`]) {
    expect((await ask(path)).body.balances).toEqual([
      {
        name: 'Bitcoin',
        symbol: 'BTC',
        chainId,
        price: 0,
        quantity: { decimals: '8', numeric: '120.00000001' },
        iconUrl: '',
      },
    ])
  }
})

test('an address without coins has no balances', async () => {
  const ask = await setUp({ [`/address/${grace}/utxo`]: [] })
  expect((await ask(`${grace}/balance?chainId=${chainId}`)).body.balances).toEqual([])
})

test('an address of another family is refused', async () => {
  const ask = await setUp({})
  expect((await ask(`0x70997970C51812dc3A010C7d01b50e0d17dc79C8/balance?chainId=${chainId}`)).status).toBe(
    400,
  )
  expect((await ask(`${grace.slice(0, -1)}/history?chainId=${chainId}`)).status).toBe(400)
})

test('a history tells what was sent, received and kept', async () => {
  const ask = await setUp({
    [`/address/${ada}/txs`]: [
      txOf(4, [output(ada, 9_000)], [output(grace, 3_000), output(ada, 5_500)], { confirmed: false }),
      txOf(3, [output(grace, 9_500)], [output(ada, 9_000)]),
      txOf(2, [output(ada, 1_000)], [output(ada, 500)]),
      txOf(1, [], [output(ada, 50)]),
    ],
  })
  const { body } = await ask(`${ada}/history?chainId=${chainId}`)
  expect(body.next).toBeNull()
  expect(
    body.data.map(({ metadata, transfers: [one] }: (typeof body.data)[number]) => [
      metadata.operationType,
      metadata.status,
      metadata.fee,
      one.direction,
      one.quantity.numeric,
      one.sender,
      one.recipient,
    ]),
  ).toEqual([
    ['send', 'pending', '0.000005', 'out', '0.00003', ada, grace],
    ['receive', 'confirmed', undefined, 'in', '0.00009', grace, ada],
    ['send', 'confirmed', '0.000005', 'self', '0.000005', ada, ada],
    ['mint', 'confirmed', undefined, 'in', '0.0000005', undefined, ada],
  ])
  expect(body.data[1].metadata.minedAt).toBe('2023-11-14T22:13:20.000Z')
})

test('in a transaction of several senders only the difference of the account counts', async () => {
  const all = [output(ada, 10_000), output(grace, 10_000)]
  const ask = await setUp({
    [`/address/${ada}/txs`]: [
      txOf(2, all, [output(grace, 9_000), output(grace, 3_000), output(ada, 7_000)]),
      txOf(1, all, [output(ada, 12_000), output(grace, 7_000)]),
    ],
  })
  const { body } = await ask(`${ada}/history?chainId=${chainId}`)
  expect(
    body.data.map(({ metadata, transfers }: (typeof body.data)[number]) => [
      metadata.fee,
      transfers.length,
      transfers[0].direction,
      transfers[0].quantity.numeric,
    ]),
  ).toEqual([
    [undefined, 1, 'out', '0.00003'],
    [undefined, 1, 'in', '0.00002'],
  ])
})

test('a history goes on behind its last confirmed transaction', async () => {
  const page = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => txOf(first - index, [output(grace, 600)], [output(ada, 100)]))
  const ask = await setUp({
    [`/address/${ada}/txs`]: page(100, 25),
    [`/address/${ada}/txs/chain/${idOf(76)}`]: page(75, 3),
  })
  const { body } = await ask(`${ada}/history?chainId=${chainId}`)
  expect(body.next).toBe(idOf(76))
  const rest = await ask(`${ada}/history?chainId=${chainId}&cursor=${body.next}`)
  expect(rest.body.data).toHaveLength(3)
  expect(rest.body.next).toBeNull()
  expect((await ask(`${ada}/history?chainId=${chainId}&cursor=x`)).status).toBe(400)
})
