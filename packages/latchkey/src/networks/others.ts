import type { Network } from '../protocol/entities/Network.js'
import { defineNetwork } from './defineNetwork.js'

const sol: Network['nativeCurrency'] = { name: 'Solana', symbol: 'SOL', decimals: 9 }
const solanaExplorer = { name: 'Solscan', url: 'https://solscan.io' }
/** Solscan shows all clusters at one address and selects them by the query. */
const clusterExplorer = (cluster: string) => ({
  ...solanaExplorer,
  url: `${solanaExplorer.url}/?cluster=${cluster}`,
})
const btc: Network['nativeCurrency'] = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }

export const solana = /* @__PURE__ */ defineNetwork({
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  deprecatedId: '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
  namespace: 'solana',
  name: 'Solana',
  nativeCurrency: sol,
  // The foundation's own address (api.mainnet-beta.solana.com) refuses requests from pages.
  rpcUrl: 'https://solana-rpc.publicnode.com',
  explorer: solanaExplorer,
})

export const solanaDevnet = /* @__PURE__ */ defineNetwork({
  id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  deprecatedId: '8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
  namespace: 'solana',
  name: 'Solana Devnet',
  nativeCurrency: sol,
  rpcUrl: 'https://api.devnet.solana.com',
  explorer: /* @__PURE__ */ clusterExplorer('devnet'),
  testnet: true,
})

export const solanaTestnet = /* @__PURE__ */ defineNetwork({
  id: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  namespace: 'solana',
  name: 'Solana Testnet',
  nativeCurrency: sol,
  rpcUrl: 'https://api.testnet.solana.com',
  explorer: /* @__PURE__ */ clusterExplorer('testnet'),
  testnet: true,
})

export const bitcoin = /* @__PURE__ */ defineNetwork({
  id: '000000000019d6689c085ae165831e93',
  namespace: 'bip122',
  name: 'Bitcoin',
  nativeCurrency: btc,
  rpcUrl: 'https://blockstream.info/api',
  explorer: { name: 'Mempool', url: 'https://mempool.space' },
})

export const bitcoinTestnet = /* @__PURE__ */ defineNetwork({
  id: '000000000933ea01ad0ee984209779ba',
  namespace: 'bip122',
  name: 'Bitcoin Testnet',
  nativeCurrency: btc,
  rpcUrl: 'https://blockstream.info/testnet/api',
  explorer: { name: 'Mempool', url: 'https://mempool.space/testnet' },
  testnet: true,
})

export const bitcoinSignet = /* @__PURE__ */ defineNetwork({
  id: '00000008819873e925422c1ff0f99f7c',
  namespace: 'bip122',
  name: 'Bitcoin Signet',
  nativeCurrency: btc,
  rpcUrl: 'https://mempool.space/signet/api',
  explorer: { name: 'Mempool', url: 'https://mempool.space/signet' },
  testnet: true,
})

export const polkadot = /* @__PURE__ */ defineNetwork({
  id: '91b171bb158e2d3848fa23a9f1c25182',
  namespace: 'polkadot',
  name: 'Polkadot',
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  rpcUrl: 'https://rpc.polkadot.io',
  explorer: { name: 'Subscan', url: 'https://polkadot.subscan.io' },
})

/** Most accounts hold their DOT here, not on the relay chain. */
export const polkadotAssetHub = /* @__PURE__ */ defineNetwork({
  id: '68d56f15f85d3136970ec16946040bc1',
  namespace: 'polkadot',
  name: 'Polkadot Asset Hub',
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  rpcUrl: 'https://polkadot-asset-hub-rpc.polkadot.io',
  explorer: { name: 'Subscan', url: 'https://assethub-polkadot.subscan.io' },
})
