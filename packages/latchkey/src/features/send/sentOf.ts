import type { Tracked, TransferIntent } from '../../core/intent.js'
import type { SentTransfer } from '../../core/transfers.js'
import type { Sent } from './state.js'

/**
 * What is kept of an intent once the wallet has taken it.
 *
 * @param known The facts when the wallet was asked, which nobody else may have any more: the visitor may have given up.
 */
export function sentOf(
  intent: TransferIntent,
  { kind, id }: SentTransfer,
  sentAt: number,
  known: Pick<Tracked, 'asked' | 'askedAt'> = {},
): Sent {
  const { recipient, iconUrl } = intent
  return {
    kind,
    id,
    intentId: intent.id,
    origin: { intent, status: 'asked', asked: known.asked ?? { kind }, askedAt: known.askedAt ?? sentAt },
    ...(kind === 'transaction' ? { hash: id } : {}),
    networkId: intent.networkId,
    from: intent.account,
    to: recipient.address,
    ...(recipient.name === undefined ? {} : { name: recipient.name }),
    symbol: intent.symbol,
    decimals: intent.decimals,
    units: intent.units,
    ...(intent.tokenAddress === undefined ? {} : { tokenAddress: intent.tokenAddress }),
    ...(iconUrl === undefined ? {} : { iconUrl }),
    // A token whose contract has another name than the list is not shown as the one of that name.
    ...(intent.isUnverified || intent.listedSymbol !== undefined ? { isUnverified: true } : {}),
    sentAt,
    status: 'pending',
  }
}
