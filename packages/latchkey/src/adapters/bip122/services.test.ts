import * as btc from '@scure/btc-signer'
import { beforeEach, expect, test, vi } from 'vitest'
import { people } from '../../../../../chains/bitcoin/src/people.js'
import { withHostOptions } from '../../core/resolveConfig.js'
import type { FeeQuote, Transfer } from '../../core/transfers.js'
import { defineNetwork } from '../../networks/defineNetwork.js'
import { fetchFrom, type ScriptedEsplora, scriptedEsplora } from '../../testing/scriptedEsplora.js'
import { scriptedBitcoinWallet } from '../../testing/wallet/scriptedBitcoinWallet.js'
import { bip122 } from './bip122.js'
import { hexOf } from './bytes.js'
import { regtestPrefixes } from './chains.js'
import { readTerms } from './choose.js'
import { getBalance } from './getBalance.js'
import { type SatsConnectProvider, satsConnectWallet } from './satsConnectWallet.js'
import { transfers as transfersOf } from './transfers.js'

/** What the host's services are asked for, and what only the network's own nodes are. */

const [ada, grace] = people
const transfers = await transfersOf('normal')
const reference = '0f9188f13cb7b2c71f2a335e3a4fc328'
const script = btc.OutScript.encode(btc.Address(regtestPrefixes).decode(ada.payment))
const graceScript = btc.OutScript.encode(btc.Address(regtestPrefixes).decode(grace.payment))
const transfer: Transfer = {
  from: ada.payment,
  to: grace.payment,
  units: 20_000n,
  sender: { address: ada.payment, type: 'payment', publicKey: hexOf(ada.publicKey) },
}

let count = 0
let network: ReturnType<typeof withHostOptions>
let service: ScriptedEsplora
let node: ScriptedEsplora
beforeEach(() => {
  vi.useFakeTimers()
  // A service that failed rests, so each test has its own.
  const services = `https://wallet${++count}.invalid/base/`
  const made = defineNetwork({
    id: reference,
    namespace: 'bip122',
    name: 'Regtest',
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrl: 'https://node.invalid',
  })
  network = withHostOptions(made, { services, projectId: 'shop', adapters: [bip122()] })
  service = scriptedEsplora(`${services}v1/esplora/bip122%3A${reference}/project/shop`)
  node = scriptedEsplora()
  vi.stubGlobal('fetch', fetchFrom(service, node))
  return () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

/** Pays Ada, and tells both of it. */
const fund = (amount: bigint) => [service, node].map((one) => one.fund([{ script, amount }], 50))
const balance = async () => (await getBalance({ network, address: ada.payment })).units
const estimate = (isFirm: boolean) => transfers.estimate({ network, transfer, isFirm })

test('balances and fees on display are read from the services alone', async () => {
  fund(50_000n)
  expect(await balance()).toBe(50_000n)
  expect(await transfers.balance({ network, address: ada.payment })).toBe(50_000n)
  expect((await estimate(false)).most).toBe((await estimate(true)).most)
  node.asked.length = 0
  await estimate(false)
  await expect(
    transfers.estimate({ network, transfer: { ...transfer, units: 90_000n }, isFirm: false }),
  ).rejects.toMatchObject({ code: 'INSUFFICIENT_FEE_FUNDS' })
  expect(node.asked).toEqual([])
})

test.each([
  ['does not serve the chain', () => ({ status: 404, body: 'no such chain' })],
  ['fails', () => new TypeError('failed')],
  ['answers with something else', () => ({ status: 200, body: { coins: 'many' } })],
])('a service that %s is left alone for half a minute, and the nodes are asked', async (_, overrule) => {
  fund(50_000n)
  service.overrule = overrule
  expect(await balance()).toBe(50_000n)
  const before = service.asked.length
  expect((await estimate(false)).most).toBe((await estimate(true)).most)
  expect(service.asked).toHaveLength(before)
  service.overrule = () => undefined
  node.asked.length = 0
  vi.advanceTimersByTime(30_001)
  expect(await balance()).toBe(50_000n)
  expect(node.asked).toEqual([])
})

test('a service that says nothing keeps nobody waiting for long', async () => {
  fund(50_000n)
  const ask = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    url.startsWith(service.url) ? new Promise(() => {}) : ask(url, init),
  )
  const read = balance()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await read).toBe(50_000n)
})

const provider = async () => {
  const wallet = await scriptedBitcoinWallet({ privateKey: ada.privateKey })
  return satsConnectWallet(wallet.satsConnect as SatsConnectProvider)
}
const asked = { kind: 'transaction' } as const
const coinsOf = (fee: FeeQuote) => readTerms(fee)?.coins.map(({ txid }) => txid)

test('the nodes learn no address before a transfer is sent: only its rate is theirs', async () => {
  const [, id] = fund(50_000n)
  const fee = await estimate(true)
  expect(coinsOf(fee)).toEqual([id])
  expect(node.asked).toEqual(['/fee-estimates'])
  await transfers.send({ provider: await provider(), network, transfer, asked, fee, wallet: 'Test' })
  expect(node.asked).toEqual(['/fee-estimates', '/tx'])
  expect(node.posted).toHaveLength(1)
  expect(service.asked).toEqual(expect.arrayContaining([`/address/${ada.payment}/utxo`, `/tx/${id}/hex`]))
  expect(service.posted).toEqual([])
})

/** What a service says of the coins of the address. */
const tellCoins = (...coins: readonly { readonly txid: string; readonly value: number }[]) => {
  service.overrule = (path) =>
    path.endsWith('/utxo')
      ? { status: 200, body: coins.map((coin) => ({ ...coin, vout: 0, status: { confirmed: true } })) }
      : undefined
}

test('a coin of which the services say a wrong amount is none: the nodes are asked', async () => {
  const [, id = ''] = fund(50_000n)
  for (const value of [49_999, 5_000_000]) {
    tellCoins({ txid: id, value })
    expect(readTerms(await estimate(true))?.coins).toMatchObject([{ txid: id, value: 50_000n }])
    vi.advanceTimersByTime(30_001)
  }
})

test('a coin of somebody else is none, and neither is one whose transaction is another', async () => {
  const [, id = ''] = fund(50_000n)
  const foreign = service.fund([{ script: graceScript, amount: 80_000n }], 50)
  tellCoins({ txid: foreign, value: 80_000 })
  expect(coinsOf(await estimate(true))).toEqual([id])
  vi.advanceTimersByTime(30_001)
  const other = service.fund([{ script, amount: 70_000n }], 50)
  const { body } = service.answer(`/tx/${other}/hex`) as { readonly body: string }
  const missing = 'ab'.repeat(32)
  tellCoins({ txid: missing, value: 70_000 })
  const { overrule } = service
  service.overrule = (path, posted) =>
    path === `/tx/${missing}/hex` ? { status: 200, body } : overrule(path, posted)
  expect(coinsOf(await estimate(true))).toEqual([id])
})

test('coins that the services do not know yet are the nodes’ to tell', async () => {
  const [, id = ''] = fund(50_000n)
  tellCoins()
  const fee = await estimate(true)
  expect(coinsOf(fee)).toEqual([id])
  await transfers.send({ provider: await provider(), network, transfer, asked, fee, wallet: 'Test' })
  expect(node.posted).toHaveLength(1)
})

test('the parents that the services do not prove when the wallet is asked come from the nodes', async () => {
  const [, id = ''] = fund(50_000n)
  const fee = await estimate(true)
  service.overrule = (path) => (path.endsWith('/hex') ? { status: 200, body: '0100' } : undefined)
  node.asked.length = 0
  await transfers.send({ provider: await provider(), network, transfer, asked, fee, wallet: 'Test' })
  expect(node.asked).toEqual([`/tx/${id}/hex`, '/tx'])
})

test('beside a transfer whose outcome is unknown, the nodes list the coins', async () => {
  const [, id = ''] = fund(50_000n)
  const first = await estimate(true)
  const other = service.fund([{ script, amount: 90_000n }], 50)
  tellCoins({ txid: other, value: 90_000 })
  const earlier = { sent: [], unsettled: [first] }
  expect(coinsOf(await transfers.estimate({ network, transfer, isFirm: true, earlier }))).toEqual([id])
})

test('the rate, and what became of a transfer, are decided by the nodes, whatever the services say', async () => {
  const [, id] = fund(50_000n)
  service.overrule = (path) =>
    path.endsWith('/utxo')
      ? {
          status: 200,
          body: [{ txid: 'ee'.repeat(32), vout: 0, value: 9_000_000, status: { confirmed: true } }],
        }
      : { status: 200, body: { '1': 99_999, '3': 99_999, '6': 99_999 } }
  const fee = await estimate(true)
  expect(readTerms(fee)?.coins.map(({ txid }) => txid)).toEqual([id])
  expect(Number(fee.most)).toBeLessThan(1_000)
  service.asked.length = 0
  const sent = await transfers.send({
    provider: await provider(),
    ...{ network, transfer, asked, fee, wallet: 'Test' },
  })
  service.asked.length = 0
  await transfers.status({ network, sent, transfer, fee })
  await transfers.find({ network, transfer, asked, fee, since: 0 } as Parameters<typeof transfers.find>[0])
  expect(service.asked).toEqual([])
  expect(node.posted).toHaveLength(1)
})

test('but the services can keep a coin from being spent', async () => {
  fund(50_000n)
  fund(90_000n)
  service.overrule = (path) => {
    if (!path.endsWith('/utxo')) return undefined
    const coins = node.answer(path) as { readonly body: readonly { readonly value: number }[] }
    return { status: 200, body: coins.body.map((coin) => ({ ...coin, collectible: coin.value === 90_000 })) }
  }
  const fee = await estimate(true)
  expect(readTerms(fee)?.coins.map(({ value }) => value)).toEqual([50_000n])
  expect(fee.kept).toBe('90000')
})
