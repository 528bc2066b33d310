import type { Found, Transfer, TransferStatus, Transfers } from '../../core/transfers.js'
import type { Network } from '../../protocol/entities/Network.js'
import { readTarget } from './addresses.js'
import { hexOf } from './bytes.js'
import { prefixesOf } from './chains.js'
import { readTerms } from './choose.js'
import { type ChainTx, readHistory, readSpender, readTx } from './esplora.js'
import { loadBtcSigner } from './peer.js'

/** The scripts of a transfer's two ends, in hex. */
type Scripts = { readonly from: string; readonly to: string }

/** @see Transfers.find */
export const findTransfer: Transfers['find'] = async ({ network, transfer, asked, others = [], fee }) => {
  const scripts = await scriptsOf(network, transfer)
  const isIt = (tx: ChainTx) =>
    isTransferOf(tx, transfer, scripts) && !others.includes(tx.txid) && !isOlder(tx, asked.height)
  const history = await readHistory(network, transfer.from)
  const known = history.find(isIt)
  if (known !== undefined) return made(known.txid)
  return findSpender(network, readTerms(fee)?.coins ?? [], isIt)
}

/**
 * Looks at what spends the coins that were to be spent. Once another transaction in a block spends one of them, the
 * transfer cannot be carried out any more.
 */
async function findSpender(
  network: Network,
  coins: readonly { readonly txid: string; readonly vout: number }[],
  isIt: (tx: ChainTx) => boolean,
): Promise<Found> {
  // They are spent together or not at all; a few are enough to see it.
  for (const coin of coins.slice(0, 5)) {
    const spender = await readSpender(network, coin)
    const tx = spender === undefined ? undefined : await readTx(network, spender)
    if (tx === undefined) continue
    if (isIt(tx)) return made(tx.txid)
    if (tx.status.confirmed) return { status: 'used', by: tx.txid }
  }
  return { status: 'open' }
}

/** @see Transfers.status */
export const transferStatus: Transfers['status'] = async ({
  network,
  sent,
  transfer,
  asked,
}): Promise<TransferStatus> => {
  const tx = await readTx(network, sent.id)
  if (tx === undefined) return { status: 'pending', hash: sent.id }
  const isMined = tx.status.confirmed
  if (transfer !== undefined) {
    const isIt = isTransferOf(tx, transfer, await scriptsOf(network, transfer)) && !isOlder(tx, asked?.height)
    if (!isIt) return { status: 'other', isMined }
  }
  return { status: isMined ? 'confirmed' : 'pending', hash: tx.txid }
}

/** Whether a transaction spends from the sender and pays the recipient exactly the amount. */
function isTransferOf({ vin, vout }: ChainTx, { units }: Transfer, { from, to }: Scripts): boolean {
  return (
    vin.some(({ prevout }) => prevout?.scriptpubkey === from) &&
    vout.some(({ scriptpubkey, value }) => scriptpubkey === to && value === units)
  )
}

/** Whether it was in a block before the wallet was asked. */
function isOlder({ status }: ChainTx, height: number | undefined): boolean {
  return status.block_height !== undefined && height !== undefined && status.block_height <= height
}

async function scriptsOf(network: Network, { from, to }: Transfer): Promise<Scripts> {
  const btc = await loadBtcSigner()
  const prefixes = prefixesOf(network.caipNetworkId)
  const scriptOf = (address: string) => {
    const target = readTarget(btc, address, prefixes)
    // No transaction pays to it.
    return target === undefined ? '' : hexOf(target.script)
  }
  return { from: scriptOf(from), to: scriptOf(to) }
}

const made = (id: string): Found => ({ status: 'sent', sent: { kind: 'transaction', id } })
