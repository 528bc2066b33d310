import type { FullNode, Outpoint, Output, Tx } from './bcoin.js'
import type { NetworkName } from './scripts.js'

type Place = { readonly height: number; readonly hash: string; readonly time: number }
/** A transaction, and the block that contains it. */
export type Indexed = { readonly tx: Tx; readonly block: Place | undefined }
/** An output that pays to a script. */
export type Coin = { readonly txid: string; readonly vout: number; readonly value: number }
export type Spend = { readonly txid: string; readonly vin: number }

/**
 * Indexes a node's transactions by script and by what they spend. bcoin's own index knows no taproot addresses.
 */
export function createIndex(node: FullNode, network: NetworkName) {
  const txs = new Map<string, Indexed>()
  const coins = new Map<string, Map<string, Coin>>()
  const spends = new Map<string, Spend>()

  function add(tx: Tx, block: Place | undefined) {
    const txid = tx.txid()
    txs.set(txid, { tx, block: block ?? txs.get(txid)?.block })
    for (const [vout, { script, value }] of tx.outputs.entries()) {
      const key = script.toRaw().toString('hex')
      const known = coins.get(key) ?? new Map<string, Coin>()
      coins.set(key, known.set(nameOf(txid, vout), { txid, vout, value }))
    }
    if (tx.isCoinbase()) return
    for (const [vin, { prevout }] of tx.inputs.entries()) {
      spends.set(nameOf(prevout.txid(), prevout.index), { txid, vin })
    }
  }

  node.chain.on('connect', (entry, block) => {
    const place = { height: entry.height, hash: entry.rhash(), time: entry.time }
    for (const tx of block.txs) add(tx, place)
  })
  node.mempool.on('tx', (tx) => add(tx, undefined))

  const coinsOf = (script: string) => [...(coins.get(script)?.values() ?? [])]
  const spendOf = ({ txid, vout }: Pick<Coin, 'txid' | 'vout'>) => spends.get(nameOf(txid, vout))
  return {
    network,
    tx: (txid: string) => txs.get(txid),
    /** All outputs that have ever paid to a script. */
    coinsOf,
    spendOf,
    unspentOf: (script: string) => coinsOf(script).filter((coin) => spendOf(coin) === undefined),
    /** The ids of the transactions that pay to a script or spend from it. */
    idsOf: (script: string) =>
      new Set(coinsOf(script).flatMap((coin) => [coin.txid, spendOf(coin)?.txid].filter(isText))),
    outputAt: (prevout: Outpoint): Output | undefined => txs.get(prevout.txid())?.tx.outputs[prevout.index],
  }
}

export type Index = ReturnType<typeof createIndex>

const nameOf = (txid: string, vout: number) => `${txid}:${vout}`
const isText = (value: string | undefined) => value !== undefined
