import type { FeeQuote, Transfer, TransferStatus, Transfers } from '../../core/transfers.js'
import type { Network } from '../../protocol/entities/Network.js'
import { readTarget } from './addresses.js'
import { hexOf } from './bytes.js'
import { prefixesOf } from './chains.js'
import { readTerms } from './choose.js'
import { type ChainTx, readHistory, readSpender, readTx } from './esplora.js'
import { loadBtcSigner } from './peer.js'

/** The coins of a reviewed transfer, and what a transaction has to do with it. */
type Claim = {
  readonly coins: readonly { readonly txid: string; readonly vout: number }[]
  /** It is the reviewed transaction: it costs no more, and nobody else is paid. */
  readonly isIt: (tx: ChainTx) => boolean
  /** It is that, but for a higher fee: wallets let their users raise it. */
  readonly isRaised: (tx: ChainTx) => boolean
  /** It spends a reviewed coin and pays the recipient exactly the amount; it may do anything besides. */
  readonly isLike: (tx: ChainTx) => boolean
}

/** @see Transfers.find */
export const findTransfer: Transfers['find'] = async ({ network, transfer, others = [], fee }) => {
  const { coins, isIt, isLike } = await claimOf(network, transfer, fee)
  const isFree = ({ txid }: ChainTx) => !others.includes(txid)
  const isOwn = (tx: ChainTx) => isIt(tx) && isFree(tx)
  const spenders = [...(await readSpenders(network, coins, isOwn))]
  // It may spend coins of which the nodes were not asked.
  if (!spenders.some(isOwn))
    spenders.push(...(await readHistory(network, transfer.from).catch(() => [])).filter(isLike))
  const own = spenders.find(isOwn)
  if (own !== undefined) return { status: 'sent', sent: { kind: 'transaction', id: own.txid } }
  const other = spenders.find(isMined)
  const like = spenders.find((tx) => isLike(tx) && isFree(tx))
  // The wallet may have sent another amount: then the coins that it spent are no longer listed.
  if (other !== undefined && like === undefined) return { status: 'used', by: other.txid }
  // What the recipient has got must not be sent again, whatever else the transaction does.
  return { status: 'open', by: (like ?? spenders.find(isFree))?.txid }
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
  const { coins, isRaised } = await claimOf(network, transfer, fee)
  if (tx !== undefined) {
    return isRaised(tx) ? statusOf(tx, sent.id) : { status: 'other', isMined: isMined(tx) }
  }
  // A wallet may have raised the fee: then its coins are spent by another transaction that pays the same.
  const spenders = await readSpenders(network, coins, isRaised)
  const own = spenders.find(isRaised)
  return { ...statusOf(own, sent.id), ...(!own && spenders.some(isMined) && { isOutrun: true }) }
}

const isMined = ({ status }: ChainTx) => status.confirmed

function statusOf(tx: ChainTx | undefined, id: string): TransferStatus {
  if (tx === undefined) return { status: 'pending', hash: id }
  // A slow payment may wait for days.
  return { status: isMined(tx) ? 'confirmed' : 'pending', hash: tx.txid, isSeen: true }
}

/** How many times the reviewed fee a transaction may pay that takes the reviewed one's place as the same transfer. */
const mostRaise = 10n

async function claimOf(
  network: Network,
  { from, to, units }: Transfer,
  fee: FeeQuote | undefined,
): Promise<Claim> {
  const btc = await loadBtcSigner()
  const scriptOf = (address: string) => {
    const target = readTarget(btc, address, prefixesOf(network.caipNetworkId))
    return target && hexOf(target.script)
  }
  const [own, script] = [scriptOf(from), scriptOf(to)]
  const { coins, fee: most } = readTerms(fee) ?? { coins: [], fee: 0n }
  const coinOf = ({ txid, vout }: ChainTx['vin'][number]) =>
    coins.find((one) => one.txid === txid && one.vout === vout)
  const paidIn = ({ vout }: ChainTx) =>
    vout.findIndex(({ scriptpubkey, value }) => scriptpubkey === script && value === units)
  const isLike = (tx: ChainTx) => tx.vin.some(coinOf) && paidIn(tx) >= 0
  const isWithin = (tx: ChainTx, limit: bigint) => {
    const isOwn = ({ scriptpubkey }: ChainTx['vout'][number], index: number) =>
      scriptpubkey === own || index === paidIn(tx)
    const cost = sumOf(tx.vin.map((input) => coinOf(input))) - sumOf(tx.vout)
    return isLike(tx) && tx.vin.every(coinOf) && tx.vout.every(isOwn) && cost <= limit
  }
  return {
    coins,
    isIt: (tx) => isWithin(tx, most),
    isRaised: (tx) => isWithin(tx, most * mostRaise),
    isLike,
  }
}

const sumOf = (list: readonly ({ readonly value: bigint } | undefined)[]) =>
  list.reduce((sum, one) => sum + (one?.value ?? 0n), 0n)
