import type { Adapter, ExplorerPage } from '../core/adapter.js'
import type { Namespace } from '../protocol/caip.js'
import type { Network } from '../protocol/entities/Network.js'

/**
 * Returns the page of a network's explorer for an account, a transaction or a collectible, if the family's adapter
 * supports that; `undefined` otherwise. The address may contain any text: it is encoded and cannot leave its path
 * segment.
 *
 * @example
 * ```ts
 * explorerLink(kit, mainnet, { tx: '0x12…' }) // 'https://etherscan.io/tx/0x12…'
 * ```
 */
export function explorerLink(
  { adapters }: { readonly adapters: ReadonlyMap<Namespace, Adapter> },
  network: explorerLink.Explored | undefined,
  page: ExplorerPage,
): string | undefined {
  const explorer = network?.blockExplorers?.default.url
  if (explorer === undefined || !/^https?:\/\//i.test(explorer) || !URL.canParse(explorer)) return undefined
  const path = (adapters.get(network?.chainNamespace ?? '')?.explorerPath ?? pathOf)(page, explorer)
  if (path === undefined) return undefined
  const url = new URL(explorer)
  const { pathname, searchParams } = new URL(path, url)
  url.pathname = url.pathname.replace(/\/+$/, '') + pathname
  for (const [name, value] of searchParams) url.searchParams.set(name, value)
  return url.href
}

export declare namespace explorerLink {
  type Explored = Pick<Network, 'blockExplorers' | 'chainNamespace'>
}

/** The paths that most explorers have. */
function pathOf(page: ExplorerPage): string {
  const part = encodeURIComponent
  if ('tx' in page) return `/tx/${part(page.tx)}`
  if ('address' in page) return `/address/${part(page.address)}`
  return `/token/${part(page.token)}?a=${part(page.tokenId)}`
}
