import type { AssetChange } from '../consent/ConsentRequest.js'
import type { SiteText } from './SiteContext.js'
import { amountOf } from './Values.js'

/** What comes or goes, with its sign; of collectibles also how many, if it is more than one. */
export function assetText(text: SiteText, tag: string, asset: AssetChange): string {
  const { units, symbol, tokenId } = asset
  const isIn = !units.startsWith('-')
  if (tokenId === undefined) return `${isIn ? '+' : ''}${amountOf(text, tag, asset)}`
  const count = isIn ? units : units.slice(1)
  const item = `${symbol} ${text('approve.item', { id: tokenId })}`.trim()
  return `${isIn ? '+' : '−'}${count === '1' ? item : `${count} × ${item}`}`
}
