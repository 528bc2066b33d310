import * as v from 'valibot'
import { sleep } from '../../core/clock.js'
import { type CaipAddress, parseCaipAddress, toCaipAddress } from '../../protocol/caip.js'
import { isRecord } from '../../protocol/checks.js'
import { isEip1193Provider } from '../../protocol/Eip1193Provider.js'
import { type Balance, balanceSchema } from '../../protocol/entities/Balance.js'
import { walletAssetsSchema } from '../../protocol/entities/WalletAsset.js'
import { formatUnits } from '../../protocol/formatUnits.js'
import { toHexChainId } from '../../protocol/toHexChainId.js'
import { getProvider } from '../connection/getProvider.js'
import type { Kit } from '../Kit.js'
import { capabilitiesOf } from './capabilitiesOf.js'
import type { Account } from './state.js'

/** How long a wallet may take to tell what an account has, before the service is asked. */
const patience = 4_000

/**
 * What the wallet itself says that the account holds (ERC-7811 `wallet_getAssets`), as balances; `undefined` where it
 * does not offer that, fails, does not answer in 4 s, or says anything unsound: then the service is asked.
 */
export async function walletAssets(kit: Kit, account: Account): Promise<readonly Balance[] | undefined> {
  const { hasAssets } = await capabilitiesOf(kit, account)
  if (!hasAssets) return undefined
  const { address, namespace, networkId } = account
  const chainId = toHexChainId(networkId)
  try {
    const provider = await getProvider(kit, { namespace })
    if (!isEip1193Provider(provider)) return undefined
    const asked = provider.request({
      method: 'wallet_getAssets',
      params: [{ account: address, chainFilter: [chainId] }],
    })
    const answer = await Promise.race([asked, sleep(kit.clock, patience)])
    return readWalletAssets(answer, account)
  } catch {
    // The wallet offered what it cannot do; the service can.
    return undefined
  }
}

export function readWalletAssets(
  answer: unknown,
  { networkId }: Pick<Account, 'networkId'>,
): readonly Balance[] | undefined {
  if (!isRecord(answer)) return undefined
  const assets = v.safeParse(walletAssetsSchema, answer[toHexChainId(networkId)])
  if (!assets.success) return undefined
  return assets.output.flatMap(({ address, balance, type, metadata }) => {
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

/** The contract of a token in a balance list; `undefined` for the network's own coin. */
export function contractOf(token: { readonly address?: CaipAddress | undefined }): string | undefined {
  const address = token.address === undefined ? undefined : parseCaipAddress(token.address)?.address
  return address === undefined || /^0xe{40}$/i.test(address) ? undefined : address
}
