import type { ExplorerPage } from '../../core/adapter.js'

/** The paths of Solana's explorers. They agree on all but the accounts, which Solscan calls otherwise. */
export function explorerPath(page: ExplorerPage, explorer: string): string {
  const part = encodeURIComponent
  if ('tx' in page) return `/tx/${part(page.tx)}`
  const kind = /^(www\.)?solscan\.io$/i.test(new URL(explorer).hostname) ? 'account' : 'address'
  return 'address' in page ? `/${kind}/${part(page.address)}` : `/token/${part(page.token)}`
}
