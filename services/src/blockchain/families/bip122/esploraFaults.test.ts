import { afterEach, describe, expect, test } from 'vitest'
import type { Settings } from '../../../shared/settings.js'
import { startService } from '../../../testing/startService.js'
import { startUpstream, type UpstreamAnswer } from '../../../testing/startUpstream.js'
import { whileTimePasses } from '../../../testing/whileTimePasses.js'
import { readBitcoinAddress } from './address.js'
import { txidOf } from './txid.js'

const genesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'
const chainId = 'bip122:000000000019d6689c085ae165831e93'
const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const coinsPath = `/address/${address}/utxo`
const id = 'ab'.repeat(32)
const coin = { txid: id, vout: 0, value: 5_000, status: { confirmed: true } }
/** One input, one output, no witness. */
const hex = `01000000${'01'}${'cd'.repeat(32)}00000000${'00'}ffffffff${'01'}8813000000000000${'00'}00000000`
const txid = txidOf(hex) ?? ''

const cleanups: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

type Reply = (asked: string, body: string) => UpstreamAnswer | undefined

async function startNode(reply: Reply = () => undefined, height = 800_000) {
  const usual: { readonly [asked: string]: string } = {
    '/api/block-height/0': genesis,
    '/api/blocks/tip/height': String(height),
    [`/api${coinsPath}`]: JSON.stringify([coin]),
    '/api/tx': txid,
  }
  const node = await startUpstream((path, body) => {
    const given = reply(path.replace('/api', ''), body)
    if (given !== undefined) return given
    const text = usual[path]
    return text === undefined ? { status: 404, body: 'Transaction not found' } : { body: text }
  })
  cleanups.push(node.stop)
  return { ...node, url: `${node.url}/api` }
}

async function setUp(nodes: readonly { readonly url: string }[], settings: Partial<Settings> = {}) {
  const chains = nodes.map(({ url }) => `${chainId}=${url}`)
  const none = { ens: [], swapRouters: [], stablecoins: [], tokens: [] }
  const service = await startService('', { chains, ...none, ...settings })
  cleanups.push(service.close)
  const base = `/v1/esplora/${chainId}`
  return {
    ...service,
    async pass(path: string, body?: string) {
      const init = body === undefined ? {} : { method: 'POST', body }
      const answer = await whileTimePasses(
        service.clock,
        Promise.resolve(service.request(`${base}${path}`, init)),
      )
      return { status: answer.status, text: await answer.text() }
    },
  }
}

test('the fee rates of a server of mempool.space are passed on, if they can be rates', async () => {
  const body = JSON.stringify({ fastestFee: 4, halfHourFee: 2, hourFee: 1 })
  const path = '/v1/fees/recommended'
  const right = await startNode((asked) => (asked === path ? { body } : undefined))
  expect(await (await setUp([right])).pass(path)).toEqual({ status: 200, text: body })
  const wrong = await startNode((asked) => (asked === path ? { body: '{"fastestFee":"much"}' } : undefined))
  expect((await (await setUp([wrong])).pass(path)).status).not.toBe(200)
})

describe('what is not passed on', () => {
  test.each([
    ['a path outside of the list', '/mempool'],
    ['a way out of the API', '/address/../admin'],
    ['an encoded way out of it', `/address/${address}%2f..%2f..%2fadmin/utxo`],
    ['a path behind an encoded question mark', `/address/${address}%3fx=/utxo`],
    ['a path with an end of its own', `${coinsPath}/`],
    ['an address with a wrong checksum', `/address/${address.slice(0, -1)}5/utxo`],
    ['an address of another chain', '/address/tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx/utxo'],
    ['an id in capitals', `/tx/${id.toUpperCase()}`],
    ['an output that cannot be', `/tx/${id}/outspend/-1`],
  ])('%s', async (_, path) => {
    const node = await startNode()
    const { pass } = await setUp([node])
    expect((await pass(path)).status).toBe(404)
    expect(node.asked).toEqual([])
  })

  test('nothing of the query', async () => {
    const node = await startNode()
    const { pass } = await setUp([node])
    expect((await pass(`${coinsPath}?st=x&key=1`)).status).toBe(200)
    expect(node.asked.filter((one) => one.includes('utxo'))).toEqual([`GET /api${coinsPath}`])
  })

  test.each([
    ['no hex', 'hello'],
    ['half a byte', `${hex}0`],
    ['a byte too many', `${hex}00`],
    ['a byte too few', hex.slice(0, -2)],
    ['no inputs', '01000000000000000000'],
    ['nothing', ''],
  ])('a transaction: %s', async (_, body) => {
    const node = await startNode()
    const { pass } = await setUp([node])
    expect((await pass('/tx', body)).status).toBe(400)
    expect(node.asked).toEqual([])
  })

  test('more than the client may ask', async () => {
    const node = await startNode()
    const { pass } = await setUp([node], { rpcBurst: 3, rpcRate: 1 })
    expect((await pass(coinsPath)).status).toBe(200)
    expect((await pass(coinsPath)).status).toBe(429)
  })

  test('requests without a project, where the service has some: the path may name one', async () => {
    const node = await startNode()
    const { pass } = await setUp([node], { projects: [{ id: 'acme' }] })
    expect((await pass(coinsPath)).status).toBe(401)
    expect((await pass(`/project/other${coinsPath}`)).status).toBe(401)
    expect(node.asked).toEqual([])
    expect((await pass(`/project/acme${coinsPath}`)).status).toBe(200)
    expect(await pass('/project/acme/tx', hex)).toEqual({ status: 200, text: txid })
    expect((await pass('/project/acme/mempool')).status).toBe(404)
  })

  test('JSON-RPC', async () => {
    const node = await startNode()
    const { ask } = await setUp([node])
    const body = { jsonrpc: '2.0', id: 1, method: 'getblockcount' }
    expect((await ask({ path: `/v1/?chainId=${chainId}`, body })).status).toBe(400)
  })
})

describe('a server that answers wrongly', () => {
  test.each<[string, UpstreamAnswer]>([
    ['a page', { body: '<html>' }],
    ['a list of other things', { body: '[{"txid":"x"}]' }],
    ['more than all coins', { body: JSON.stringify([{ ...coin, value: 22e14 }]) }],
    ['a part of a coin', { body: JSON.stringify([{ ...coin, value: 0.5 }]) }],
    ['a failure', { status: 500, body: 'no' }],
    ['a redirect', { status: 302, headers: { location: 'http://169.254.169.254/' } }],
    ['nothing', 'break'],
    ['nothing for long', 'hang'],
  ])('%s: the next one is asked', async (_, answer) => {
    const first = await startNode((path) => (path === coinsPath ? answer : undefined))
    const second = await startNode()
    const { pass } = await setUp([first, second])
    expect(JSON.parse((await pass(coinsPath)).text)).toEqual([coin])
  })

  test('a transaction whose id is another is no answer', async () => {
    const first = await startNode((path) =>
      path === `/tx/${txid}/hex` ? { body: hex.replace('88', '99') } : undefined,
    )
    const second = await startNode((path) => (path === `/tx/${txid}/hex` ? { body: hex } : undefined))
    const { pass } = await setUp([first, second])
    expect((await pass(`/tx/${txid}/hex`)).text).toBe(hex)
  })

  test('a transaction that one server does not know is asked of the next', async () => {
    const tx = { txid, vin: [], vout: [], status: { confirmed: false } }
    const first = await startNode()
    const second = await startNode((path) =>
      path === `/tx/${txid}` ? { body: JSON.stringify(tx) } : undefined,
    )
    const { pass } = await setUp([first, second])
    expect(JSON.parse((await pass(`/tx/${txid}`)).text)).toEqual(tx)
    expect((await pass(`/tx/${id}`)).status).toBe(404)
  })

  test('a server of another chain is asked nothing', async () => {
    const first = await startNode((path) =>
      path === '/block-height/0' ? { body: 'f'.repeat(64) } : undefined,
    )
    const second = await startNode()
    const { pass } = await setUp([first, second])
    expect((await pass(coinsPath)).status).toBe(200)
    expect(first.asked.filter((one) => one.includes('utxo'))).toEqual([])
  })
})

describe('a transaction is broadcast', () => {
  const refusal = (message: string): UpstreamAnswer => ({
    status: 400,
    body: `sendrawtransaction RPC error: {"code":-26,"message":"${message}"}`,
  })
  const isSend = (path: string) => path === '/tx'

  test('to one server only', async () => {
    const [first, second] = [await startNode(), await startNode()]
    const { pass } = await setUp([first, second])
    expect(await pass('/tx', hex)).toEqual({ status: 200, text: txid })
    expect(first.bodies).toContain(hex)
    expect(second.bodies).not.toContain(hex)
  })

  test('a server has it already: the answer is its id', async () => {
    const node = await startNode((path) => (isSend(path) ? refusal('txn-already-known') : undefined))
    const { pass } = await setUp([node])
    expect(await pass('/tx', hex)).toEqual({ status: 200, text: txid })
  })

  test('a server refuses it: the client reads why', async () => {
    const node = await startNode((path) => (isSend(path) ? refusal('min relay fee not met') : undefined))
    const { pass } = await setUp([node])
    const { status, text } = await pass('/tx', hex)
    expect(status).toBe(400)
    expect(text).toContain('min relay fee not met')
  })

  test.each<[string, UpstreamAnswer]>([
    ['breaks off', 'break'],
    ['names no id', { body: 'ok' }],
  ])('a server %s, and the next one refuses it: that is no refusal', async (_, answer) => {
    const first = await startNode((path) => (isSend(path) ? answer : undefined))
    const second = await startNode((path) =>
      isSend(path) ? refusal('bad-txns-inputs-missingorspent') : undefined,
    )
    const { pass } = await setUp([first, second])
    expect((await pass('/tx', hex)).status).toBe(502)
  })

  test('its coins are spent by itself: the answer is its id', async () => {
    const tx = { txid, vin: [], vout: [], status: { confirmed: true } }
    const node = await startNode((path) =>
      isSend(path)
        ? refusal('bad-txns-inputs-missingorspent')
        : path === `/tx/${txid}`
          ? { body: JSON.stringify(tx) }
          : undefined,
    )
    const { pass } = await setUp([node])
    expect(await pass('/tx', hex)).toEqual({ status: 200, text: txid })
  })
})

test.each([
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', true],
  ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', true],
  ['bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr', true],
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', true],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4', false],
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', false],
  ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', false],
  ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', false],
])('%s is an address of the main chain: %s', (text, isOne) => {
  expect(readBitcoinAddress(text, chainId) !== undefined).toBe(isOne)
})
