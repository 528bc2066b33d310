// biome-ignore lint/performance/noReExportAll: the incumbent's entry is viem's list, which is viem's to keep.
export * from 'viem/chains'
export type { AppKitNetwork } from '../../bridges/appkit/AppKitOptions.js'
export { defineChain } from '../../bridges/appkit/networks.js'
export {
  bitcoin,
  bitcoinTestnet,
  solana,
  solanaDevnet,
  solanaTestnet,
} from '../../networks/others.js'
