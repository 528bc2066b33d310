import { localNumber } from '../../../protocol/amounts/localNumber.js'
import type { OperationType, Transaction, Transfer } from '../../../protocol/entities/Transaction.js'
import { floorDecimals } from '../../../protocol/formatUnits.js'

/** Operations whose single transfer has a fixed sign, whichever its direction (spec §9 "Operations shown with"). */
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

/** The maximum number of transfers that a transaction's row shows. */
const shown = 2

export type TransferText = { readonly key: string; readonly text: string; readonly isGain: boolean }

/** Formats a transaction's transfers for its row: `+1.5 ETH`, `-Scene #7`. */
export function transferTexts({ metadata, transfers }: Transaction, locale: string): readonly TransferText[] {
  const own = transfers.length === 1 ? signs[metadata.operationType] : undefined
  return transfers.slice(0, shown).map((transfer, index) => ({
    key: String(index),
    text: `${own ?? signOf[transfer.direction]}${contentOf(transfer, locale)}`,
    isGain: metadata.status !== 'failed' && transfer.direction === 'in' && !isLure(transfer),
  }))
}

/** Formats an amount with at most 3 decimals, rounded down (spec §9); a smaller amount is shown as such. */
export function shortened(amount: string, locale: string): string {
  const floored = floorDecimals(amount, 3).replace(/\.?0+$/, '')
  const isLess = floored === '0' && /[1-9]/.test(amount)
  return isLess ? `<${localNumber('0.001', locale)}` : localNumber(floored, locale)
}

/**
 * Checks whether a stranger's transaction moved only tokens and collectibles that the service classifies as scams or
 * imitations. Returns false for the account's own transactions.
 */
export function isBait({ metadata, transfers }: Transaction, isOwn: (address: string) => boolean): boolean {
  return !isOwn(metadata.sentFrom) && transfers.length > 0 && transfers.every(isLure)
}

/** Checks whether the service classifies the transferred asset as spam. */
export function isLure({ fungible_info: token, nft_info: nft }: Transfer): boolean {
  return nft?.flags.is_spam === true || token?.is_spam === true
}

function contentOf({ quantity, fungible_info: token, nft_info: nft }: Transfer, locale: string): string {
  const amount = nft && quantity.numeric === '1' ? '' : `${shortened(quantity.numeric, locale)} `
  return `${amount}${nft ? (nft.name ?? 'NFT') : (token?.symbol ?? '')}`.trim()
}
