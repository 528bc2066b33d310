import type { Transfer } from '../../core/adapter.js'
import { maxSendable } from '../../protocol/amounts/maxSendable.js'
import { type AmountFault, parseAmount } from '../../protocol/amounts/parseAmount.js'
import { priceDecimals, priceUnitsOf } from '../../protocol/amounts/priceUnits.js'
import type { Balance } from '../../protocol/entities/Balance.js'
import type { Network } from '../../protocol/entities/Network.js'
import { formatUnits } from '../../protocol/formatUnits.js'
import { type Account, accountOf } from '../account/state.js'
import { contractOf } from '../account/walletAssets.js'
import type { State } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { initialSendState } from './state.js'

/** What can be sent: the network's coin or a token, with what the account has of it. */
export type Sendable = {
  readonly token: Balance
  readonly decimals: number
  readonly units: bigint
  /** Absent for the network's own coin. */
  readonly contract?: string | undefined
}

/** What still keeps the form from being sent, the weightiest first (incumbent's order of its button's texts). */
export type SendFault =
  | 'noToken'
  | 'amountInvalid'
  | 'amountMissing'
  | 'fundsMissing'
  | 'gasMissing'
  | 'recipientMissing'
  | 'recipientInvalid'
  | 'feeMissing'

export type SendPlan = {
  readonly account: Account
  readonly network: Network
  readonly sendable: Sendable
  /** What is sent, in base units; absent where the amount cannot be read. */
  readonly units?: bigint | undefined
  readonly amountFault?: AmountFault | undefined
  readonly fault?: SendFault | undefined
  /** There when there is no fault. */
  readonly transfer?: Transfer | undefined
}

/** What the form would do if it were sent now. `undefined` while nobody is connected. */
export function sendPlanOf(state: State): SendPlan | undefined {
  const account = accountOf(state)
  const network = account && networkOf(state, account.networkId)
  if (account === undefined || network === undefined) return undefined
  const form = state.send ?? initialSendState
  const all = sendablesOf(state, account, network)
  const coin = all.find(({ contract }) => contract === undefined)
  const sendable = form.token === undefined ? coin : all.find(({ token }) => token.address === form.token)
  if (coin === undefined || sendable === undefined) {
    const [first] = all
    if (first === undefined) return undefined
    return { account, network, sendable: sendable ?? first, fault: 'noToken' }
  }

  const reserve = form.fee.status === 'ready' ? form.fee : undefined
  const cost = reserve && {
    gasLimit: BigInt(reserve.gasLimit),
    gasPriceUnits: BigInt(reserve.gasPriceUnits),
    dataFeeUnits: BigInt(reserve.dataFeeUnits),
  }
  const isCoin = sendable.contract === undefined
  const amount = form.isMax
    ? { status: 'ok' as const, units: isCoin && cost ? maxSendable(sendable.units, cost) : sendable.units }
    : amountOf(form.amount, sendable, form.isFiat, state.locale.tag)
  const base = { account, network, sendable }
  const units = amount.status === 'ok' ? amount.units : undefined
  const amountFault = amount.status === 'ok' ? undefined : amount.reason
  const gasUnits = cost === undefined ? 0n : cost.gasLimit * cost.gasPriceUnits + cost.dataFeeUnits
  const coinNeeded = (isCoin ? (units ?? 0n) : 0n) + gasUnits

  const fault = ((): SendFault | undefined => {
    if (amountFault !== undefined && amountFault !== 'empty') return 'amountInvalid'
    if (units === undefined || (units === 0n && !form.isMax)) return 'amountMissing'
    if (units > sendable.units) return 'fundsMissing'
    if (units === 0n || (!form.isGasFree && coinNeeded > coin.units)) return 'gasMissing'
    const isFeeTooHigh = form.fee.status === 'error' && form.fee.error.code === 'INSUFFICIENT_GAS_FUNDS'
    if (isFeeTooHigh && !form.isGasFree) return 'gasMissing'
    if (form.recipient.status === 'empty') return 'recipientMissing'
    if (form.recipient.status !== 'valid') return 'recipientInvalid'
    // Whoever pays for the account knows the fee; a node that cannot tell it keeps nothing up.
    return form.fee.status === 'ready' || form.isGasFree ? undefined : 'feeMissing'
  })()
  const transfer: Transfer | undefined =
    units === undefined || units === 0n || form.recipient.status !== 'valid'
      ? undefined
      : {
          from: account.address,
          to: form.recipient.address,
          units,
          ...(sendable.contract === undefined ? {} : { tokenAddress: sendable.contract }),
        }
  return { ...base, units, amountFault, fault, transfer }
}

/** What the account can send, most valuable first; the network's coin at least, with the balance that is known of it. */
export function sendablesOf(state: State, account: Account, network: Network): readonly Sendable[] {
  const { caipAddress } = account
  const portfolio = state.account.portfolios?.[caipAddress]
  const listed = (portfolio?.tokens ?? []).flatMap((token): readonly Sendable[] => {
    const decimals = Number(token.quantity.decimals)
    const read = parseAmount(token.quantity.numeric, decimals)
    if (read.status !== 'ok') return []
    return [{ token, decimals, units: read.units, contract: contractOf(token) }]
  })
  if (listed.some(({ contract }) => contract === undefined)) return listed
  const { name, symbol, decimals } = network.nativeCurrency
  const balance = state.account.balances[caipAddress]
  // Where the host shows a token's balance in its place, the coin's is not known.
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
  }
  return [coin, ...listed]
}

/** How many decimals of a dollar are read: a price below a millionth of one is not typed by hand. */
const fiatDecimals = 6

function amountOf(text: string, { token, decimals }: Sendable, isFiat: boolean, locale: string) {
  const decimalMark = decimalMarkOf(locale)
  if (!isFiat) return parseAmount(text, decimals, { decimalMark })
  const read = parseAmount(text, fiatDecimals, { decimalMark })
  const price = priceUnitsOf(token.price)
  if (read.status !== 'ok') return read
  if (price === 0n) return { status: 'refused' as const, reason: 'malformed' as const }
  const units = (read.units * 10n ** BigInt(decimals + priceDecimals - fiatDecimals)) / price
  return { status: 'ok' as const, units }
}

/** An amount as it stands in the form: exact, and with the mark before decimals that the visitor would type. */
export function amountInput(units: bigint, decimals: number, locale: string): string {
  return formatUnits(units, decimals).replace('.', decimalMarkOf(locale))
}

/** The mark before decimals as the visitor's language writes it. */
export function decimalMarkOf(locale: string): '.' | ',' {
  const mark = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value
  return mark === ',' ? ',' : '.'
}
