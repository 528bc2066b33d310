import type { TransferIntent } from '../../../core/intent.js'
import type { SendFault, SendPlan } from '../../../features/send/sendPlan.js'
import type { RecipientWarning, SendState } from '../../../features/send/state.js'
import { amountTextOf } from '../../../protocol/amounts/amountText.js'
import { roundedWorth } from '../../../protocol/amounts/fiatAmount.js'
import { localDollars, localNumber } from '../../../protocol/amounts/localNumber.js'
import { numberMarksOf } from '../../../protocol/amounts/numberMarks.js'
import { priceDecimals, priceUnitsOf } from '../../../protocol/amounts/priceUnits.js'
import type { Network } from '../../../protocol/entities/Network.js'
import { formatUnits } from '../../../protocol/formatUnits.js'
import type { AppText } from '../../locales/useText.js'

/** The form button's text for each fault: the step that is missing. */
const faultTexts = {
  noToken: 'send.selectToken',
  amountInvalid: 'send.incorrectValue',
  amountMissing: 'send.addAmount',
  balanceUnknown: 'account.balanceFailed',
  fundsMissing: 'send.insufficientFunds',
  feeFundsMissing: 'send.insufficientFee',
  recipientMissing: 'send.addAddress',
  recipientInvalid: 'send.invalidAddress',
  recipientUnconfirmed: 'send.compare',
  feeMissing: 'send.preview',
} as const satisfies { readonly [fault in SendFault]: string }

/** Returns the form button's text. A payment link that cannot be followed is not reported as a wrong address. */
export function faultTextOf(fault: SendFault, { recipient }: SendState) {
  const isLink = recipient.status === 'invalid' && recipient.reason.startsWith('link')
  return faultTexts[fault === 'recipientInvalid' && isLink ? 'amountInvalid' : fault]
}

const warningTexts = {
  firstTime: 'send.firstTime',
  self: 'send.self',
  contract: 'send.contract',
  keyless: 'send.contract',
  token: 'send.tokenContract',
  nobodys: 'send.nobodys',
  nameChanged: 'send.nameChanged',
  lookalike: 'send.lookalike',
} as const satisfies { readonly [warning in RecipientWarning]: string }

/** The warnings that a visitor must not ignore, because they would lose money. */
const grave: readonly RecipientWarning[] = ['nameChanged', 'lookalike', 'token', 'nobodys', 'keyless']

export function warningsOf(text: AppText, { recipient }: SendState) {
  if (recipient.status !== 'valid') return []
  return recipient.warnings.map((warning) => ({
    warning,
    isGrave: grave.includes(warning),
    text: text(warningTexts[warning]),
  }))
}

/** Identifies the recipient and the current warnings. If it changes, the visitor has something new to read. */
export function warningsKey({ recipient }: SendState): string {
  return recipient.status === 'valid' ? `${recipient.address} ${recipient.warnings.join()}` : ''
}

/** Faults of a text that is not a readable number; the visitor is shown how to write it. */
const unreadable: readonly SendPlan['amountFault'][] = ['malformed', 'signed', 'exponent', 'grouping']

/** Returns details about the amount's or the recipient's fault; `undefined` if the button's text is enough. */
export function amountFaultText(
  text: AppText,
  { amountFault, least, sendable }: SendPlan,
  locale: string,
): string | undefined {
  if (least !== undefined)
    return `\u2066≥ ${amountTextOf(least, sendable.decimals, locale)} ${sendable.token.symbol}\u2069`
  if (amountFault === 'tooManyDecimals') return text('send.decimals', { count: sendable.decimals })
  return unreadable.includes(amountFault)
    ? text('send.grouping', { example: localNumber('1234567.8', locale) })
    : undefined
}

export function recipientFaultText(text: AppText, { recipient }: SendState, unreachable: string) {
  if (recipient.status !== 'invalid') return undefined
  if (recipient.reason === 'unknownName') return text('send.unknownName')
  if (recipient.reason === 'nameHidden') return text('send.nameHidden')
  if (recipient.reason === 'checksum') return text('send.checksum')
  const { detail = '' } = recipient
  if (recipient.reason === 'linkToken') return text('send.linkToken', { address: detail })
  if (recipient.reason === 'linkNetwork') return text('send.linkNetwork', { network: detail })
  if (recipient.reason === 'linkForeign') return text('send.linkForeign', { network: detail })
  if (recipient.reason === 'linkUnsupported')
    return `${text('send.linkUnsupported')}${detail && ` (${detail})`}`
  if (recipient.reason === 'linkAmount') return text('send.linkAmount')
  return recipient.reason === 'unreachable' ? unreachable : undefined
}

/**
 * Formats `$1,234.56` in the language, half a cent rounded up, so that the visitor sees the amount they typed;
 * `undefined` without a price.
 */
export function dollarsOf(
  units: bigint,
  decimals: number,
  price: number,
  locale: string,
): string | undefined {
  const worth = roundedWorth(units, decimals, price)
  if (worth === '0.00' && units > 0n) return `<${localDollars('0.01', locale)}`
  return worth === undefined ? undefined : localDollars(worth, locale)
}

/** Formats a price, `$0.001`, without rounding small ones to zero; `undefined` without a price. */
export function priceOf(price: number | undefined, locale: string): string | undefined {
  if (price === undefined || price <= 0) return undefined
  return localDollars(formatUnits(priceUnitsOf(price), priceDecimals), locale)
}

/** Returns the network fee, in its coin and, if the coin has a price, in dollars; `undefined` while it is unknown. */
export function costOf(
  { fee }: Pick<SendState, 'fee'>,
  { network }: Pick<SendPlan, 'network'>,
  coinPrice: number,
  locale: string,
) {
  if (fee.status !== 'ready') return undefined
  const { decimals, symbol } = network.nativeCurrency
  const units = BigInt(fee.about)
  return {
    amount: `${amountTextOf(units, decimals, locale)} ${symbol}`,
    worth: dollarsOf(units, decimals, coinPrice, locale),
  }
}

/**
 * The part of the coin's balance that no transfer may take: it is locked, pays for the account itself, or holds
 * collectibles. Told where it matters: some of the balance is locked, all is sent, or the rest is too little.
 */
export function keptOf(
  { fee, isMax }: Pick<SendState, 'fee' | 'isMax'>,
  { sendable, available, fault }: Pick<SendPlan, 'sendable' | 'available' | 'fault'>,
  locale: string,
): string | undefined {
  if (sendable.contract !== undefined) return undefined
  const spared = fee.status === 'error' && fee.error.code === 'INSUFFICIENT_FEE_FUNDS' && fee.error.details
  const text = fee.status === 'ready' ? fee.kept : /^\d+$/.exec(spared || '')?.[0]
  const units = BigInt(text ?? 0)
  if (units === 0n || !(available < sendable.units || isMax || fault === 'feeFundsMissing')) return undefined
  return `\u2066${localNumber(formatUnits(units, sendable.decimals), locale)} ${sendable.token.symbol}\u2069`
}

/** From which share of the amount the fee is worth a caution, and from which on it is grave, in percent. */
const [highShare, graveShare] = [10n, 50n]
/** A fee of less is not worth a caution beside a token, in cents. */
const smallFee = 100n

/**
 * The fee's share of the amount, if it is high; `undefined` also where prices are needed and not known. The coin's share
 * needs none, so no service's price silences it.
 */
export function costShareOf(
  { units, decimals, price, tokenAddress, fee, coinPrice }: costShareOf.Parameters,
  { nativeCurrency }: Pick<Network, 'nativeCurrency'>,
  locale: string,
) {
  if (fee === undefined) return undefined
  const isCoin = tokenAddress === undefined
  const [part = 0n, whole = 0n] = isCoin
    ? [BigInt(fee.about), BigInt(units)]
    : [
        centsOf(BigInt(fee.about), nativeCurrency.decimals, coinPrice),
        centsOf(BigInt(units), decimals, price),
      ]
  const percent = whole === 0n ? 0n : (part * 100n) / whole
  if (percent < highShare || (!isCoin && part < smallFee)) return undefined
  const share = new Intl.NumberFormat(locale, { style: 'percent' }).format(Number(percent) / 100)
  return { share, isGrave: percent >= graveShare }
}

export declare namespace costShareOf {
  type Parameters = Pick<
    TransferIntent,
    'units' | 'decimals' | 'price' | 'tokenAddress' | 'fee' | 'coinPrice'
  >
}

/** Worth in cents; `undefined` without a price. */
function centsOf(units: bigint, decimals: number, price: number): bigint | undefined {
  const worth = roundedWorth(units, decimals, price)
  return worth === undefined ? undefined : BigInt(worth.replace('.', ''))
}

/** Formats `≈10 min` in the language. */
export function minutesOf(minutes: number, locale: string): string {
  const unit = { style: 'unit', unit: 'minute', unitDisplay: 'short' } as const
  return `≈${new Intl.NumberFormat(locale, unit).format(minutes)}`
}

/** What the token itself withholds of an amount, and what the recipient gets; grave above a hundredth. */
export function withheldOf(
  { units, decimals, symbol, fee }: Pick<TransferIntent, 'units' | 'decimals' | 'symbol' | 'fee'>,
  locale: string,
) {
  if (fee?.withheld === undefined) return undefined
  const [all, kept] = [BigInt(units), BigInt(fee.withheld)]
  const textOf = (part: bigint) => `${localNumber(formatUnits(part, decimals), locale)} ${symbol}`
  return { kept: textOf(kept), rest: textOf(all - kept), isGrave: kept * 100n > all }
}

/**
 * Adapts the typed text. Languages without translations use English, but many of their keyboards have a comma and no
 * point: their comma becomes a point as it is typed.
 */
export function ownMark(typed: string, key: string | null | undefined, locale: string): string {
  if (locale !== 'en' || key !== ',' || !typed.endsWith(',')) return typed
  const own = numberMarksOf(new Intl.NumberFormat().resolvedOptions().locale)
  return own.decimal === ',' ? `${typed.slice(0, -1)}.` : typed
}
