export { SolanaAdapter } from '../../bridges/appkit/solana/SolanaAdapter.js'
export type { Provider } from '../../bridges/appkit/solana/toProvider.js'
