import type { CaipNetworkId } from 'latchkey/protocol'
import type { Chain } from 'viem'
import * as chains from 'viem/chains'
import { nativeAddress, type Token } from './tokens.js'

const exported: readonly unknown[] = Object.values(chains)
const known: ReadonlyMap<string, Chain> = new Map(
  exported.filter(isChain).map((chain) => [`eip155:${chain.id}`, chain]),
)

/** The default chain ids of development nodes. */
const developmentChains: ReadonlySet<string> = new Set(['eip155:1337', 'eip155:31337'])

/** The address of Multicall3 on nearly every chain. */
const usualMulticall = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** Returns a chain's own coin: from the token list, else from the known chains, else Ether, which local chains use. */
export function nativeCoinOf(chainId: CaipNetworkId, tokens: readonly Token[]): Token {
  const listed = tokens.find((token) => token.chainId === chainId && token.address === nativeAddress)
  if (listed !== undefined) return listed
  const { name, symbol, decimals } = known.get(chainId)?.nativeCurrency ?? {
    name: 'Ether',
    symbol: 'ETH',
    decimals: 18,
  }
  return { chainId, address: nativeAddress, name, symbol, decimals, iconUrl: '' }
}

/** Returns whether a chain is a public one rather than a local development chain. */
export function isPublicChain(chainId: CaipNetworkId): boolean {
  return known.has(chainId) && !developmentChains.has(chainId)
}

/** Returns Multicall3's address on a chain; the caller must check that it has code there. */
export function multicallOf(chainId: CaipNetworkId): `0x${string}` {
  return known.get(chainId)?.contracts?.multicall3?.address ?? usualMulticall
}

/**
 * Returns the address of Ethereum's universal ENS resolver. Test networks have none here, because their names do not
 * identify people.
 */
export function universalResolverOf(chainId: CaipNetworkId): `0x${string}` | undefined {
  return chainId === 'eip155:1' ? chains.mainnet.contracts.ensUniversalResolver.address : undefined
}

/** Separates chains from the functions that the module also exports. */
function isChain(value: unknown): value is Chain {
  return typeof value === 'object' && value !== null && 'nativeCurrency' in value
}
