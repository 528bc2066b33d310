export type { SolanaProvider as Provider } from '../../adapters/solana/guardProvider.js'
export { SolanaAdapter } from '../../bridges/appkit/solana/SolanaAdapter.js'
