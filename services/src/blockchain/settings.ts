import type { CaipNetworkId } from 'latchkey/protocol'
import { integer, list, optionalText, type Setting } from '../shared/setting.js'
import { isChainEntry } from './chainEntry.js'
import { bip122Settings } from './families/bip122/settings.js'
import { polkadotSettings } from './families/polkadot/settings.js'
import { isServableChain } from './families/references.js'
import { solanaSettings } from './families/solana/settings.js'
import { isPriceEntry, isSourceEntry } from './sources/sourceEntry.js'
import { readTokens, type Token } from './tokens.js'

/** The blockchain service's settings; part of `settingsTable`. */
export const blockchainSettings = {
  chains: list({
    variable: 'LATCHKEY_CHAINS',
    isSecret: true,
    fallback: [],
    of: 'chains and their RPC address, like eip155:1=https://rpc.example',
    isItem: isChainEntry,
    meaning:
      'Chains that the blockchain service serves, and their nodes. If you list several for a chain, the service prefers the first. Besides `eip155` it serves `solana` and `polkadot` (JSON-RPC by HTTP), such as `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp=https://rpc.example`, and `bip122` (the API of Esplora), such as `bip122:000000000019d6689c085ae165831e93=https://blockstream.info/api`.',
  }),
  rpcPerSecond: list({
    variable: 'LATCHKEY_RPC_PER_SECOND',
    fallback: [],
    of: 'chains and calls per second from 1 to 10000, like eip155:1=5',
    isItem: isRateEntry,
    meaning:
      'Calls per second that each node of a chain allows. A batch counts as its calls. The service sends no more, and lets visitors take turns. If unset, no limit.',
  }),
  sources: list({
    variable: 'LATCHKEY_SOURCES',
    isSecret: true,
    fallback: [],
    of: 'chains, the kind of a source and its address, like eip155:1=etherscan:https://api.etherscan.io/v2/api?chainid=1&apikey=KEY',
    isItem: isSourceEntry,
    meaning:
      'Indexers that the service asks for histories, tokens and collectibles before it reads the chain itself. Kinds: `etherscan`, `blockscout`, `alchemy`, `goldrush`. If you list several for a chain, the service asks them in this order. A number after the kind is the calls per second that the indexer allows: `etherscan@5:https://…`. Without it the service keeps to the free plan: 3 for `etherscan` and `blockscout`, 2 for `alchemy`, 4 for `goldrush`.',
  }),
  tokens: {
    variable: 'LATCHKEY_TOKENS',
    fallback: [] as readonly Token[],
    read: readTokens,
    meaning:
      "Path of a JSON list of tokens whose balances the service looks up. If unset, only each chain's own coin.",
  } satisfies Setting<readonly Token[]>,
  tokenLists: list({
    variable: 'LATCHKEY_TOKEN_LISTS',
    isSecret: true,
    fallback: [],
    of: 'addresses or paths of token lists, like https://tokens.example/list.json',
    isItem: (value): value is string => !/^https?:/i.test(value) || URL.canParse(value),
    meaning:
      'Token lists (the token-list schema) whose tokens the service adds to those of `LATCHKEY_TOKENS` at each start. Their tokens are marked as verified, so name only lists that you trust.',
  }),
  rpcTimeoutSeconds: integer({
    variable: 'LATCHKEY_RPC_TIMEOUT_SECONDS',
    fallback: 8,
    minimum: 1,
    maximum: 60,
    meaning: 'Seconds within which a chain must answer, no matter how many of its nodes the service asks.',
  }),
  rpcSlowSeconds: integer({
    variable: 'LATCHKEY_RPC_SLOW_SECONDS',
    fallback: 2,
    minimum: 1,
    maximum: 60,
    meaning: 'Seconds after which the service asks the next node of a chain if one does not answer.',
  }),
  ens: list({
    variable: 'LATCHKEY_ENS',
    fallback: [],
    of: 'chains and the address of their ENS universal resolver, like eip155:31337=0x2a26…C848',
    isItem: isContractEntry,
    meaning:
      'ENS universal resolvers of chains that the service does not know to have ENS. The service uses Ethereum names if it serves Ethereum, otherwise those of the first chain that has ENS.',
  }),
  swapRouters: list({
    variable: 'LATCHKEY_SWAP_ROUTERS',
    fallback: [],
    of: 'chains and the address of their Uniswap-V2-like router, like eip155:1=0x7a25…488D',
    isItem: isContractEntry,
    meaning: 'Swap routers whose pools supply token prices, one per chain.',
  }),
  stablecoins: list({
    variable: 'LATCHKEY_STABLECOINS',
    fallback: [],
    of: 'chains and the address of a token worth one dollar, like eip155:1=0xA0b8…eB48',
    isItem: isContractEntry,
    meaning: 'The stablecoin that counts as one dollar in pool prices, one per chain with a router.',
  }),
  priceLiquidity: integer({
    variable: 'LATCHKEY_PRICE_LIQUIDITY',
    fallback: 1_000,
    minimum: 0,
    maximum: 1_000_000_000,
    meaning:
      'Dollars that a pool must hold on its money side before the service uses its price. The owner of a shallow pool can set its price.',
  }),
  priceUrl: webAddress({
    variable: 'LATCHKEY_PRICE_URL',
    isSecret: true,
    meaning:
      'Base address of a CoinGecko-compatible price service, such as `https://api.coingecko.com/api/v3`. The service asks it before the pools. If unset, it asks no external service.',
  }),
  priceKey: optionalText({
    variable: 'LATCHKEY_PRICE_KEY',
    isSecret: true,
    meaning:
      'Key for the price service, sent as `x-cg-demo-api-key`, or as `x-cg-pro-api-key` to a `pro-` host.',
  }),
  pricePerMinute: integer({
    variable: 'LATCHKEY_PRICE_PER_MINUTE',
    fallback: 30,
    minimum: 1,
    maximum: 100_000,
    meaning:
      'Requests per minute that the price service allows; 30 is what free plans do. The service sends no more, and a client causes at most a third of them. While no request is left, or the price service fails, the last price counts for an hour.',
  }),
  pricePlatforms: list({
    variable: 'LATCHKEY_PRICE_PLATFORMS',
    fallback: [],
    of: 'chains and what the price service calls them and their coin, like eip155:1=ethereum/ethereum',
    isItem: isPlatformEntry,
    meaning: "The price service's names for chains and their own coin, in addition to the well-known ones.",
  }),
  ...solanaSettings,
  ...bip122Settings,
  ...polkadotSettings,
  priceSources: list({
    variable: 'LATCHKEY_PRICE_SOURCES',
    isSecret: true,
    fallback: [],
    of: 'chains, the kind of a price source and its address, like eip155:1=alchemy:https://api.g.alchemy.com/prices/v1/KEY?network=eth-mainnet',
    isItem: isPriceEntry,
    meaning:
      'Indexers that the service asks for prices too, in this order: after the price service and before the pools. Kinds: `alchemy`, whose address names the chain as `network`, and `goldrush`. A price counts in a total if two sources agree. A number after the kind is the calls per second that the indexer allows.',
  }),
  ipfsGateway: webAddress({
    variable: 'LATCHKEY_IPFS_GATEWAY',
    meaning:
      'Base address of the IPFS gateway for collectibles and avatars, such as `https://ipfs.io`. It may be on an internal network. If unset, items on IPFS have no picture.',
  }),
} as const

/** Returns a chain's value from entries such as `eip155:1=0x…`. */
export function entryOf(entries: readonly string[], chainId: CaipNetworkId): string | undefined {
  return entries.find((entry) => entry.startsWith(`${chainId}=`))?.slice(chainId.length + 1)
}

/** A setting that holds the base address of an HTTP interface, without a trailing slash. */
function webAddress(
  head: Pick<Setting<unknown>, 'variable' | 'meaning' | 'isSecret'>,
): Setting<string | undefined> {
  return {
    ...head,
    fallback: undefined,
    read(value) {
      if (!isWebAddress(value)) throw new Error('must be an address like https://example.com/path')
      return value.replace(/\/+$/, '')
    },
  }
}

function isWebAddress(value: string): boolean {
  if (!/^https?:\/\/\S+$/.test(value) || !URL.canParse(value)) return false
  // `fetch` refuses addresses with a user name or password.
  const { username, password, search, hash } = new URL(value)
  return `${username}${password}${search}${hash}` === ''
}

function isRateEntry(value: string): value is string {
  const [, chainId = ''] = /^([^=]+)=([1-9]\d{0,3}|10000)$/.exec(value) ?? []
  return isServableChain(chainId)
}

function isPlatformEntry(value: string): value is string {
  const [, chainId = ''] = /^([^=]+)=[\w-]{1,64}\/[\w-]{1,64}$/.exec(value) ?? []
  return isServableChain(chainId)
}

function isContractEntry(value: string): value is string {
  return /^eip155:[1-9]\d{0,15}=0x[0-9a-fA-F]{40}$/.test(value)
}
