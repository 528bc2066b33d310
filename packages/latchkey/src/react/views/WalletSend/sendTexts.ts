import type { SendFault, SendPlan } from '../../../features/send/sendPlan.js'
import type { RecipientWarning, SendState } from '../../../features/send/state.js'
import { formatWorth } from '../../../protocol/amounts/formatAmount.js'
import { floorDecimals, formatUnits } from '../../../protocol/formatUnits.js'
import { truncateAddress } from '../../../protocol/truncateAddress.js'
import type { AppText } from '../../locales/useText.js'

/** What the form's button says: what is still to do. */
export const faultTexts = {
  noToken: 'send.selectToken',
  amountInvalid: 'send.incorrectValue',
  amountMissing: 'send.addAmount',
  fundsMissing: 'send.insufficientFunds',
  gasMissing: 'send.insufficientGas',
  recipientMissing: 'send.addAddress',
  recipientInvalid: 'send.invalidAddress',
  feeMissing: 'send.preview',
} as const satisfies { readonly [fault in SendFault]: string }

const warningTexts = {
  firstTime: 'send.firstTime',
  self: 'send.self',
  contract: 'send.contract',
  token: 'send.tokenContract',
  nobodys: 'send.nobodys',
  nameChanged: 'send.nameChanged',
  lookalike: 'send.lookalike',
} as const satisfies { readonly [warning in RecipientWarning]: string }

/** The warnings that money is lost by, where they are not heeded. */
const grave: readonly RecipientWarning[] = ['nameChanged', 'lookalike', 'token', 'nobodys']

export function warningsOf(text: AppText, { recipient }: SendState) {
  if (recipient.status !== 'valid') return []
  const { warnings, lookalike = '' } = recipient
  return warnings.map((warning) => ({
    warning,
    isGrave: grave.includes(warning),
    text: text(warningTexts[warning], { address: truncateAddress(lookalike) }),
  }))
}

/** What is wrong with the amount or the recipient beyond what the button says; `undefined` where that is all. */
export function amountFaultText(text: AppText, { amountFault, sendable }: SendPlan): string | undefined {
  if (amountFault === 'ambiguous') return text('send.ambiguous')
  if (amountFault === 'tooManyDecimals') return text('send.decimals', { count: sendable.decimals })
  return undefined
}

export function recipientFaultText(text: AppText, { recipient }: SendState, unreachable: string) {
  if (recipient.status !== 'invalid') return undefined
  if (recipient.reason === 'unknownName') return text('send.unknownName')
  if (recipient.reason === 'checksum') return text('send.checksum')
  return recipient.reason === 'unreachable' ? unreachable : undefined
}

/** An amount in whole tokens: as it is where it is short, else to 6 decimals, rounded down. */
export function amountTextOf(units: bigint, decimals: number): string {
  const amount = formatUnits(units, decimals)
  if (amount.length <= 12) return amount
  const floored = floorDecimals(amount, 6).replace(/\.?0+$/, '')
  return floored === '0' && units > 0n ? '<0.000001' : floored
}

/** `$1,234.56`; `undefined` without a price. */
export function dollarsOf(units: bigint, decimals: number, price: number): string | undefined {
  const worth = price > 0 ? formatWorth(units, decimals, price) : undefined
  return worth === undefined ? undefined : `$${worth}`
}
