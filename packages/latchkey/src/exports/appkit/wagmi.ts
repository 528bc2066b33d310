export { WagmiAdapter } from '../../bridges/appkit/wagmi/WagmiAdapter.js'
