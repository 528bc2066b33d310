import type { Output } from './bcoin.js'
import type { Coin, Index, Indexed } from './createIndex.js'
import { addressOf } from './scripts.js'

/** The JSON of an Esplora server. */

export function statusOf(block: Indexed['block']) {
  return block === undefined
    ? { confirmed: false }
    : { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time }
}

export function txAnswer(index: Index, { tx, block }: Indexed) {
  const inputs = tx.inputs.map((input) => ({ input, output: index.outputAt(input.prevout) }))
  const paid = inputs.reduce((sum, { output }) => sum + (output?.value ?? 0), 0)
  const received = tx.outputs.reduce((sum, { value }) => sum + value, 0)
  return {
    txid: tx.txid(),
    version: tx.version,
    locktime: tx.locktime,
    size: tx.getSize(),
    weight: tx.getWeight(),
    fee: tx.isCoinbase() ? 0 : paid - received,
    vin: inputs.map(({ input, output }) => ({
      txid: input.prevout.txid(),
      vout: input.prevout.index,
      is_coinbase: tx.isCoinbase(),
      prevout: output === undefined ? null : outputAnswer(index, output),
      scriptsig: input.script.toRaw().toString('hex'),
      witness: input.witness.items.map((item) => item.toString('hex')),
      sequence: input.sequence,
    })),
    vout: tx.outputs.map((output) => outputAnswer(index, output)),
    status: statusOf(block),
  }
}

function outputAnswer({ network }: Index, output: Output) {
  return {
    scriptpubkey: output.script.toRaw().toString('hex'),
    scriptpubkey_address: addressOf(output.script.toRaw(), network),
    value: output.value,
  }
}

export function utxoAnswer(index: Index, coin: Coin) {
  return { ...coin, status: statusOf(index.tx(coin.txid)?.block) }
}

/** An address with the sums of its confirmed and of its waiting transactions. */
export function addressAnswer(index: Index, address: string, script: string) {
  return { address, chain_stats: statsOf(index, script, true), mempool_stats: statsOf(index, script, false) }
}

function statsOf(index: Index, script: string, isConfirmed: boolean) {
  const isHere = (txid: string) => (index.tx(txid)?.block !== undefined) === isConfirmed
  const coins = index.coinsOf(script)
  const funded = coins.filter(({ txid }) => isHere(txid))
  const spent = coins.filter((coin) => isHere(index.spendOf(coin)?.txid ?? '') && index.spendOf(coin))
  return {
    funded_txo_count: funded.length,
    funded_txo_sum: sumOf(funded),
    spent_txo_count: spent.length,
    spent_txo_sum: sumOf(spent),
    tx_count: [...index.idsOf(script)].filter(isHere).length,
  }
}

const sumOf = (coins: readonly Coin[]) => coins.reduce((sum, { value }) => sum + value, 0)
