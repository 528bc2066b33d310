export {
  AdapterBlueprint,
  BitcoinAdapter,
  Ethers5Adapter,
  EthersAdapter,
  SolanaAdapter,
} from '../../bridges/appkit/adapters.js'
export type { ChainAdapter } from '../../bridges/appkit/ChainAdapter.js'
