export type { SolanaProvider } from '../adapters/solana/guardProvider.js'
export { type SolanaOptions, solana } from '../adapters/solana/solana.js'
