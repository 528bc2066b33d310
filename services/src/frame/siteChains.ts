import { embeddedFamilies } from 'latchkey/frame'
import * as networks from 'latchkey/networks'
import { universalResolverOf } from '../blockchain/nativeCoin.js'
import { nativeAddress, type Token } from '../blockchain/tokens.js'
import type { Settings } from '../shared/settings.js'
import type { ChainFacts } from './settings.js'

/** A chain as the page of the wallet gets it. */
export type SiteChain = ChainFacts & {
  readonly hasSmartAccounts?: boolean | undefined
  readonly hasBundler?: boolean | undefined
  readonly hasPaymaster?: boolean | undefined
  /** Tokens that the wallet looks for. */
  readonly tokens?: readonly string[] | undefined
}

/** Most tokens of a chain: the list is part of the page. */
const mostTokens = 100

const known = new Map<string, ChainFacts>(
  Object.values(networks)
    .filter((one) => typeof one === 'object')
    .map(({ caipNetworkId: id, name, nativeCurrency: { symbol, decimals } }) => [
      id,
      { id, name, coin: { symbol, decimals } },
    ]),
)

/**
 * Returns the chains that embedded wallets can use: those of `LATCHKEY_CHAINS` that are of their families and have a name.
 *
 * @param tokens The tokens of the token lists.
 */
export function siteChains(settings: Settings, tokens: readonly Token[]): readonly SiteChain[] {
  const ids = new Set(settings.chains.map(chainOf))
  const described = new Map(settings.frameChains.map((facts) => [String(facts.id), facts]))
  const has = (entries: readonly string[], id: string) => entries.some((entry) => chainOf(entry) === id)
  return [...ids].flatMap((id): readonly SiteChain[] => {
    const facts = described.get(id) ?? known.get(id)
    if (facts === undefined || !embeddedFamilies.some((family) => id.startsWith(`${family}:`))) return []
    const own = tokens.filter(({ chainId, address }) => chainId === id && address !== nativeAddress)
    const resolver =
      settings.ens.find((entry) => chainOf(entry) === id)?.slice(id.length + 1) ??
      universalResolverOf(facts.id)
    return [
      {
        ...facts,
        ...(resolver === undefined ? {} : { nameResolver: resolver }),
        hasSmartAccounts: has(settings.frameSmartAccounts, id),
        hasBundler: has(settings.frameBundlers, id),
        hasPaymaster: has(settings.framePaymasters, id),
        tokens: own.slice(0, mostTokens).map(({ address }) => address),
      },
    ]
  })
}

/** Reads the chain of an entry such as `eip155:1=https://…`. */
export function chainOf(entry: string): string {
  return entry.replace(/=.*$/s, '')
}
