import type { AllowanceChange, AssetChange } from '../consent/ConsentRequest.js'
import type { SiteText } from './SiteContext.js'
import { amountOf } from './Values.js'

/** What comes or goes, with its sign; of collectibles also how many, if it is more than one. */
export function assetText(text: SiteText, tag: string, asset: AssetChange): string {
  const { units, symbol, tokenId } = asset
  const isIn = !units.startsWith('-')
  if (tokenId === undefined) return `${isIn ? '+' : ''}${amountOf(text, tag, asset)}`
  const count = isIn ? units : units.slice(1)
  const item = itemText(text, { symbol, tokenId })
  return `${isIn ? '+' : '−'}${count === '1' ? item : `${count} × ${item}`}`
}

/** What somebody else may take: an amount, one item, or all of a collection. */
export function allowanceText(text: SiteText, tag: string, allowance: AllowanceChange): string {
  const { units, symbol, tokenId } = allowance
  if (tokenId !== undefined) return itemText(text, { symbol, tokenId })
  return units === 'all' ? `${symbol} ${text('word.all')}`.trim() : amountOf(text, tag, allowance)
}

function itemText(text: SiteText, item: { readonly symbol: string; readonly tokenId: string }): string {
  return `${item.symbol} ${text('approve.item', { id: item.tokenId })}`.trim()
}
