export type { SolanaProvider } from '../adapters/solana/guardProvider.js'
export { solana } from '../adapters/solana/solana.js'
