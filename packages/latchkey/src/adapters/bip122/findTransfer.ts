import type { FeeQuote, Found, Transfer, TransferStatus, Transfers } from '../../core/transfers.js'
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
  const isOwn = (tx: ChainTx) => isIt(tx) && !others.includes(tx.txid)
  const spender = await findSpender(network, coins, isOwn)
  if (spender !== undefined && isOwn(spender)) return made(spender.txid)
  // It may spend coins of which the nodes were not asked.
  const history = await readHistory(network, transfer.from).catch(() => [])
  const known = history.find(isOwn)
  if (known !== undefined) return made(known.txid)
  return spender === undefined ? { status: 'open' } : { status: 'used', by: spender.txid }
}

/**
 * Finds the transfer by what spends its coins. Otherwise returns another transaction that is in a block: once it spends
 * one of them, the transfer cannot be carried out any more.
 */
async function findSpender(
  network: Network,
  coins: Claim['coins'],
  isIt: Claim['isIt'],
): Promise<ChainTx | undefined> {
  let other: ChainTx | undefined
  // They are spent together or not at all; a few are enough to see it.
  for (const coin of coins.slice(0, 5)) {
    const id = await readSpender(network, coin)
    const tx = id === undefined ? undefined : await readTx(network, id)
    if (tx === undefined) continue
    if (isIt(tx)) return tx
    if (tx.status.confirmed) other = tx
  }
  return other
}

/** @see Transfers.status */
export const transferStatus: Transfers['status'] = async ({ network, sent, transfer, fee }) => {
  const tx = await readTx(network, sent.id)
  if (transfer === undefined) return statusOf(tx, sent.id)
  const { coins, isIt } = await claimOf(network, transfer, fee)
  if (tx !== undefined) {
    return isIt(tx) ? statusOf(tx, sent.id) : { status: 'other', isMined: tx.status.confirmed }
  }
  // A wallet may have raised the fee: then its coins are spent by another transaction that pays the same.
  const spender = await findSpender(network, coins, isIt)
  return spender === undefined || isIt(spender)
    ? statusOf(spender, sent.id)
    : { ...statusOf(undefined, sent.id), isOutrun: true }
}

function statusOf(tx: ChainTx | undefined, id: string): TransferStatus {
  return { status: tx?.status.confirmed ? 'confirmed' : 'pending', hash: tx?.txid ?? id }
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

const made = (id: string): Found => ({ status: 'sent', sent: { kind: 'transaction', id } })
