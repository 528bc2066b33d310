import type { OperationType, Transaction, Transfer } from '../../../protocol/entities/Transaction.js'
import { floorDecimals } from '../../../protocol/formatUnits.js'

/** Operations whose one transfer has a sign of its own, whichever way it went (spec §9 "Operations shown with"). */
const signs: { readonly [operation in OperationType]?: '+' | '-' } = {
  receive: '+',
  deposit: '+',
  borrow: '+',
  claim: '+',
  withdraw: '-',
  repay: '-',
  burn: '-',
}
const signOf = { in: '+', out: '-', self: '' } as const

/** How many of a transaction's transfers its row has room for. */
const shown = 2

export type TransferText = { readonly key: string; readonly text: string; readonly isGain: boolean }

/** What a transaction moved, as its row says it: `+1.5 ETH`, `-Scene #7`. */
export function transferTexts({ metadata, transfers }: Transaction): readonly TransferText[] {
  const own = transfers.length === 1 ? signs[metadata.operationType] : undefined
  return transfers.slice(0, shown).map((transfer, index) => ({
    key: String(index),
    text: `${own ?? signOf[transfer.direction]}${contentOf(transfer)}`,
    isGain: metadata.status !== 'failed' && transfer.direction === 'in' && !isLure(transfer),
  }))
}

/** An amount with 3 decimals at the most, rounded down (spec §9); what is less than that shows as such. */
export function shortened(amount: string): string {
  const floored = floorDecimals(amount, 3).replace(/\.?0+$/, '')
  return floored === '0' && /[1-9]/.test(amount) ? '<0.001' : floored
}

/**
 * Whether a transaction is nothing but bait that a stranger made: tokens and collectibles that the service holds for
 * lures or imitations. What the account did itself is its own business.
 */
export function isBait({ metadata, transfers }: Transaction, account: string): boolean {
  const isOwn = metadata.sentFrom.toLowerCase() === account.toLowerCase()
  return !isOwn && transfers.length > 0 && transfers.every(isLure)
}

/** Whether the service holds what was moved for spam. */
export function isLure({ fungible_info: token, nft_info: nft }: Transfer): boolean {
  return nft?.flags.is_spam === true || token?.is_spam === true
}

function contentOf({ quantity, fungible_info: token, nft_info: nft }: Transfer): string {
  const amount = nft && quantity.numeric === '1' ? '' : `${shortened(quantity.numeric)} `
  return `${amount}${nft ? (nft.name ?? 'NFT') : (token?.symbol ?? '')}`.trim()
}
