import * as ecc from '@bitcoinerlab/secp256k1'
import { Signer, Verifier } from 'bip322-js'
import { initEccLib, networks, type Payment, Psbt, payments } from 'bitcoinjs-lib'
import { ECPairFactory } from 'ecpair'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { people } from './people.js'
import { type LocalBitcoin, startBitcoin } from './startBitcoin.js'

initEccLib(ecc)
const network = networks.regtest
const [ada, grace] = people
const key = ECPairFactory(ecc).fromPrivateKey(ada.privateKey, { network })
const from: Payment = payments.p2wpkh({ pubkey: key.publicKey, network })

type Utxo = { readonly txid: string; readonly vout: number; readonly value: number }

// The client is bitcoinjs-lib: neither the node nor the library that the kit uses.
describe('the local Bitcoin chain', () => {
  let chain: LocalBitcoin
  beforeAll(async () => {
    chain = await startBitcoin()
  }, 120_000)
  afterAll(() => chain.stop())

  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${chain.url}${path}`, init)
    return { status: response.status, text: await response.text() }
  }
  const json = async (path: string) => JSON.parse((await ask(path)).text)
  const utxos = async (address: string): Promise<readonly Utxo[]> => json(`/address/${address}/utxo`)
  const broadcast = (body: string) => ask('/tx', { method: 'POST', body })

  function paying({ txid, vout, value }: Utxo, to: string, amount: bigint, fee = 500n) {
    const script = from.output ?? new Uint8Array()
    const psbt = new Psbt({ network })
      .addInput({ hash: txid, index: vout, witnessUtxo: { script, value: BigInt(value) } })
      .addOutput({ address: to, value: amount })
      .addOutput({ address: ada.payment, value: BigInt(value) - amount - fee })
      .signAllInputs(key)
      .finalizeAllInputs()
    return psbt.extractTransaction()
  }

  test('Ada has ten spendable coins of 50 each', async () => {
    expect(from.address).toBe(ada.payment)
    const coins = await utxos(ada.payment)
    expect(coins.map(({ value }) => value)).toEqual(Array(10).fill(50e8))
    expect(await json(`/address/${ada.payment}`)).toMatchObject({
      chain_stats: { funded_txo_sum: 500e8, spent_txo_sum: 0 },
      mempool_stats: { tx_count: 0 },
    })
  })

  test('a transaction is taken, waits, and is confirmed by the next block', async () => {
    const [coin] = await utxos(ada.payment)
    if (coin === undefined) throw new Error('Ada has no coin')
    const tx = paying(coin, grace.ordinals, 12_345n)
    expect(await broadcast(tx.toHex())).toEqual({ status: 200, text: tx.getId() })
    expect(await json(`/tx/${tx.getId()}`)).toMatchObject({
      fee: 500,
      status: { confirmed: false },
      vin: [{ txid: coin.txid, prevout: { scriptpubkey_address: ada.payment } }],
    })
    const height = Number((await ask('/blocks/tip/height')).text)
    await chain.mine(1)
    expect(await json(`/tx/${tx.getId()}/status`)).toMatchObject({
      confirmed: true,
      block_height: height + 1,
    })
    expect(await json(`/tx/${coin.txid}/outspend/${coin.vout}`)).toMatchObject({
      spent: true,
      txid: tx.getId(),
    })
    expect(await utxos(grace.ordinals)).toMatchObject([{ txid: tx.getId(), vout: 0, value: 12_345 }])
    const [latest] = await json(`/address/${grace.ordinals}/txs`)
    expect(latest.txid).toBe(tx.getId())
  })

  test('a double spend is refused, waiting or confirmed', async () => {
    const [coin] = await utxos(ada.payment)
    if (coin === undefined) throw new Error('Ada has no coin')
    await broadcast(paying(coin, grace.payment, 1_000n).toHex())
    const second = paying(coin, grace.payment, 2_000n).toHex()
    expect(await broadcast(second)).toMatchObject({
      status: 400,
      text: expect.stringContaining('"code":-26'),
    })
    await chain.mine(1)
    expect(await broadcast(second)).toMatchObject({ status: 400 })
  })

  test('a forged signature is refused', async () => {
    const [coin] = await utxos(ada.payment)
    if (coin === undefined) throw new Error('Ada has no coin')
    const tx = paying(coin, grace.payment, 3_000n)
    tx.ins[0]?.witness[0]?.fill(1, 20, 24)
    expect(await broadcast(tx.toHex())).toMatchObject({ status: 400 })
  })

  test('nothing that is unknown is found, and no address of another network is read', async () => {
    expect((await ask(`/tx/${'0'.repeat(64)}`)).status).toBe(404)
    expect((await ask('/nothing')).status).toBe(404)
    expect((await ask('/address/bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4/utxo')).status).toBe(400)
    expect((await broadcast('00')).status).toBe(400)
  })

  test('Ada’s key signs a text for her address (BIP-322)', () => {
    const address = payments.p2wpkh({ pubkey: key.publicKey }).address ?? ''
    const main = ECPairFactory(ecc).fromPrivateKey(ada.privateKey)
    const signature = String(Signer.sign(main.toWIF(), address, 'hello'))
    expect(Verifier.verifySignature(address, 'hello', signature)).toBe(true)
    expect(Verifier.verifySignature(address, 'hallo', signature)).toBe(false)
  })
})

test('as a signet it writes addresses as signet does, and says that it is one', async () => {
  const chain = await startBitcoin({ network: 'signet' })
  const { address = '' } = payments.p2wpkh({ pubkey: key.publicKey, network: networks.testnet })
  const json = async (path: string) => (await fetch(chain.url + path)).json()
  const coins: readonly Utxo[] = await json(`/address/${address}/utxo`)
  expect(coins.map(({ value }) => value)).toEqual(Array(10).fill(50e8))
  const { vout } = await json(`/tx/${coins[0]?.txid}`)
  expect(vout[0].scriptpubkey_address).toBe(address)
  const first = await (await fetch(`${chain.url}/block-height/0`)).text()
  expect(first.slice(0, 32)).toBe('00000008819873e925422c1ff0f99f7c')
  await chain.stop()
}, 120_000)
