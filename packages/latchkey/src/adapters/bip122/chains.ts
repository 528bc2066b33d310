import type { CaipNetworkId } from '../../protocol/caip.js'

/** The prefixes of a chain's addresses, as `@scure/btc-signer` takes them. */
export type Prefixes = {
  readonly bech32: string
  readonly pubKeyHash: number
  readonly scriptHash: number
  readonly wif: number
}

export type Chain = {
  readonly networkId: CaipNetworkId
  readonly prefixes: Prefixes
  /** Its name in sats-connect. */
  readonly satsConnect: string
  /** Its name in Unisat's interface. */
  readonly unisat: string
  /** Its id in Wallet Standard. */
  readonly standard: string
}

export const mainPrefixes: Prefixes = { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 }
/** Shared by all test networks except regtest, so an address does not tell which of them it is for. */
const testPrefixes: Prefixes = { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
export const regtestPrefixes: Prefixes = { ...testPrefixes, bech32: 'bcrt' }

/** The chains that wallets know by name. */
export const chains: readonly Chain[] = [
  chain('000000000019d6689c085ae165831e93', mainPrefixes, 'Mainnet'),
  chain('000000000933ea01ad0ee984209779ba', testPrefixes, 'Testnet'),
  chain('00000000da84f2bafbbc53dee25a72ae', testPrefixes, 'Testnet4'),
  chain('00000008819873e925422c1ff0f99f7c', testPrefixes, 'Signet'),
  chain('0f9188f13cb7b2c71f2a335e3a4fc328', regtestPrefixes, 'Regtest'),
]

function chain(reference: string, prefixes: Prefixes, name: string): Chain {
  return {
    networkId: `bip122:${reference}`,
    prefixes,
    satsConnect: name,
    unisat: `BITCOIN_${name.toUpperCase()}`,
    standard: `bitcoin:${name.toLowerCase()}`,
  }
}

/** The prefixes of a network's addresses; those of the main network for a chain that is not listed. */
export function prefixesOf(networkId: CaipNetworkId): Prefixes {
  return chains.find((one) => one.networkId === networkId)?.prefixes ?? mainPrefixes
}
