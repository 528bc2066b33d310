import { getHistory } from 'latchkey/protocol'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { readSettings } from '../../../shared/settings.js'
import { startScriptedNode } from '../../../testing/startScriptedNode.js'
import { startService } from '../../../testing/startService.js'
import { startUpstream } from '../../../testing/startUpstream.js'

const genesis = '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3'
const chainId = `polkadot:${genesis.slice(2, 34)}`
/** Alice, written for Polkadot and for no network; and Bob. */
const alice = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
const generic = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const bob = '14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3'
const cleanups: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
/** A row in the documented shape of `/api/v2/scan/transfers`. */
const rowOf = (number: number, change: object = {}) => ({
  transfer_id: number,
  from: alice,
  to: bob,
  extrinsic_index: `${number}-2`,
  success: true,
  hash: hashOf(number),
  block_num: number,
  block_timestamp: 1_700_000_000 + number,
  module: 'balances',
  amount: '1.5',
  amount_v2: '15000000000',
  fee: '160000000',
  nonce: 7,
  asset_symbol: 'DOT',
  asset_type: 'native',
  event_idx: 5,
  ...change,
})
const answerOf = (transfers: readonly unknown[] | null) => ({
  code: 0,
  message: 'Success',
  generated_at: 1_700_000_000,
  data: { count: 3, transfers },
})

async function setUp(answer: (body: { readonly page: number }) => unknown) {
  const asked: unknown[] = []
  const api = await startUpstream((path, body) => {
    asked.push({ path, ...JSON.parse(body) })
    return { body: JSON.stringify(answer(JSON.parse(body))) }
  })
  cleanups.push(api.stop)
  const node = await startScriptedNode(() => undefined, {
    chain_getBlockHash: genesis,
    system_properties: { tokenSymbol: 'DOT', tokenDecimals: 10 },
  })
  cleanups.push(node.stop)
  const none = { ens: [], swapRouters: [], stablecoins: [], tokens: [] }
  const settings = { chains: [`${chainId}=${node.url}`], subscan: [`${chainId}=${api.url}?key=SECRET`] }
  const service = await startService('', { ...none, ...settings })
  cleanups.push(service.close)
  const page = async (owner: string, cursor?: string) => {
    const more = cursor === undefined ? '' : `&cursor=${cursor}`
    const path = `/v1/account/${owner}/history?chainId=${chainId}${more}`
    const { status, body } = await service.ask({ path })
    return { status, page: status === 200 ? v.parse(getHistory.answer, body) : undefined }
  }
  return { asked, page, lines: service.lines }
}

test('transfers are told from the side of the account, whichever way it is written', async () => {
  const { asked, page } = await setUp(() =>
    answerOf([
      rowOf(4),
      rowOf(3, { from: bob, to: generic }),
      rowOf(2, { success: false }),
      rowOf(1, { to: alice }),
    ]),
  )
  const told = (await page(generic)).page
  expect(asked).toEqual([
    { path: '/api/v2/scan/transfers', address: generic, row: 50, page: 0, direction: 'all', order: 'desc' },
  ])
  expect(told?.lacks).toEqual(['failures'])
  expect(told?.next).toBeNull()
  expect(
    told?.data.map(({ metadata, transfers: [one] }) => [
      metadata.operationType,
      metadata.status,
      metadata.fee,
      one?.direction,
      one?.quantity.numeric,
    ]),
  ).toEqual([
    ['send', 'confirmed', '0.016', 'out', '1.5'],
    ['receive', 'confirmed', undefined, 'in', '1.5'],
    ['send', 'failed', '0.016', undefined, undefined],
    ['send', 'confirmed', '0.016', 'self', '1.5'],
  ])
  expect(told?.data[0]?.metadata.minedAt).toBe(new Date(1_700_000_004_000).toISOString())
})

test('the transfers of one transaction are one entry', async () => {
  const { page } = await setUp(() => answerOf([rowOf(4), rowOf(4, { transfer_id: 9, amount_v2: '5' })]))
  const told = (await page(alice)).page
  expect(told?.data).toHaveLength(1)
  expect(told?.data[0]?.transfers.map(({ quantity }) => quantity.numeric)).toEqual(['1.5', '0.0000000005'])
})

const fullPage = Array.from({ length: 50 }, (_, index) => rowOf(100 - index))
const hashesOf = (told: Awaited<ReturnType<Awaited<ReturnType<typeof setUp>>['page']>>['page']) =>
  told?.data.map(({ metadata }) => metadata.hash)

test('pages follow by their number', async () => {
  const { page } = await setUp(({ page: number }) => answerOf(number === 0 ? fullPage : [rowOf(9)]))
  const first = (await page(alice)).page
  expect(hashesOf(first)).toEqual(fullPage.slice(0, 49).map(({ hash }) => hash))
  const second = (await page(alice, first?.next ?? '')).page
  expect([hashesOf(second), second?.next]).toEqual([[hashOf(51), hashOf(9)], null])
  expect((await page(alice, '1')).page?.data).toHaveLength(1)
  for (const cursor of ['x', '1-x', '0', `100-${hashOf(1)}`])
    expect((await page(alice, cursor)).status).toBe(400)
})

test('a transaction whose transfers are on two pages is one entry', async () => {
  // Meanwhile a new transfer has moved the last one of the first page to the second.
  const more = [rowOf(51), rowOf(51, { transfer_id: 510, amount_v2: '5' }), rowOf(9)]
  const { page } = await setUp(({ page: number }) => answerOf(number === 0 ? fullPage : more))
  const first = (await page(alice)).page
  const second = (await page(alice, first?.next ?? '')).page
  expect(hashesOf(second)).toEqual([hashOf(51), hashOf(9)])
  expect(second?.data[0]?.transfers.map(({ quantity }) => quantity.numeric)).toEqual(['1.5', '0.0000000005'])
  expect(hashesOf(first)).not.toContain(hashOf(51))
})

test('a transaction that fills a page is told at once', async () => {
  const batch = fullPage.map((_, index) => rowOf(7, { transfer_id: index }))
  const { page } = await setUp(({ page: number }) => answerOf(number === 0 ? batch : [rowOf(3)]))
  expect((await page(alice)).page).toMatchObject({ data: [{ metadata: { hash: hashOf(7) } }], next: '1' })
})

test('behind the last page that the API gives, older ones are missing', async () => {
  const { page } = await setUp(() => answerOf(fullPage))
  const told = (await page(alice, '99')).page
  expect([told?.data.length, told?.next, told?.lacks]).toEqual([50, null, ['failures', 'older']])
})

test.each([
  ['an address of another chain', { from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
  ['no hash', { hash: '' }],
  ['a negative amount', { amount_v2: '-5' }],
  ['an amount with decimals', { amount_v2: '1.5' }],
  ['another asset', { asset_symbol: 'USDT' }],
  ['an asset that is only called like the coin', { asset_type: 'asset' }],
  ['no kind of asset', { asset_type: undefined }],
  ['a time of no year', { block_timestamp: 1e15 }],
])('left out: a row with %s', async (_, change) => {
  const { page } = await setUp(() => answerOf([rowOf(2), rowOf(1, change)]))
  expect((await page(alice)).page?.data.map(({ metadata }) => metadata.hash)).toEqual([hashOf(2)])
})

test('an account without transfers has an empty history', async () => {
  const { page } = await setUp(() => answerOf(null))
  expect((await page(alice)).page).toMatchObject({ data: [], next: null, lacks: ['failures'] })
})

test.each([
  ['an error', { code: 10004, message: 'Record Not Found', data: null }],
  ['something else', []],
])('%s is no answer, and no key is in the log', async (_, told) => {
  const { page, lines } = await setUp(() => told)
  expect((await page(alice)).status).toBe(502)
  expect(lines.join()).not.toContain('SECRET')
})

test('only chains of Substrate have such an API', () => {
  const good = `${chainId}=https://polkadot.api.subscan.io?key=abc`
  expect(readSettings({ LATCHKEY_SUBSCAN: good }).subscan).toEqual([good])
  for (const bad of [
    'eip155:1=https://a.example',
    `${chainId}=ftp://a.example`,
    'polkadot:x=https://a.example',
  ])
    expect(() => readSettings({ LATCHKEY_SUBSCAN: bad })).toThrow()
})
