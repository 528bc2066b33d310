import * as v from 'valibot'
import type { FeeQuote, Transfer, Transfers } from '../../core/transfers.js'
import { untilAborted } from '../../core/untilAborted.js'
import { accountError } from '../../protocol/accountErrors.js'
import { isKitError } from '../../protocol/errors.js'
import { buildTransaction, noBlockhash } from './buildTransaction.js'
import { type Budget, instructionsOf, mostUnits, priorityOf } from './instructions.js'
import { type Ask, count, firmNodesOf, nodesOf, readAccount } from './nodes.js'
import { toTerms } from './quoteTerms.js'
import { poorAccountOf, refusalOf, simulate } from './simulate.js'
import { type Mint, readMint, tokenAccountOf, withheldOf } from './tokens.js'

/** Lamports for each signature. */
const signatureFee = 5_000n
/** The limit and the price of a bare transfer of the coin (spec): together 10,000 lamports. */
const bareUnits = 500n
const barePrice = 20_000_000n
const leastPriority = (bareUnits * barePrice) / 1_000_000n
/** The kit proposes no more lamports for speed than this. */
const mostPriority = 1_000_000n

/** @see Transfers.estimate */
export const estimateTransfer: Transfers['estimate'] = ({
  network,
  transfer,
  signal = new AbortController().signal,
  isFirm = false,
  isRest = false,
}) => untilAborted(estimate(isFirm ? firmNodesOf(network) : nodesOf(network), transfer, isRest), signal)

async function estimate(ask: Ask, transfer: Transfer, isRest: boolean): Promise<FeeQuote> {
  const { from, to, tokenAddress } = transfer
  const mint = tokenAddress === undefined ? undefined : await readMint(ask, tokenAddress)
  const place = mint && (await tokenAccountOf(to, mint))
  const [{ used, lamports }, recent, kept, isThere] = await Promise.all([
    workOf(ask, transfer, { mint, account: place, isRest }),
    recentPrice(ask, [from, to]),
    ask('getMinimumBalanceForRentExemption', [0], count),
    place === undefined ? true : readAccount(ask, place).then((account) => account !== null),
  ]).catch((error: unknown) => {
    throw isKitError(error) ? error : accountError('FEE_ESTIMATE_FAILED', { cause: error })
  })
  // Without it, the fee would be shown too low by a large part of it.
  if (!isThere && lamports === 0n) throw accountError('FEE_ESTIMATE_FAILED')
  const budget = budgetFor(used, recent)
  const rent = isThere ? undefined : lamports
  const cost = String(signatureFee + priorityOf(budget) + (rent ?? 0n))
  const withheld = mint === undefined ? 0n : withheldOf(mint, transfer.units)
  return {
    most: cost,
    about: cost,
    // An account that holds less than this cannot stay, and the network refuses to leave it with that.
    kept: String(kept),
    ...(withheld === 0n ? {} : { withheld: String(withheld) }),
    terms: toTerms(budget, mint && { ...mint, rent }),
  }
}

/**
 * How much work the transfer is, and what the recipient's token account holds afterwards, by a simulation without a
 * price for the work: whether the account can pay the fee is no matter here.
 */
async function workOf(ask: Ask, transfer: Transfer, { mint, account, isRest }: Work) {
  const instructions = await instructionsOf(
    transfer,
    { units: mostUnits, price: 0n },
    mint && { ...mint, rent: 0n },
  )
  const transaction = buildTransaction(transfer.from, noBlockhash, instructions)
  const { error, units: used, lamports } = await simulate(ask, transaction, { isAnyBlockhash: true, account })
  // One unit stands for "all that is left": a new recipient needs more than that, and will get it.
  const isProbe = isRest && (poorAccountOf(error) ?? 0) > 0
  if (error !== undefined && !isProbe) throw refusalOf(error)
  return { used, lamports }
}

type Work = {
  readonly mint: Mint | undefined
  /** The recipient's token account. */
  readonly account: string | undefined
  readonly isRest: boolean
}

/** What others have lately paid for work on the same accounts, in millionths of a lamport: the median. */
async function recentPrice(ask: Ask, accounts: readonly string[]): Promise<bigint> {
  const schema = v.array(v.object({ prioritizationFee: count }))
  const recent = await ask('getRecentPrioritizationFees', [accounts], schema).catch(() => [])
  const sorted = recent.map(({ prioritizationFee }) => prioritizationFee).sort((a, b) => a - b)
  return BigInt(sorted[Math.floor(sorted.length / 2)] ?? 0)
}

/** The larger of the bare limit and what was simulated with some room; what others pay, within the constants. */
export function budgetFor(used: bigint, recent: bigint): Budget {
  const needed = used <= bareUnits ? bareUnits : (used * 12n) / 10n
  const units = needed > mostUnits ? mostUnits : needed
  const least = (leastPriority * 1_000_000n) / units
  // A higher limit costs no more than this, whatever others pay.
  const most = (mostPriority * 1_000_000n) / units
  const wanted = recent > least ? recent : least
  return { units, price: [barePrice, most, wanted].reduce((one, other) => (one < other ? one : other)) }
}
