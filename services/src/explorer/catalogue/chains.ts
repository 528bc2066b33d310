import type { CaipNetworkId } from 'latchkey/protocol'

export const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const solanaDevnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
export const solanaTestnet = 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'
export const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
export const polkadot = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
export const kusama = 'polkadot:b0a8d493285c2df73290dfb7e61f870f'

/** Returns CAIP-2 ids of EVM chains. */
export function evm(...chainIds: readonly number[]): readonly CaipNetworkId[] {
  return chainIds.map((chainId): CaipNetworkId => `eip155:${chainId}`)
}

/**
 * The EVM chains that multi-chain wallets usually support: Ethereum, OP Mainnet, BNB Smart Chain, Polygon, Base,
 * Arbitrum One, Avalanche.
 */
export const majorEvm = evm(1, 10, 56, 137, 8453, 42161, 43114)

/**
 * For wallets whose users can add any EVM chain: the major chains and others that apps request, including test
 * networks.
 */
export const everyEvm: readonly CaipNetworkId[] = [
  ...majorEvm,
  ...evm(100, 250, 324, 5000, 8217, 42220, 59144, 81457, 534352, 7777777, 1313161554),
  ...evm(97, 43113, 80002, 84532, 421614, 11155111, 11155420),
]
