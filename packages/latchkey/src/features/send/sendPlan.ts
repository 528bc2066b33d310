import type { Transfer } from '../../core/transfers.js'
import { fiatDecimals, unitsOfFiat } from '../../protocol/amounts/fiatAmount.js'
import { typedNumber } from '../../protocol/amounts/localNumber.js'
import { type AmountFault, type ParsedAmount, parseAmount } from '../../protocol/amounts/parseAmount.js'
import { fallbackBalance } from '../../protocol/constants.js'
import type { Balance } from '../../protocol/entities/Balance.js'
import type { Network } from '../../protocol/entities/Network.js'
import { formatUnits } from '../../protocol/formatUnits.js'
import { type Account, accountOf } from '../account/state.js'
import { contractOf } from '../account/walletAssets.js'
import type { State } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { isConfirmed } from './isConfirmed.js'
import { type Fee, initialSendState } from './state.js'

/** Something that can be sent: the network's coin or a token, with the account's balance. */
export type Sendable = {
  readonly token: Balance
  readonly decimals: number
  readonly units: bigint
  /** Whether the balance could not be read. `units` is 0 then, which is not the balance. */
  readonly isUnknown?: boolean | undefined
  /** Absent for the network's own coin. */
  readonly contract?: string | undefined
}

/** The faults that keep the form from being sent, the most important first. The button shows the first one. */
export type SendFault =
  | 'noToken'
  | 'amountInvalid'
  | 'amountMissing'
  | 'balanceUnknown'
  | 'fundsMissing'
  | 'feeFundsMissing'
  | 'recipientMissing'
  | 'recipientInvalid'
  | 'recipientUnconfirmed'
  | 'feeMissing'

export type SendPlan = {
  readonly account: Account
  readonly network: Network
  readonly sendable: Sendable
  /** The network's coin, which the fee is paid in. */
  readonly coin: Sendable
  /** How much of `sendable` the account can send, before the fee: all of it but the locked part of the coin. */
  readonly available: bigint
  /** What is sent, in base units; absent where the amount cannot be read. */
  readonly units?: bigint | undefined
  readonly amountFault?: AmountFault | undefined
  /** The smallest amount that the recipient can be sent; there when less would be. */
  readonly least?: bigint | undefined
  readonly fault?: SendFault | undefined
  /** There when there is no fault. */
  readonly transfer?: Transfer | undefined
}

/** Returns what the form would send now; `undefined` without a connected account. */
export function sendPlanOf(state: State): SendPlan | undefined {
  const account = accountOf(state)
  if (account === undefined) return undefined
  const network = networkOf(state, account.networkId)
  if (network === undefined) return undefined
  const form = state.send ?? initialSendState
  const all = sendablesOf(state, account, network)
  // `sendablesOf` always includes the coin.
  const listed = all.find(({ contract }) => contract === undefined) as Sendable
  const cost = form.fee.status === 'ready' ? BigInt(form.fee.most) + BigInt(form.fee.kept ?? 0) : undefined
  const coin = form.isMax && form.token === undefined ? readAnew(listed, form.fee, cost) : listed
  const sendable = form.token === undefined ? coin : all.find(({ token }) => token.address === form.token)
  const available = availableOf(state, account, sendable ?? coin)
  if (sendable === undefined) return { account, network, sendable: coin, coin, available, fault: 'noToken' }

  const isCoin = sendable.contract === undefined
  const { units, amountFault }: Amount = form.isMax
    ? { units: isCoin ? smaller(leftOf(sendable.units, cost), available) : available }
    : amountOf(form.amount, sendable, form.isFiat, state.locale.tag)
  const coinNeeded = (isCoin ? (units ?? 0n) : 0n) + (cost ?? 0n)

  const smallest = isCoin && form.fee.status === 'ready' ? BigInt(form.fee.least ?? 0) : 0n
  const least = units !== undefined && units > 0n && units < smallest ? smallest : undefined

  const fault = ((): SendFault | undefined => {
    if (least !== undefined) return 'amountInvalid'
    if (amountFault !== undefined && amountFault !== 'empty') return 'amountInvalid'
    if (units === undefined || (units === 0n && !form.isMax)) return 'amountMissing'
    if (sendable.isUnknown) return 'balanceUnknown'
    if (units > available || available === 0n) return 'fundsMissing'
    if (coin.isUnknown && !form.isFeeUnchecked) return 'balanceUnknown'
    if (units === 0n || (!form.isFeeUnchecked && coinNeeded > coin.units)) return 'feeFundsMissing'
    const isFeeTooHigh = form.fee.status === 'error' && form.fee.error.code === 'INSUFFICIENT_FEE_FUNDS'
    if (isFeeTooHigh && !form.isFeeUnchecked) return 'feeFundsMissing'
    if (form.recipient.status === 'empty') return 'recipientMissing'
    if (form.recipient.status !== 'valid') return 'recipientInvalid'
    if (!isConfirmed(form)) return 'recipientUnconfirmed'
    // A sponsor pays the fee, so a node that cannot tell it does not hold the send up.
    return form.fee.status === 'ready' || form.isFeeUnchecked ? undefined : 'feeMissing'
  })()
  const transfer: Transfer | undefined =
    units === undefined || units === 0n || form.recipient.status !== 'valid'
      ? undefined
      : {
          from: account.address,
          ...(account.facts && { sender: account.facts }),
          to: form.recipient.address,
          units,
          ...(sendable.contract === undefined ? {} : { tokenAddress: sendable.contract }),
        }
  return { account, network, sendable, coin, available, units, amountFault, least, fault, transfer }
}

/** The coin with the balance that a quote for all of it was computed from, if the quote tells. */
function readAnew(coin: Sendable, fee: Fee, cost = 0n): Sendable {
  if (fee.status !== 'ready' || fee.rest === undefined) return coin
  return { ...coin, units: BigInt(fee.rest) + cost, isUnknown: undefined }
}

/** Takes the locked part off the coin's balance. */
function availableOf({ account }: State, { caipAddress }: Account, { units, decimals, contract }: Sendable) {
  const text = contract === undefined ? account.balances[caipAddress]?.locked : undefined
  const locked = parseAmount(text ?? '', decimals)
  return locked.status === 'ok' ? units - smaller(locked.units, units) : units
}

const smaller = (one: bigint, other: bigint) => (one < other ? one : other)

/** Returns the balance minus the fee. While the fee is unknown it is the whole balance, and the form cannot be sent. */
function leftOf(units: bigint, cost = 0n): bigint {
  // Stryker disable next-line EqualityOperator: a fee of all there is leaves nothing either way.
  return units > cost ? units - cost : 0n
}

/**
 * Lists what the account can send, most valuable first. It always includes the network's coin, with its known balance.
 */
export function sendablesOf(state: State, account: Account, network: Network): readonly Sendable[] {
  const { caipAddress } = account
  const portfolio = state.account.portfolios?.[caipAddress]
  const { name, symbol, decimals } = network.nativeCurrency
  const listed = (portfolio?.tokens ?? []).flatMap((token): readonly Sendable[] => {
    const contract = contractOf(token)
    const told = Number(token.quantity.decimals)
    // The network's own config defines its coin's decimals and symbol. An entry of the service's list that differs is
    // ignored.
    if (contract === undefined && (told !== decimals || token.symbol !== symbol)) return []
    const read = parseAmount(token.quantity.numeric, told)
    if (read.status !== 'ok') return []
    return [
      {
        token: contract === undefined ? { ...token, name } : token,
        decimals: told,
        units: read.units,
        contract,
      },
    ]
  })
  const coins = listed.filter(({ contract }) => contract === undefined)
  if (coins.length === 1) return listed
  const balance = state.account.balances[caipAddress]
  // If the host shows a token's balance instead of the coin's, the coin's balance is unknown.
  const amount = balance?.symbol === symbol ? balance.amount : '0'
  const read = parseAmount(amount, decimals)
  const coin: Sendable = {
    token: {
      name,
      symbol,
      chainId: network.caipNetworkId,
      price: 0,
      quantity: { decimals: String(decimals), numeric: amount },
      iconUrl: '',
    },
    decimals,
    units: read.status === 'ok' ? read.units : 0n,
    ...(balance?.status !== 'success' && amount === fallbackBalance && { isUnknown: true }),
  }
  return [coin, ...listed.filter(({ contract }) => contract !== undefined)]
}

type Amount = Pick<SendPlan, 'units' | 'amountFault'>

function amountOf(text: string, sendable: Sendable, isFiat: boolean, locale: string): Amount {
  const read = readAmount(text, sendable, isFiat, locale)
  if (read.status !== 'ok') return { amountFault: read.reason }
  if (!isFiat) return { units: read.units }
  const units = unitsOfFiat(read.units, sendable.decimals, sendable.token.price)
  return units === undefined ? { amountFault: 'malformed' } : { units }
}

/** Parses the typed amount, in base units of the token or in millionths of a dollar. */
function readAmount(text: string, { decimals }: Sendable, isFiat: boolean, locale: string): ParsedAmount {
  if (!isFiat) return parseAmount(text, decimals, { locale })
  return parseAmount(text.replace(dollarMark, ''), fiatDecimals, { locale })
}

/** A dollar mark before or after the number. One inside the number is a mistake. */
const dollarMark = /^\s*(us)?\$|(us)?\$\s*$/i

/** Whether a text has a dollar mark and the token has a price in dollars. */
export function isDollarText(text: string, sendable: Sendable, locale: string): boolean {
  return (
    dollarMark.test(text) &&
    sendable.token.price > 0 &&
    readAmount(text, sendable, true, locale).status === 'ok'
  )
}

/**
 * Returns the amount as the form understood it. A text with groups, or with a mark or digits of another language, is
 * rewritten in the visitor's language without groups. Every other text, also an unreadable one, stays as typed.
 */
export function understoodAmount(text: string, sendable: Sendable, isFiat: boolean, locale: string): string {
  const read = readAmount(text, sendable, isFiat, locale)
  if (read.status !== 'ok' || isPlain(text.trim(), locale)) return text
  return amountInput(read.units, isFiat ? fiatDecimals : sendable.decimals, locale)
}

function isPlain(text: string, locale: string): boolean {
  const marks = [...text].filter((character) => !/\d/.test(character))
  return marks.length === 0 || (marks.length === 1 && marks[0] === typedNumber('.', locale))
}

/** Formats an amount for the form: exact, with the digits and the decimal mark of the visitor's language. */
export function amountInput(units: bigint, decimals: number, locale: string): string {
  return typedNumber(formatUnits(units, decimals), locale)
}
