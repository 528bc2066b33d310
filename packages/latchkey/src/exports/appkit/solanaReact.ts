'use client'

export { useAppKitConnection } from '../../bridges/appkit/solana/useAppKitConnection.js'
