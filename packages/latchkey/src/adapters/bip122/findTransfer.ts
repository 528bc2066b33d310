import type { FeeQuote, Transfer, TransferStatus, Transfers } from '../../core/transfers.js'
import type { Network } from '../../protocol/entities/Network.js'
import { readTarget } from './addresses.js'
import { hexOf } from './bytes.js'
import { prefixesOf } from './chains.js'
import { collectibleLimit, nameOf, readTerms } from './choose.js'
import { sumOf } from './chooseCoins.js'
import { type ChainTx, readHistory, readSpender, readTx } from './esplora.js'
import { loadBtcSigner } from './peer.js'
import { laterThan } from './prepareTransfer.js'

/** The coins of a reviewed transfer, and how a transaction compares with it. */
type Claim = {
  readonly coins: readonly { readonly txid: string; readonly vout: number }[]
  /**
   * `same`: it pays what was reviewed and nobody else, at no higher fee. `raised`: the same at a higher fee, for which it
   * may spend further coins of the account; wallets let their users raise it. `altered`: it pays the recipient the amount
   * with one of the coins, and does something else besides.
   */
  readonly likenessOf: (tx: ChainTx) => 'same' | 'raised' | 'altered' | undefined
  /** Whether it pays the recipient the amount from the account, with whatever coins. */
  readonly isEqual: (tx: ChainTx) => boolean
}

/** @see Transfers.find */
export const findTransfer: Transfers['find'] = async ({ network, transfer, asked, others = [], fee }) => {
  const { coins, likenessOf, isEqual } = await claimOf(network, transfer, fee)
  const isFree = ({ txid }: ChainTx) => !others.includes(txid)
  // One with a higher fee may still make way for the one that was reviewed, until it is in a block.
  const isOwn = (tx: ChainTx) => {
    const likeness = likenessOf(tx)
    return (likeness === 'same' || (likeness === 'raised' && isMined(tx))) && isFree(tx)
  }
  const spenders = await readSpenders(network, coins, isOwn)
  // It may spend coins of which the nodes were not asked.
  const more = spenders.some(isOwn) ? [] : await readHistory(network, transfer.from).catch(() => [])
  const all = [...spenders, ...more.filter(likenessOf)]
  const own = all.find(isOwn)
  if (own !== undefined) return { status: 'sent', sent: { kind: 'transaction', id: own.txid } }
  // The recipient has the amount: such a transaction is not the transfer, and does not show that nothing was sent.
  const like =
    all.find((tx) => likenessOf(tx) && isFree(tx)) ??
    // The wallet may have made it of other coins.
    laterThan(asked, more).find((tx) => isEqual(tx) && isFree(tx))
  const other = like ? undefined : all.find(isMined)
  // The wallet may have sent another amount: then the coins that it spent are no longer listed.
  return other ? { status: 'used', by: other.txid } : { status: 'open', by: (like ?? all.find(isFree))?.txid }
}

/**
 * Lists the transactions that spend coins of a transfer, and stops at the transfer itself. Once another one of them is
 * in a block, the chain refuses the transfer.
 */
async function readSpenders(
  network: Network,
  coins: Claim['coins'],
  isIt: (tx: ChainTx) => boolean,
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
  const { coins, likenessOf } = await claimOf(network, transfer, fee)
  const isOwn = (one: ChainTx) => ['same', 'raised'].includes(likenessOf(one) ?? '')
  if (tx !== undefined) {
    return isOwn(tx) ? statusOf(tx, sent.id) : { status: 'other', isMined: isMined(tx) }
  }
  // A wallet may have raised the fee: then its coins are spent by another transaction that pays the same.
  const spenders = await readSpenders(network, coins, isOwn)
  const own = spenders.find(isOwn)
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
  const [own, recipient] = [from, to].map((address) => {
    const target = readTarget(btc, address, prefixesOf(network.caipNetworkId))
    return target && hexOf(target.script)
  })
  const { coins, fee: most } = readTerms(fee) ?? { coins: [], fee: 0n }
  const paidIn = ({ vout }: ChainTx) =>
    vout.findIndex(({ scriptpubkey, value }) => scriptpubkey === recipient && value === units)
  const isEqual = (tx: ChainTx) =>
    paidIn(tx) >= 0 && tx.vin.some(({ prevout }) => prevout?.scriptpubkey === own)
  const likenessOf = (tx: ChainTx) => {
    const { vin, vout } = tx
    const known = vin.map((input) => coins.find((coin) => nameOf(coin) === nameOf(input)))
    const paid = paidIn(tx)
    if (!known.some(Boolean) || paid < 0) return undefined
    const isMore = known.includes(undefined)
    // A small coin may hold a collectible, which would be gone.
    const furtherOf = ({ prevout }: ChainTx['vin'][number]) =>
      prevout && prevout.scriptpubkey === own && prevout.value > collectibleLimit ? prevout : undefined
    const spent = vin.map((input, at) => known[at] ?? furtherOf(input))
    const isAltered =
      spent.includes(undefined) ||
      vout.some(({ scriptpubkey }, index) => scriptpubkey !== own && index !== paid)
    const cost = sumOf(spent) - sumOf(vout)
    if (isAltered || cost > most * mostRaise) return 'altered'
    return isMore || cost > most ? 'raised' : 'same'
  }
  return { coins, likenessOf, isEqual }
}
