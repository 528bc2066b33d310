import type { CaipNetworkId } from 'latchkey/protocol'
import type { Chain } from 'viem'
import * as chains from 'viem/chains'
import { nativeAddress, type Token } from './tokens.js'

const exported: readonly unknown[] = Object.values(chains)
const known: ReadonlyMap<string, Chain> = new Map(
  exported.filter(isChain).map((chain) => [`eip155:${chain.id}`, chain]),
)

/** The chain ids that development nodes take by default. */
const developmentChains: ReadonlySet<string> = new Set(['eip155:1337', 'eip155:31337'])

/** Where Multicall3 was deployed on nearly every chain. */
const usualMulticall = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** The own coin of a chain: as the token list has it, else as it is known, else Ether, which local chains have. */
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

/** Whether a chain is one of the world's, rather than one that somebody runs to develop on. */
export function isPublicChain(chainId: CaipNetworkId): boolean {
  return known.has(chainId) && !developmentChains.has(chainId)
}

/** Where Multicall3 would be on a chain; whether it has code there is the chain's to say. */
export function multicallOf(chainId: CaipNetworkId): `0x${string}` {
  return known.get(chainId)?.contracts?.multicall3?.address ?? usualMulticall
}

/** The universal resolver of ENS, which is Ethereum's; a chain of tests has names too, but not those of people. */
export function universalResolverOf(chainId: CaipNetworkId): `0x${string}` | undefined {
  return chainId === 'eip155:1' ? chains.mainnet.contracts.ensUniversalResolver.address : undefined
}

/** The module exports a few functions too. */
function isChain(value: unknown): value is Chain {
  return typeof value === 'object' && value !== null && 'nativeCurrency' in value
}
