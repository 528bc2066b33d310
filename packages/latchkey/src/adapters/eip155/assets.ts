import * as v from 'valibot'
import type { Adapter } from '../../core/adapter.js'
import { type CaipNetworkId, toCaipAddress } from '../../protocol/caip.js'
import { isRecord } from '../../protocol/checks.js'
import { isEip1193Provider } from '../../protocol/Eip1193Provider.js'
import { type Balance, balanceSchema } from '../../protocol/entities/Balance.js'
import { walletAssetsSchema } from '../../protocol/entities/WalletAsset.js'
import { formatUnits } from '../../protocol/formatUnits.js'
import { toHexChainId } from '../../protocol/toHexChainId.js'

/** Asks the wallet for its assets with `wallet_getAssets` (ERC-7811). @see Adapter.assets */
export const assets: NonNullable<Adapter['assets']> = async ({ provider, address, networkId }) => {
  if (!isEip1193Provider(provider)) return undefined
  const params = [{ account: address, chainFilter: [toHexChainId(networkId)] }]
  return readAssets(await provider.request({ method: 'wallet_getAssets', params }), networkId)
}

/** Parses the answer of `wallet_getAssets` to balances; returns `undefined` if any entry has the wrong shape. */
export function readAssets(answer: unknown, networkId: CaipNetworkId): readonly Balance[] | undefined {
  if (!isRecord(answer)) return undefined
  const read = v.safeParse(walletAssetsSchema, answer[toHexChainId(networkId)])
  if (!read.success) return undefined
  return read.output.flatMap(({ address, balance, type, metadata }) => {
    if (metadata.decimals === 0) return []
    const { name, symbol, decimals, price, iconUrl } = metadata
    const numeric = formatUnits(BigInt(balance), decimals)
    const entry = v.safeParse(balanceSchema, {
      name,
      symbol,
      chainId: networkId,
      ...(type === 'NATIVE' ? {} : { address: toCaipAddress(networkId, address) }),
      value: Number(numeric) * price,
      price,
      quantity: { decimals: String(decimals), numeric },
      iconUrl,
    })
    return entry.success ? [entry.output] : []
  })
}
