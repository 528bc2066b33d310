import type { Network } from '../protocol/entities/Network.js'
import { defineNetwork } from './defineNetwork.js'

// Public facts of each chain: its id, coin, public RPC address and block explorer. Public addresses are rate-limited;
// an app in production sets `customRpcUrls`.

const ether: Network['nativeCurrency'] = { name: 'Ether', symbol: 'ETH', decimals: 18 }

export const mainnet = /* @__PURE__ */ defineNetwork({
  id: 1,
  name: 'Ethereum',
  nativeCurrency: ether,
  rpcUrl: 'https://ethereum.reth.rs/rpc',
  explorer: { name: 'Etherscan', url: 'https://etherscan.io' },
})

export const sepolia = /* @__PURE__ */ defineNetwork({
  id: 11155111,
  name: 'Sepolia',
  nativeCurrency: ether,
  rpcUrl: 'https://11155111.rpc.thirdweb.com',
  explorer: { name: 'Etherscan', url: 'https://sepolia.etherscan.io' },
  testnet: true,
})

export const optimism = /* @__PURE__ */ defineNetwork({
  id: 10,
  name: 'OP Mainnet',
  nativeCurrency: ether,
  rpcUrl: 'https://mainnet.optimism.io',
  explorer: { name: 'Optimism Explorer', url: 'https://optimistic.etherscan.io' },
})

export const optimismSepolia = /* @__PURE__ */ defineNetwork({
  id: 11155420,
  name: 'OP Sepolia',
  nativeCurrency: ether,
  rpcUrl: 'https://sepolia.optimism.io',
  explorer: { name: 'Blockscout', url: 'https://optimism-sepolia.blockscout.com' },
  testnet: true,
})

export const arbitrum = /* @__PURE__ */ defineNetwork({
  id: 42161,
  name: 'Arbitrum One',
  nativeCurrency: ether,
  rpcUrl: 'https://arb1.arbitrum.io/rpc',
  explorer: { name: 'Arbiscan', url: 'https://arbiscan.io' },
})

export const arbitrumSepolia = /* @__PURE__ */ defineNetwork({
  id: 421614,
  name: 'Arbitrum Sepolia',
  nativeCurrency: ether,
  rpcUrl: 'https://sepolia-rollup.arbitrum.io/rpc',
  explorer: { name: 'Arbiscan', url: 'https://sepolia.arbiscan.io' },
  testnet: true,
})

export const base = /* @__PURE__ */ defineNetwork({
  id: 8453,
  name: 'Base',
  nativeCurrency: ether,
  rpcUrl: 'https://mainnet.base.org',
  explorer: { name: 'Basescan', url: 'https://basescan.org' },
})

export const baseSepolia = /* @__PURE__ */ defineNetwork({
  id: 84532,
  name: 'Base Sepolia',
  nativeCurrency: ether,
  rpcUrl: 'https://sepolia.base.org',
  explorer: { name: 'Basescan', url: 'https://sepolia.basescan.org' },
  testnet: true,
})

export const polygon = /* @__PURE__ */ defineNetwork({
  id: 137,
  name: 'Polygon',
  nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  rpcUrl: 'https://polygon.drpc.org',
  explorer: { name: 'PolygonScan', url: 'https://polygonscan.com' },
})

export const polygonAmoy = /* @__PURE__ */ defineNetwork({
  id: 80002,
  name: 'Polygon Amoy',
  nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  rpcUrl: 'https://polygon-amoy.drpc.org',
  explorer: { name: 'PolygonScan', url: 'https://amoy.polygonscan.com' },
  testnet: true,
})

export const bsc = /* @__PURE__ */ defineNetwork({
  id: 56,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrl: 'https://56.rpc.thirdweb.com',
  explorer: { name: 'BscScan', url: 'https://bscscan.com' },
})

export const bscTestnet = /* @__PURE__ */ defineNetwork({
  id: 97,
  name: 'BNB Smart Chain Testnet',
  nativeCurrency: { name: 'BNB', symbol: 'tBNB', decimals: 18 },
  rpcUrl: 'https://data-seed-prebsc-1-s1.bnbchain.org:8545',
  explorer: { name: 'BscScan', url: 'https://testnet.bscscan.com' },
  testnet: true,
})

export const avalanche = /* @__PURE__ */ defineNetwork({
  id: 43114,
  name: 'Avalanche',
  nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
  rpcUrl: 'https://api.avax.network/ext/bc/C/rpc',
  explorer: { name: 'SnowTrace', url: 'https://snowtrace.io' },
})

export const avalancheFuji = /* @__PURE__ */ defineNetwork({
  id: 43113,
  name: 'Avalanche Fuji',
  nativeCurrency: { name: 'Avalanche Fuji', symbol: 'AVAX', decimals: 18 },
  rpcUrl: 'https://api.avax-test.network/ext/bc/C/rpc',
  explorer: { name: 'SnowTrace', url: 'https://testnet.snowtrace.io' },
  testnet: true,
})

export const gnosis = /* @__PURE__ */ defineNetwork({
  id: 100,
  name: 'Gnosis',
  nativeCurrency: { name: 'xDAI', symbol: 'XDAI', decimals: 18 },
  rpcUrl: 'https://rpc.gnosischain.com',
  explorer: { name: 'Gnosisscan', url: 'https://gnosisscan.io' },
})

export const celo = /* @__PURE__ */ defineNetwork({
  id: 42220,
  name: 'Celo',
  nativeCurrency: { name: 'CELO', symbol: 'CELO', decimals: 18 },
  rpcUrl: 'https://forno.celo.org',
  explorer: { name: 'Celo Explorer', url: 'https://celoscan.io' },
})

export const zksync = /* @__PURE__ */ defineNetwork({
  id: 324,
  name: 'ZKsync Era',
  nativeCurrency: ether,
  rpcUrl: 'https://mainnet.era.zksync.io',
  explorer: { name: 'ZKsync Explorer', url: 'https://explorer.zksync.io' },
})

export const linea = /* @__PURE__ */ defineNetwork({
  id: 59144,
  name: 'Linea',
  nativeCurrency: ether,
  rpcUrl: 'https://rpc.linea.build',
  explorer: { name: 'Etherscan', url: 'https://lineascan.build' },
})

export const scroll = /* @__PURE__ */ defineNetwork({
  id: 534352,
  name: 'Scroll',
  nativeCurrency: ether,
  rpcUrl: 'https://rpc.scroll.io',
  explorer: { name: 'Scrollscan', url: 'https://scrollscan.com' },
})

export const zora = /* @__PURE__ */ defineNetwork({
  id: 7777777,
  name: 'Zora',
  nativeCurrency: ether,
  rpcUrl: 'https://rpc.zora.energy',
  explorer: { name: 'Explorer', url: 'https://explorer.zora.energy' },
})

export const aurora = /* @__PURE__ */ defineNetwork({
  id: 1313161554,
  name: 'Aurora',
  nativeCurrency: ether,
  rpcUrl: 'https://mainnet.aurora.dev',
  explorer: { name: 'Aurorascan', url: 'https://aurorascan.dev' },
})

export const mantle = /* @__PURE__ */ defineNetwork({
  id: 5000,
  name: 'Mantle',
  nativeCurrency: { name: 'MNT', symbol: 'MNT', decimals: 18 },
  rpcUrl: 'https://rpc.mantle.xyz',
  explorer: { name: 'Mantle Explorer', url: 'https://mantlescan.xyz' },
})

export const blast = /* @__PURE__ */ defineNetwork({
  id: 81457,
  name: 'Blast',
  nativeCurrency: ether,
  rpcUrl: 'https://rpc.blast.io',
  explorer: { name: 'Blastscan', url: 'https://blastscan.io' },
})
