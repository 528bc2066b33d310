import type { CaipNetworkId } from '../../protocol/caip.js'
import type { SiwxMessage } from './SiwxMessage.js'

/** The names by which Solana wallets with a sign-in method of their own know the clusters (Sign in with Solana). */
const clusters: { readonly [chainId in CaipNetworkId]?: CaipNetworkId } = {
  'solana:mainnet': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:devnet': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:testnet': 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
}

/** The CAIP-2 id of a message's network, which the text of a Solana wallet may name: `Chain ID: mainnet`. */
export const networkIdOf = ({ chainId }: SiwxMessage): CaipNetworkId => clusters[chainId] ?? chainId
