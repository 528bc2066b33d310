import * as v from 'valibot'
import type { FeeQuote, Transfer, Transfers } from '../../core/transfers.js'
import { untilAborted } from '../../core/untilAborted.js'
import { accountError } from '../../protocol/accountErrors.js'
import { isKitError } from '../../protocol/errors.js'
import { type Budget, mostUnits, priorityOf } from './instructions.js'
import { type Ask, count, firmNodesOf, nodesOf } from './nodes.js'
import { simulate } from './simulate.js'
import { toTerms } from './terms.js'
import { readMint, withheldOf } from './tokens.js'

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
}) => {
  // While the visitor types, the form tells the least amount; until then it asks for one unit.
  const isProbe = isRest || !isFirm
  return untilAborted(estimate(isFirm ? firmNodesOf(network) : nodesOf(network), transfer, isProbe), signal)
}

async function estimate(ask: Ask, transfer: Transfer, isProbe: boolean): Promise<FeeQuote> {
  const { from, to, tokenAddress } = transfer
  const { token } = tokenAddress === undefined ? {} : await readMint(ask, tokenAddress)
  // Without a price for the work: whether the account can pay the fee is no matter here.
  const free = { units: mostUnits, price: 0n }
  const work = { transfer, budget: free, token: token && { ...token, rent: 0n } }
  const [{ units, rent, isTooLittle }, recent, kept] = await Promise.all([
    simulate(ask, work, { isProbe }),
    recentPrice(ask, [from, to]),
    ask('getMinimumBalanceForRentExemption', [0], count),
  ]).catch((error: unknown) => {
    throw isKitError(error) ? error : accountError('FEE_ESTIMATE_FAILED', { cause: error })
  })
  const budget = budgetFor(units, recent)
  const cost = String(signatureFee + priorityOf(budget) + (rent ?? 0n))
  const withheld = token && withheldOf(token, transfer.units)
  return {
    most: cost,
    about: cost,
    // An account that holds less than this cannot stay, and the network refuses to leave it with that.
    kept: String(kept),
    ...(isTooLittle && { least: String(kept) }),
    ...(withheld && { withheld: String(withheld) }),
    terms: toTerms({ budget, token: token && { ...token, rent } }),
  }
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
