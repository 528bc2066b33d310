import type { FeeQuote, Transfer, TransferStatus, Transfers } from '../../core/transfers.js'
import type { Network } from '../../protocol/entities/Network.js'
import { readTarget } from './addresses.js'
import { hexOf } from './bytes.js'
import { prefixesOf } from './chains.js'
import { readTerms } from './choose.js'
import { type ChainTx, readHistory, readSpender, readTx } from './esplora.js'
import { loadBtcSigner } from './peer.js'

/** The coins of a reviewed transfer, and whether a transaction is that transfer. */
type Claim = {
  readonly coins: readonly { readonly txid: string; readonly vout: number }[]
  readonly isIt: (tx: ChainTx) => boolean
}

/** @see Transfers.find */
export const findTransfer: Transfers['find'] = async ({ network, transfer, others = [], fee }) => {
  const { coins, isIt } = await claimOf(network, transfer, fee)
  const isFree = ({ txid }: ChainTx) => !others.includes(txid)
  const isOwn = (tx: ChainTx) => isIt(tx) && isFree(tx)
  const spenders = await readSpenders(network, coins, isOwn)
  // It may spend coins of which the nodes were not asked.
  const own = spenders.find(isOwn) ?? (await readHistory(network, transfer.from).catch(() => [])).find(isOwn)
  if (own !== undefined) return { status: 'sent', sent: { kind: 'transaction', id: own.txid } }
  const other = spenders.find(isMined)
  // The wallet may have sent another amount: then the coins that it spent are no longer listed.
  return other ? { status: 'used', by: other.txid } : { status: 'open', by: spenders.find(isFree)?.txid }
}

/**
 * Lists the transactions that spend coins of a transfer, and stops at the transfer itself. Once another one of them is
 * in a block, the chain refuses the transfer.
 */
async function readSpenders(
  network: Network,
  coins: Claim['coins'],
  isIt: Claim['isIt'],
): Promise<readonly ChainTx[]> {
  const spenders: ChainTx[] = []
  // They are spent together or not at all; a few are enough to see it.
  for (const coin of coins.slice(0, 5)) {
    const id = await readSpender(network, coin)
    const tx = id && (await readTx(network, id))
    if (!tx) continue
    spenders.push(tx)
    if (isIt(tx)) break
  }
  return spenders
}

/** @see Transfers.status */
export const transferStatus: Transfers['status'] = async ({ network, sent, transfer, fee }) => {
  const tx = await readTx(network, sent.id)
  if (transfer === undefined) return statusOf(tx, sent.id)
  const { coins, isIt } = await claimOf(network, transfer, fee)
  if (tx !== undefined) {
    return isIt(tx) ? statusOf(tx, sent.id) : { status: 'other', isMined: isMined(tx) }
  }
  // A wallet may have raised the fee: then its coins are spent by another transaction that pays the same.
  const spenders = await readSpenders(network, coins, isIt)
  const own = spenders.find(isIt)
  return { ...statusOf(own, sent.id), ...(!own && spenders.some(isMined) && { isOutrun: true }) }
}

const isMined = ({ status }: ChainTx) => status.confirmed

function statusOf(tx: ChainTx | undefined, id: string): TransferStatus {
  if (tx === undefined) return { status: 'pending', hash: id }
  // A slow payment may wait for days.
  return { status: isMined(tx) ? 'confirmed' : 'pending', hash: tx.txid, isSeen: true }
}

/** A transaction is the transfer if it spends one of the reviewed coins and pays the recipient exactly the amount. */
async function claimOf(network: Network, { to, units }: Transfer, fee: FeeQuote | undefined): Promise<Claim> {
  const target = readTarget(await loadBtcSigner(), to, prefixesOf(network.caipNetworkId))
  const script = target && hexOf(target.script)
  const coins = readTerms(fee)?.coins ?? []
  const isIt = ({ vin, vout }: ChainTx) =>
    vin.some((input) => coins.some(({ txid, vout }) => txid === input.txid && vout === input.vout)) &&
    vout.some(({ scriptpubkey, value }) => scriptpubkey === script && value === units)
  return { coins, isIt }
}
