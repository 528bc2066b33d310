import { p2wpkh, Transaction } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { people } from '../../../../../chains/bitcoin/src/people.js'
import { type LocalBitcoin, startBitcoin } from '../../../../../chains/bitcoin/src/startBitcoin.js'
import { type Services, startServices } from '../../../index.js'
import { txidOf } from './txid.js'

const chainId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
const [ada, grace] = people
let chain: LocalBitcoin
let services: Services

beforeAll(async () => {
  chain = await startBitcoin()
  services = await startServices({
    services: ['blockchain'],
    settings: { chains: [`${chainId}=${chain.url}`], logLevel: 'error' },
  })
}, 120_000)
afterAll(async () => {
  await services?.close()
  await chain?.stop()
})

async function ask(path: string, init?: RequestInit) {
  const answer = await fetch(`${services.url}/v1/esplora/${chainId}${path}`, init)
  return { status: answer.status, text: await answer.text() }
}
const json = async (path: string) => JSON.parse((await ask(path)).text)
const broadcast = (body: string) =>
  ask('/tx', { method: 'POST', body, headers: { 'content-type': 'text/plain' } })

/** A signed payment of Ada's to Grace. */
async function payment(units: bigint) {
  const [coin] = await json(`/address/${ada.payment}/utxo`)
  const { script } = p2wpkh(pubECDSA(ada.privateKey), regtest)
  const tx = new Transaction()
  tx.addInput({ txid: coin.txid, index: coin.vout, witnessUtxo: { script, amount: BigInt(coin.value) } })
  tx.addOutputAddress(grace.payment, units, regtest)
  tx.addOutputAddress(ada.payment, BigInt(coin.value) - units - 500n, regtest)
  tx.sign(ada.privateKey)
  tx.finalize()
  return { hex: tx.hex, id: tx.id }
}

test('an address, its coins and its transactions are read through the service', async () => {
  const coins = await json(`/address/${ada.payment}/utxo`)
  expect(coins).toHaveLength(10)
  const [{ txid, vout }] = coins
  expect(await json(`/tx/${txid}/outspend/${vout}`)).toEqual({ spent: false })
  expect((await json(`/tx/${txid}`)).txid).toBe(txid)
  expect(await json('/fee-estimates')).toMatchObject({ 1: 5 })
  expect(await json('/blocks/tip/height')).toBeGreaterThan(400)
})

test('a transaction is broadcast, twice, and has one answer: its id', async () => {
  const { hex, id } = await payment(12_345n)
  expect(txidOf(hex)).toBe(id)
  expect(await broadcast(hex)).toEqual({ status: 200, text: id })
  expect(await broadcast(hex)).toEqual({ status: 200, text: id })
  expect(await ask(`/tx/${id}/hex`)).toEqual({ status: 200, text: hex })
  await chain.mine(1)
  expect(await broadcast(hex)).toEqual({ status: 200, text: id })
  expect((await json(`/tx/${id}`)).status.confirmed).toBe(true)
})

test('a refused transaction has the reason of the node', async () => {
  const first = await payment(20_000n)
  const second = await payment(30_000n)
  expect((await broadcast(first.hex)).status).toBe(200)
  const refused = await broadcast(second.hex)
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('sendrawtransaction RPC error')
})

test('the history of an address is read to its end', async () => {
  const miner = people[2].payment
  const read = async (cursor = ''): Promise<string[]> => {
    const path = `/v1/account/${miner}/history?chainId=${chainId}${cursor}`
    const { data, next } = await (await fetch(`${services.url}${path}`)).json()
    const ids = data.map(({ id }: { readonly id: string }) => id)
    return next === null || ids.length === 0 ? ids : [...ids, ...(await read(`&cursor=${next}`))]
  }
  const ids = await read()
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThan(400)
}, 60_000)
