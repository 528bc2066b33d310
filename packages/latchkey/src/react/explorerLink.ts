import type { Network } from '../protocol/entities/Network.js'

/**
 * The page of a network's explorer that shows an account, a transaction or a collectible; `undefined` where the network
 * has no explorer on the web. What the address names may be anything: it never leaves its place in the path.
 *
 * @example
 * ```ts
 * explorerLink(mainnet, { tx: '0x12…' }) // 'https://etherscan.io/tx/0x12…'
 * ```
 */
export function explorerLink(network: explorerLink.Explored | undefined, page: explorerLink.Page) {
  const base = network?.blockExplorers?.default.url
  if (base === undefined || !/^https?:\/\//i.test(base) || !URL.canParse(base)) return undefined
  const url = new URL(base)
  const root = url.pathname.replace(/\/+$/, '')
  if ('tx' in page) url.pathname = `${root}/tx/${encodeURIComponent(page.tx)}`
  else if ('address' in page) url.pathname = `${root}/address/${encodeURIComponent(page.address)}`
  else {
    url.pathname = `${root}/token/${encodeURIComponent(page.token)}`
    url.searchParams.set('a', page.tokenId)
  }
  return url.href
}

export declare namespace explorerLink {
  type Explored = Pick<Network, 'blockExplorers'>
  type Page =
    | { readonly address: string }
    /** By its hash. */
    | { readonly tx: string }
    /** By its contract and its number there. */
    | { readonly token: string; readonly tokenId: string }
}
