'use client'

export { SolanaAdapter } from '../../bridges/appkit/solana/SolanaAdapter.js'
export type { Provider } from '../../bridges/appkit/solana/toProvider.js'
export { useAppKitConnection } from '../../bridges/appkit/solana/useAppKitConnection.js'
