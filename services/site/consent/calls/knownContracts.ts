import type { CaipNetworkId } from 'latchkey/protocol'
import { delegateAddress, entryPoint } from '../../accounts/delegate.js'

export const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** Contracts that have the same address on many chains, by their addresses in small letters. */
const everywhere: { readonly [address: string]: string | undefined } = {
  [permit2.toLowerCase()]: 'Permit2',
  [entryPoint.toLowerCase()]: 'EntryPoint',
  [delegateAddress.toLowerCase()]: 'Simple7702Account',
  '0xca11bde05977b3631167028862be2a173976ca11': 'Multicall3',
  '0x00000000000000adc04c56bf30ac9d3c0aaf14dc': 'Seaport 1.5',
  '0x0000000000000068f116a894984e2db1123eb395': 'Seaport 1.6',
}

const byChain: { readonly [place: string]: string | undefined } = {
  'eip155:1:0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2': 'WETH',
  'eip155:10:0x4200000000000000000000000000000000000006': 'WETH',
  'eip155:8453:0x4200000000000000000000000000000000000006': 'WETH',
  'eip155:42161:0x82af49447d8a07e3bd95bd0d56f35241523fbab1': 'WETH',
  'eip155:137:0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270': 'WPOL',
  'eip155:1:0x7a250d5630b4cf539739df2c5dacb4c659f2488d': 'Uniswap V2 Router',
  'eip155:1:0xe592427a0aece92de3edee1f18e0157c05861564': 'Uniswap V3 Router',
  'eip155:1:0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45': 'Uniswap Router 2',
  'eip155:1:0x66a9893cc07d91d95644aedd05d03f95e1dba8af': 'Uniswap Universal Router',
}

/** The name of a contract that the wallet knows. */
export function knownContract(chainId: CaipNetworkId, address: string): string | undefined {
  const plain = address.toLowerCase()
  return byChain[`${chainId}:${plain}`] ?? everywhere[plain]
}
