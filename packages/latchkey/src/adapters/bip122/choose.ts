import * as v from 'valibot'
import type { Earlier, FeeQuote, Transfer } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { Network } from '../../protocol/entities/Network.js'
import { hexOf } from './bytes.js'
import { mainPrefixes, prefixesOf } from './chains.js'
import {
  type Choice,
  chooseAll,
  chooseCoins,
  dustOf,
  rateOf,
  type Spendable,
  sumOf,
  worthSpending,
} from './chooseCoins.js'
import { type Coin, fromService, readCoins, readRates, readTx } from './esplora.js'
import { readProof } from './parents.js'
import { loadBtcSigner } from './peer.js'
import { endsOf, type Sender } from './sender.js'
import { blockMinutes, blocks, type Speed } from './speeds.js'

/** Satoshi per virtual byte: the least that nodes pass on, and a bound that no real rate has reached. */
const leastRate = 1
const mostRate = 2_000

/**
 * Inscriptions and runes are kept on small coins: 330, 546 or 10,000 satoshi. At an address that may hold them the kit
 * spends no coin up to this size.
 */
export const collectibleLimit = 10_000n

/**
 * The fee rate of a network now, in satoshi per 1,000 virtual bytes: of what its nodes say, the middle, or the lower of
 * two.
 *
 * @throws `FEE_ESTIMATE_FAILED` if no node of a main network knows a rate.
 */
async function readRate(network: Network, speed: Speed): Promise<bigint> {
  const rates = (await readRates(network)).map((one) => speedRateOf(one, speed)).filter((one) => one > 0)
  const middle = rates.sort((a, b) => a - b)[(rates.length - 1) >> 1]
  if (middle === undefined && prefixesOf(network.caipNetworkId) === mainPrefixes) {
    throw accountError('FEE_ESTIMATE_FAILED')
  }
  return BigInt(Math.ceil(Math.min(Math.max(middle ?? leastRate, leastRate), mostRate) * 1000))
}

/** What a node says, in satoshi per virtual byte; 0 if it knows no rate. */
function speedRateOf(rates: { readonly [blocks: string]: number }, speed: Speed): number {
  // A node may know no rate for just this number; the next higher number's rate is lower, but the only one there is.
  const known = Object.keys(rates)
    .map(Number)
    .filter((count) => count > 0)
    .sort((a, b) => a - b)
  const best = known.find((count) => count >= blocks[speed]) ?? known.at(-1)
  return rates[String(best)] ?? 0
}

/**
 * Quotes a transfer. The quote names the coins that the transfer spends, so that what is signed later is what was
 * reviewed. The host's services are asked first which coins there are, and must prove those that are chosen; the rate is
 * the nodes' alone.
 *
 * @throws `NETWORK_UNREADABLE`, `FEE_ESTIMATE_FAILED`, `TRANSFER_REFUSED`, `INSUFFICIENT_FEE_FUNDS`
 */
export async function quote(network: Network, transfer: Transfer, options: quote.Options): Promise<FeeQuote> {
  const btc = await loadBtcSigner()
  const ends = endsOf(btc, network, transfer)
  const read = async (at: Network) => ({ at, known: await readCoins(at, transfer.from) })
  const [rate, told] = await Promise.all([readRate(network, options.speed), fromService(network, read)])
  const marked = told?.known.flatMap((coin) => (coin.collectible ? [nameOf(coin)] : [])) ?? []
  const quoteFrom = (coins: Read) => choose(coins, { transfer, ends, rate, marked, ...options })
  // One of an earlier transfer's coins may have to be spent: without it in the list, both could be carried out.
  const isTold = told !== undefined && !options.earlier?.unsettled.length
  // A service that does not know of the latest payment must not keep the visitor from spending it.
  const first = isTold ? await quoteFrom(told).catch(() => undefined) : undefined
  if (first !== undefined && (await readProof(btc, network, ends.from, first.choice))) return first.fee
  return (await quoteFrom(await read(network))).fee
}

/** The coins of an address, and who told of them. */
type Read = { readonly at: Network; readonly known: readonly Coin[] }

async function choose(
  { at, known }: Read,
  { transfer, ends: { from, to }, rate, marked, isRest, isFirm, speed, earlier }: choose.Options,
): Promise<{ readonly fee: FeeQuote; readonly choice: Choice }> {
  const all = known.map(({ status, ...coin }) => ({
    ...coin,
    isConfirmed: status.confirmed,
    collectible: coin.collectible || marked.includes(nameOf(coin)),
  }))
  const made = await readOwn(at, from, all)
  const isOwn = (coin: Spendable) => coin.isConfirmed || made.includes(coin.txid)
  const left = afterEarlier(all, isOwn, earlier)
  const coins = left.filter((coin) => isSpendable(coin, from))
  const question = { coins, sender: from.kind, recipientSize: to.script.length, rate }
  const least = dustOf(to.script.length)
  // The form asks for the fee of 1 satoshi while it has no amount that could be paid, and tells itself what is too little.
  const units = transfer.units > 1n && (isFirm || transfer.units > least) ? transfer.units : least
  const chosenOf = (coins: readonly Spendable[]) =>
    isRest ? chooseAll({ ...question, coins }) : chooseCoins({ ...question, coins, units })
  const choice = chosenOf(coins)
  if (choice === undefined) {
    // With the spared coins it would be enough: the visitor is told of them.
    const details = chosenOf(left) && String(sumOf(left) - sumOf(coins))
    throw accountError('INSUFFICIENT_FEE_FUNDS', { details })
  }
  if (isFirm && choice.units < least) throw accountError('TRANSFER_REFUSED')
  const cost = String(choice.fee)
  const kept = sumOf(all) - sumOf(isRest ? choice.coins : worthSpending(question))
  const fee: FeeQuote = {
    most: cost,
    about: cost,
    least: String(least),
    minutes: blocks[speed] * blockMinutes,
    ...(isRest && { rest: String(choice.units) }),
    ...(kept > 0n && { kept: String(kept) }),
    ...(from.mayHold || choice.coins.some(({ collectible }) => collectible)
      ? { mayHoldCollectibles: true }
      : { areCoinsUnread: true }),
    spent: {
      count: choice.coins.length,
      units: String(sumOf(choice.coins)),
      change: String(choice.change),
      rate: `${Number(rateOf(question, choice)) / 10} sat/vB`,
    },
    terms: termsOf(choice),
  }
  return { fee, choice }
}

declare namespace choose {
  type Options = quote.Options & {
    readonly transfer: Transfer
    readonly ends: ReturnType<typeof endsOf>
    readonly rate: bigint
    /** The names of coins that the services say hold a collectible. */
    readonly marked: readonly string[]
  }
}

export declare namespace quote {
  type Options = {
    readonly isRest: boolean
    readonly isFirm: boolean
    readonly speed: Speed
    readonly earlier?: Earlier | undefined
  }
}

/**
 * The coins that are left beside payments that wait for a block. Of each earlier transfer whose outcome is unknown, the
 * largest coin is due, even if it cannot be read now where it comes from: only one of two transactions that spend it can
 * get into a block.
 */
function afterEarlier(
  coins: readonly Spendable[],
  isOwn: (coin: Spendable) => boolean,
  { sent, unsettled }: Earlier = { sent: [], unsettled: [] },
): readonly Spendable[] {
  const spent = sent.flatMap(namesOf)
  const free = coins.filter((coin) => !spent.includes(nameOf(coin)))
  const due = new Set<Spendable>()
  for (const names of unsettled.map(namesOf)) {
    const its = free.filter((coin) => names.includes(nameOf(coin)))
    // One that may hold a collectible is spent only where there is no other.
    const [largest] = its.sort(
      (a, b) => Number(a.collectible) - Number(b.collectible) || Number(b.value - a.value),
    )
    if (largest !== undefined && !its.some((coin) => due.has(coin))) due.add(largest)
  }
  return free.flatMap((coin) => (due.has(coin) || isOwn(coin) ? { ...coin, isDue: due.has(coin) } : []))
}

export const nameOf = ({ txid, vout }: Pick<Spendable, 'txid' | 'vout'>) => `${txid}:${vout}`
const namesOf = (fee: FeeQuote) => readTerms(fee)?.coins.map(nameOf) ?? []

/** How many transactions that wait are looked at. */
const waitingLimit = 20

/**
 * The ids of the transactions that are in no block and spend only coins of the sender: nobody else can take their change
 * back.
 */
async function readOwn(
  network: Network,
  { script }: Sender,
  coins: readonly Spendable[],
): Promise<readonly string[]> {
  const ids = new Set(coins.flatMap(({ txid, isConfirmed }) => (isConfirmed ? [] : [txid])))
  const ownId = async (id: string) => {
    const tx = await readTx(network, id).catch(() => undefined)
    return tx?.vin.every(({ prevout }) => prevout?.scriptpubkey === hexOf(script)) ? id : ''
  }
  return Promise.all([...ids].slice(0, waitingLimit).map(ownId))
}

/** Whether a coin may be spent. One that is due must be: what it holds was given away with the earlier transfer. */
function isSpendable({ value, collectible, isDue }: Spendable, { mayHold }: Sender): boolean {
  return isDue || (!collectible && (!mayHold || value > collectibleLimit))
}

function termsOf({ coins, units, change, fee }: Choice): { readonly [name: string]: string } {
  return {
    coins: coins.map(({ txid, vout, value }) => `${txid}:${vout}:${value}`).join(','),
    units: String(units),
    change: String(change),
    fee: String(fee),
  }
}

const sats = v.pipe(
  v.string(),
  v.regex(/^\d{1,16}$/),
  v.transform((units) => BigInt(units)),
)
const termsSchema = v.object({
  coins: v.pipe(v.string(), v.regex(/^([0-9a-f]{64}:\d{1,9}:\d{1,16}(,(?!$)|$)){1,100}$/)),
  units: sats,
  change: sats,
  fee: sats,
})

/** Reads the choice behind a quote; `undefined` if it is none, or does not add up. */
export function readTerms(fee: FeeQuote | undefined): Choice | undefined {
  const { success, output } = v.safeParse(termsSchema, fee?.terms)
  if (!success) return undefined
  const coins = output.coins.split(',').map((coin): Spendable => {
    const [txid = '', vout, value = ''] = coin.split(':')
    return { txid, vout: Number(vout), value: BigInt(value), isConfirmed: true }
  })
  const isWhole = sumOf(coins) === output.units + output.change + output.fee
  return isWhole && String(output.fee) === fee?.most ? { ...output, coins } : undefined
}
