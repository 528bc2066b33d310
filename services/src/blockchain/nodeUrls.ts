import type { CaipNetworkId } from 'latchkey/protocol'
import type { Context } from '../shared/context.js'

/** Reads the addresses of the nodes of each configured chain of the wanted families. */
export function urlsOf(
  { settings }: Pick<Context, 'settings'>,
  isWanted: (namespace: string) => boolean,
): ReadonlyMap<CaipNetworkId, readonly string[]> {
  const urls = new Map<CaipNetworkId, string[]>()
  for (const entry of settings.chains) {
    const split = entry.indexOf('=')
    const chainId = entry.slice(0, split) as CaipNetworkId
    if (!isWanted(entry.slice(0, entry.indexOf(':')))) continue
    urls.set(chainId, [...(urls.get(chainId) ?? []), entry.slice(split + 1)])
  }
  return urls
}
