import { type CaipNetworkId, networkImageId } from 'latchkey/protocol'
import type { IconName } from './packageIcons.js'

/** EVM chains by icon. A test network uses its main network's icon. */
const evmChains = {
  ethereum: [1, 5, 17000, 560048, 11155111],
  optimism: [10, 420, 11155420],
  'binance-smart-chain': [56, 97],
  gnosis: [100, 10200],
  polygon: [137, 80001, 80002],
  fantom: [250, 4002],
  zksync: [280, 300, 324],
  base: [8453, 84531, 84532],
  'arbitrum-one': [42161, 421613, 421614],
  'arbitrum-nova': [42170],
  celo: [42220, 44787],
  avalanche: [43113, 43114],
  linea: [59140, 59141, 59144],
  blast: [81457, 168587773],
  scroll: [534351, 534352],
  mantle: [5000, 5001, 5003],
  kaia: [1001, 8217],
  zora: [7777777, 999999999],
  // 999 was a test network of Zora until 2024; HyperEVM uses the number now.
  'hyper-evm': [998, 999],
  aurora: [1313161554, 1313161555],
  cronos: [25, 338],
  rootstock: [30, 31],
  lukso: [42, 4201],
  telos: [40, 41],
  flare: [14, 114],
  songbird: [19],
  elastos: [20],
  'ethereum-classic': [61, 63],
  okex: [66],
  'x-layer': [195, 196],
  unichain: [130, 1301],
  monad: [143, 10143],
  sonic: [146],
  fraxtal: [252],
  boba: [288, 28882],
  'hedera-hashgraph': [295, 296],
  filecoin: [314, 314159],
  pulsechain: [369],
  world: [480, 4801],
  astar: [592],
  'metis-andromeda': [1088, 59902],
  'polygon-zkevm': [1101, 2442],
  moonbeam: [1284],
  moonriver: [1285],
  'moonbase-alpha': [1287],
  'sei-network': [1328, 1329],
  soneium: [1868],
  ronin: [2020, 2021],
  kava: [2221, 2222],
  abstract: [2741, 11124],
  iotex: [4689],
  'zeta-chain': [7000, 7001],
  immutable: [13371, 13473],
  apechain: [33139],
  mode: [919, 34443],
  etherlink: [42793],
  ink: [57073, 763373],
  bob: [60808],
  berachain: [80069, 80094],
  chiliz: [88888],
  taiko: [167000, 167009],
  'neon-evm': [245022934],
  harmony: [1666600000],
} as const satisfies { readonly [icon: string]: readonly number[] }

/** The networks of Solana and Bitcoin, including test networks, and Polkadot with its asset hub. */
const otherChains: { readonly [icon: string]: readonly CaipNetworkId[] } = {
  solana: [
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  ],
  bitcoin: [
    'bip122:000000000019d6689c085ae165831e93',
    'bip122:000000000933ea01ad0ee984209779ba',
    'bip122:00000008819873e925422c1ff0f99f7c',
  ],
  polkadot: ['polkadot:91b171bb158e2d3848fa23a9f1c25182', 'polkadot:68d56f15f85d3136970ec16946040bc1'],
}

/** Networks without an icon in the package get a tile with these names' initials. */
const namedNetworks: { readonly [name: string]: CaipNetworkId } = {
  // The local chain numbers of anvil and hardhat.
  Anvil: 'eip155:31337',
  'Anvil 2': 'eip155:31338',
  Kusama: 'polkadot:b0a8d493285c2df73290dfb7e61f870f',
}

/**
 * Returns the picture of each network's image id (see `networkImageId`): an icon of the package, or a name for a tile.
 */
export function networkPictures(): ReadonlyMap<
  string,
  { readonly icon: IconName } | { readonly name: string }
> {
  const pictures = new Map<string, { readonly icon: IconName } | { readonly name: string }>()
  for (const [icon, chainIds] of Object.entries(evmChains)) {
    for (const id of chainIds) pictures.set(networkImageId(`eip155:${id}`), { icon: `networks/${icon}` })
  }
  for (const [icon, ids] of Object.entries(otherChains)) {
    for (const id of ids) pictures.set(networkImageId(id), { icon: `networks/${icon}` })
  }
  for (const [name, id] of Object.entries(namedNetworks)) pictures.set(networkImageId(id), { name })
  return pictures
}
