import type { FrameUser } from 'latchkey/frame'
import { type CaipNetworkId, type LoginUser, namespaceOf } from 'latchkey/protocol'
import type { AccountType, Chain } from '../accounts/Chain.js'
import type { WalletFacts } from '../worker/walletApi.js'

/** The visitor and their account on one chain, as the host hears of it. */
export function frameUser({
  user,
  wallet,
  chainId,
  chains,
  accountType,
  isDelegated,
}: frameUser.Parameters): FrameUser {
  const isSolana = namespaceOf(chainId) === 'solana'
  const address = isSolana ? wallet.addresses.solana : wallet.addresses.eip155
  const isSmart = canBeSmart(chains, chainId)
  // Both types have the same address: an account of such a chain can act as either.
  const types: readonly AccountType[] = isSmart ? ['eoa', 'smartAccount'] : ['eoa']
  return {
    email: user.email ?? null,
    userName: user.userName ?? null,
    address,
    chainId,
    chainIds: chains.map(({ id }) => id),
    accounts: types.map((type) => ({ address, type })),
    preferredAccountType: isSmart ? accountType : 'eoa',
    ...(isSolana ? {} : { smartAccountDeployed: isDelegated }),
    custody: wallet.custody,
    ...(wallet.isBackedUp === undefined ? {} : { isBackedUp: wallet.isBackedUp }),
  }
}

/** Whether accounts of a chain can act as smart accounts. */
export function canBeSmart(chains: readonly Chain[], chainId: CaipNetworkId): boolean {
  return chains.some(({ id, hasSmartAccounts }) => id === chainId && hasSmartAccounts === true)
}

export declare namespace frameUser {
  type Parameters = {
    readonly user: LoginUser
    readonly wallet: Pick<WalletFacts, 'addresses' | 'custody'> & {
      readonly isBackedUp?: boolean | undefined
    }
    readonly chainId: CaipNetworkId
    /** The chains that the wallet serves. */
    readonly chains: readonly Chain[]
    readonly accountType: AccountType
    readonly isDelegated: boolean
  }
}
