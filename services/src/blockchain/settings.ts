import type { CaipNetworkId } from 'latchkey/protocol'
import { integer, list, optionalText, type Setting } from '../shared/setting.js'
import { readTokens, type Token } from './tokens.js'

/** What an operator can set of the blockchain service; part of `settingsTable`. */
export const blockchainSettings = {
  chains: list({
    variable: 'LATCHKEY_CHAINS',
    fallback: [],
    of: 'chains and their RPC address, like eip155:1=https://rpc.example',
    isItem: isChainEntry,
    meaning:
      'The chains that the blockchain service answers for, and their nodes; of several for a chain the first is preferred.',
  }),
  tokens: {
    variable: 'LATCHKEY_TOKENS',
    fallback: [] as readonly Token[],
    read: readTokens,
    meaning:
      'Path of a JSON list of the tokens whose balances are looked up. None: only the own coin of each chain.',
  } satisfies Setting<readonly Token[]>,
  rpcTimeoutSeconds: integer({
    variable: 'LATCHKEY_RPC_TIMEOUT_SECONDS',
    fallback: 8,
    minimum: 1,
    maximum: 60,
    meaning: 'Seconds within which a chain must answer, however many of its nodes are asked.',
  }),
  rpcSlowSeconds: integer({
    variable: 'LATCHKEY_RPC_SLOW_SECONDS',
    fallback: 2,
    minimum: 1,
    maximum: 60,
    meaning: 'Seconds after which the next node of a chain is asked beside a silent one.',
  }),
  ens: list({
    variable: 'LATCHKEY_ENS',
    fallback: [],
    of: 'chains and the address of their ENS universal resolver, like eip155:31337=0x2a26…C848',
    isItem: isContractEntry,
    meaning:
      'ENS of chains that are not known to have it. People are called by the names of Ethereum where it is served, else by those of the first chain that has ENS.',
  }),
  swapRouters: list({
    variable: 'LATCHKEY_SWAP_ROUTERS',
    fallback: [],
    of: 'chains and the address of their Uniswap-V2-like router, like eip155:1=0x7a25…488D',
    isItem: isContractEntry,
    meaning: 'Routers whose pools tell what tokens are worth; one for a chain.',
  }),
  stablecoins: list({
    variable: 'LATCHKEY_STABLECOINS',
    fallback: [],
    of: 'chains and the address of a token worth one dollar, like eip155:1=0xA0b8…eB48',
    isItem: isContractEntry,
    meaning: 'What a dollar is on a chain whose pools tell prices; one for a chain with a router.',
  }),
  priceLiquidity: integer({
    variable: 'LATCHKEY_PRICE_LIQUIDITY',
    fallback: 1_000,
    minimum: 0,
    maximum: 1_000_000_000,
    meaning:
      'Dollars that a pool must hold on its money side before its price is told: a shallow pool says whatever its owner likes.',
  }),
  priceUrl: webAddress({
    variable: 'LATCHKEY_PRICE_URL',
    meaning:
      'Base address of a CoinGecko-compatible price service, such as `https://api.coingecko.com/api/v3`; asked before the pools. None: nobody outside is asked.',
  }),
  priceKey: optionalText({
    variable: 'LATCHKEY_PRICE_KEY',
    meaning:
      'Key of the price service, sent as `x-cg-demo-api-key`, or as `x-cg-pro-api-key` to a `pro-` host.',
  }),
  pricePlatforms: list({
    variable: 'LATCHKEY_PRICE_PLATFORMS',
    fallback: [],
    of: 'chains and what the price service calls them and their coin, like eip155:1=ethereum/ethereum',
    isItem: (value): value is string => /^eip155:[1-9]\d{0,15}=[\w-]{1,64}\/[\w-]{1,64}$/.test(value),
    meaning: 'Names that the price service has for chains and their own coin, beside the well-known ones.',
  }),
  ipfsGateway: webAddress({
    variable: 'LATCHKEY_IPFS_GATEWAY',
    meaning:
      'Base address of the IPFS gateway for collectibles and avatars, such as `https://ipfs.io`; it may be on this network. None: what is on IPFS has no picture.',
  }),
} as const

/** What a setting such as `eip155:1=0x…` has for a chain. */
export function entryOf(entries: readonly string[], chainId: CaipNetworkId): string | undefined {
  return entries.find((entry) => entry.startsWith(`${chainId}=`))?.slice(chainId.length + 1)
}

/** The base of an HTTP interface, without the slash at its end. */
function webAddress(head: Pick<Setting<unknown>, 'variable' | 'meaning'>): Setting<string | undefined> {
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
  // Names and passwords in an address are no part of a request that `fetch` would make.
  const { username, password, search, hash } = new URL(value)
  return `${username}${password}${search}${hash}` === ''
}

/** Whether an item is a chain and an HTTP address: `eip155:1=https://rpc.example`. */
export function isChainEntry(value: string): value is string {
  const [, address = ''] = /^eip155:[1-9]\d{0,15}=(https?:\/\/\S+)$/.exec(value) ?? []
  // Names and passwords in an address are no part of a request that `fetch` would make.
  return URL.canParse(address) && new URL(address).username === '' && new URL(address).password === ''
}

function isContractEntry(value: string): value is string {
  return /^eip155:[1-9]\d{0,15}=0x[0-9a-fA-F]{40}$/.test(value)
}
