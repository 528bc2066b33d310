import type { CaipNetworkId } from 'latchkey/protocol'

/** What price APIs call the coin and the tokens of a chain. */
export type PriceNames = {
  /** The symbol of the chain's own coin, if its price is known by that. */
  readonly coin: string | undefined
  /** Writes a token's address as the API wants it. */
  readonly write: (address: string) => string
  /** Reads a token's address from an answer; empty if it is none. */
  readonly read: (text: string) => string
}

const families: { readonly [namespace: string]: PriceNames | undefined } = {
  // Base58 has capital and small letters that differ.
  solana: { coin: 'SOL', write: (address) => address, read: (text) => text },
}

/** Returns what price APIs call things of a chain beside eip155; `undefined` if they are not asked about its family. */
export function priceNamesOf(chainId: CaipNetworkId): PriceNames | undefined {
  const [namespace = ''] = chainId.split(':')
  return families[namespace]
}

/** CoinGecko's ids for chains beside eip155 and their own coins. */
export const familyPlatforms: readonly string[] = [
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp=solana/solana',
  'bip122:000000000019d6689c085ae165831e93=bitcoin/bitcoin',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182=polkadot/polkadot',
  'polkadot:68d56f15f85d3136970ec16946040bc1=polkadot/polkadot',
]
