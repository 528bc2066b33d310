import type { TransferIntent } from '../../core/intent.js'
import type { FeeQuote, TransferFacts, Transfers } from '../../core/transfers.js'
import { within } from '../../core/within.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { Balance } from '../../protocol/entities/Balance.js'
import { KitError } from '../../protocol/errors.js'
import { cleanText } from '../../protocol/schema/text.js'
import { capabilitiesOf } from '../account/capabilitiesOf.js'
import { earlierPriceOf } from '../account/prices.js'
import { isListed } from '../account/walletAssets.js'
import { walletNameOf } from '../connection/walletNameOf.js'
import { witnessOf } from '../connection/witnessOf.js'
import { newIntentId } from '../intent/newIntentId.js'
import type { Kit } from '../Kit.js'
import { confirmName } from './confirmName.js'
import { earlierOf } from './earlierOf.js'
import { type SendPlan, sendPlanOf } from './sendPlan.js'
import { initialSendState, type SendState } from './state.js'

/** How long the chain may take to say what it knows of a transfer. */
const patience = 12_000

/**
 * Makes an intent from the form as it is now. The chain itself says to whom a name leads, what the transfer costs and how
 * many decimals the token has. If the list with which the form computed the amount has other decimals, nothing is sent.
 *
 * @throws `NOT_CONNECTED`, `SEND_FAILED` for a form that cannot be sent, `NETWORK_UNREADABLE`, `TOKEN_UNREADABLE`,
 *   `TOKEN_DECIMALS_DIFFER`, `SERVICE_TIMED_OUT`, `RECIPIENT_CHANGED`, `NAME_RESOLUTION_FAILED`,
 *   `INSUFFICIENT_FEE_FUNDS`, and what a firm `estimate` throws
 */
export async function makeIntent(kit: Kit): Promise<TransferIntent> {
  const state = kit.store.getState()
  const plan = sendPlanOf(state)
  const form = state.send ?? initialSendState
  if (plan === undefined) throw new KitError('NOT_CONNECTED')
  const { account, network, sendable, transfer, fault } = plan
  const adapter = kit.adapters.get(account.namespace)
  const { recipient } = form
  // Stryker disable next-line ConditionalExpression,LogicalOperator: a plan without a fault has both.
  const isWithout = transfer === undefined || recipient.status !== 'valid'
  if (fault !== undefined || isWithout || adapter?.transfers === undefined) {
    throw accountError('SEND_FAILED', { details: fault ?? 'no transfer' })
  }
  const transfers = await adapter.transfers()
  const { to, tokenAddress } = transfer
  const witness = await witnessOf(kit, { networkId: network.caipNetworkId, connectorId: account.connectorId })
  // All of the coin cannot be sent and pay for itself: one unit of it costs the same.
  const isRest = form.isMax && tokenAddress === undefined
  const units = isRest ? 1n : transfer.units
  const earlier = earlierOf(kit, account)
  const question = {
    network,
    transfer: { ...transfer, units },
    isRest,
    earlier,
    speed: form.speed,
    isFirm: true,
    witness,
  }
  const late = () => new KitError('SERVICE_TIMED_OUT', { slots: { service: network.name } })
  const firmly = <value>(reading: Promise<value>) => within(kit.clock, patience, reading, late)
  const [facts, { isAtomic }, fee] = await Promise.all([
    firmly(transfers.facts({ network, to, tokenAddress, witness })),
    capabilitiesOf(kit, account),
    firmly(firmQuote(transfers, question, form)),
    firmly(confirmName(kit, account, recipient)),
  ])
  const { token, decimals } = sendable
  if (tokenAddress !== undefined && facts.token?.decimals !== decimals) {
    throw accountError('TOKEN_DECIMALS_DIFFER', { details: `${facts.token?.decimals} and ${decimals}` })
  }
  const { address, name, warnings, lookalike } = recipient
  const isNews = facts.isContract && !warnings.includes('contract') && !warnings.includes('token')
  const told = isNews ? [...warnings, 'contract'] : warnings
  const graver = facts.isKeyless ? told.map((one) => (one === 'contract' ? 'keyless' : one)) : told
  return {
    id: newIntentId(),
    kind: 'transfer',
    networkId: network.caipNetworkId,
    account: account.address,
    connectorId: account.connectorId,
    wallet: walletNameOf(state, account.connectorId),
    madeAt: kit.clock.now(),
    recipient: { address, name, warnings: graver, lookalike },
    units: String(payableUnits(plan, form, fee)),
    decimals,
    tokenAddress,
    ...namesOf(token, facts),
    ...(isListed(token) ? {} : { isUnverified: true }),
    ...reckoningOf(kit, token, form),
    coinPrice: plan.coin.token.price,
    fee,
    // A wallet that reckoned with a higher fee would find too little left for it.
    isRest: form.isMax && tokenAddress === undefined && !isAtomic,
    isAtomic,
    ...(form.isUnstored && { isUnstored: true }),
    facts,
  }
}

/**
 * What the token is called: its contract says that, whatever the list does. The picture and the price of another name
 * are not shown beside it.
 */
function namesOf(token: Balance, facts: TransferFacts) {
  const { symbol: listed, price, iconUrl } = token
  const symbol = cleanText(facts.token?.symbol ?? '', 32) || listed
  if (!isSameSymbol(symbol, listed)) return { symbol, listedSymbol: listed, price: 0 }
  return { symbol, price, ...(iconUrl === '' ? {} : { iconUrl }) }
}

const isSameSymbol = (one: string, other: string) => foldedSymbol(one) === foldedSymbol(other)
const foldedSymbol = (symbol: string) => symbol.normalize('NFKC').toLowerCase()

/** The price that dollars were reckoned with, and what it was before where it is far from that. */
function reckoningOf(kit: Kit, token: Balance, { isFiat, isMax }: SendState) {
  if (!isFiat || isMax) return {}
  const earlierPrice = earlierPriceOf(kit, token)
  return { reckonedPrice: token.price, ...(earlierPrice === undefined ? {} : { earlierPrice }) }
}

/** What it costs, as the network itself says; `undefined` where somebody else may pay, and nobody can tell. */
async function firmQuote(
  transfers: Transfers,
  question: Parameters<Transfers['estimate']>[0],
  { isFeeUnchecked }: SendState,
): Promise<FeeQuote | undefined> {
  try {
    return quoteOf(await transfers.estimate(question))
  } catch (error) {
    if (isFeeUnchecked) return undefined
    throw error
  }
}

/**
 * What is sent, in base units: where all of the coin is, what the fee leaves of it.
 *
 * @throws `INSUFFICIENT_FEE_FUNDS` where the fee leaves too little, other than the form could know
 */
function payableUnits(
  plan: SendPlan,
  { isMax, isFeeUnchecked }: SendState,
  fee: FeeQuote | undefined,
): bigint {
  const { sendable, coin, units = 0n } = plan
  const cost = fee === undefined ? 0n : BigInt(fee.most) + BigInt(fee.kept ?? 0)
  const isCoin = sendable.contract === undefined
  if (isMax && isCoin && fee?.rest !== undefined) return BigInt(fee.rest)
  const payable = isMax && isCoin ? sendable.units - cost : units
  const isMissing = (isCoin ? payable : 0n) + cost > coin.units
  if (payable <= 0n || (isMissing && !isFeeUnchecked)) throw accountError('INSUFFICIENT_FEE_FUNDS')
  return payable
}

function quoteOf({
  most,
  about,
  kept,
  withheld,
  rest,
  minutes,
  mayHoldCollectibles,
  spent,
  areCoinsUnread,
  terms,
}: FeeQuote): FeeQuote {
  return {
    most,
    about,
    ...(kept === undefined ? {} : { kept }),
    ...(withheld === undefined ? {} : { withheld }),
    ...(rest === undefined ? {} : { rest }),
    ...(minutes === undefined ? {} : { minutes }),
    ...(mayHoldCollectibles && { mayHoldCollectibles }),
    ...(spent && { spent }),
    ...(areCoinsUnread && { areCoinsUnread }),
    ...(terms === undefined ? {} : { terms }),
  }
}
