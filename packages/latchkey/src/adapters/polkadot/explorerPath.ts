import type { ExplorerPage } from '../../core/adapter.js'

/** The paths of Subscan, which has an instance for each network. Its tokens have no pages that an address leads to. */
export function explorerPath(page: ExplorerPage): string | undefined {
  if ('tx' in page) return `/extrinsic/${encodeURIComponent(page.tx)}`
  return 'address' in page ? `/account/${encodeURIComponent(page.address)}` : undefined
}
