export { AdapterBlueprint, Ethers5Adapter, EthersAdapter } from '../../bridges/appkit/adapters.js'
export type { ChainAdapter } from '../../bridges/appkit/ChainAdapter.js'
