import { decodeAbiParameters, encodeAbiParameters, type Hex } from 'viem'
import type { Chain } from './Chain.js'
import { chainNumber } from './Chain.js'
import { isAddressShape, quantity } from './hex.js'
import { readCall, readQuantity } from './nodeReads.js'
import type { Rpc } from './Rpc.js'
import { readToken } from './readToken.js'

/** An asset of `wallet_getAssets` (ERC-7811). The wallet knows no prices and no pictures. */
type Asset = {
  readonly address: Hex | 'native'
  readonly balance: Hex
  readonly type: 'native' | 'erc20'
  readonly metadata: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
    readonly price: number
    readonly iconUrl: string
  }
}

/** Reads the assets of an account from the chains: coins, and the tokens that the operator lists. */
export async function readAssets(
  chains: readonly Chain[],
  account: Hex,
  rpc: Rpc,
): Promise<{ readonly [chainId: Hex]: readonly Asset[] }> {
  const entries = await Promise.all(
    chains.map(
      async (chain) => [quantity(chainNumber(chain.id)), await assetsOn(chain, account, rpc)] as const,
    ),
  )
  return Object.fromEntries(entries)
}

async function assetsOn(chain: Chain, account: Hex, rpc: Rpc): Promise<readonly Asset[]> {
  const { id, coin, tokens = [] } = chain
  const [balance, ...held] = await Promise.all([
    readQuantity(rpc, id, 'eth_getBalance', [account, 'latest']),
    ...tokens.filter(isAddressShape).map((address) => tokenAsset(chain, address, account, rpc)),
  ])
  const own: Asset = {
    address: 'native',
    balance: quantity(balance),
    type: 'native',
    metadata: { name: coin.symbol, ...coin, price: 0, iconUrl: '' },
  }
  return [own, ...held.filter((one) => one !== undefined)]
}

async function tokenAsset(chain: Chain, address: Hex, account: Hex, rpc: Rpc): Promise<Asset | undefined> {
  const data: Hex = `0x70a08231${encodeAbiParameters([{ type: 'address' }], [account]).slice(2)}`
  const [balance, token] = await Promise.all([
    // A token that cannot be read is left out, so that the others are listed.
    readCall(rpc, chain.id, address, data).catch(() => '0x' as const),
    readToken(rpc, chain.id, address),
  ])
  if (balance.length !== 66 || BigInt(balance) === 0n || token?.decimals === undefined) return undefined
  const [units] = decodeAbiParameters([{ type: 'uint256' }], balance)
  const { symbol, decimals } = token
  return {
    address,
    balance: quantity(units),
    type: 'erc20',
    metadata: { name: symbol, symbol, decimals, price: 0, iconUrl: '' },
  }
}
