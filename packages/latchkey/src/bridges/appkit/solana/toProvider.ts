import { PublicKey } from '@solana/web3.js'
import type { SolanaProvider } from '../../../adapters/solana/guardProvider.js'
import type { Kit } from '../../../features/Kit.js'
import { type AccountListening, accountEvents } from '../accountEvents.js'

type Events = {
  readonly connect: (publicKey: PublicKey) => void
  readonly disconnect: () => void
  readonly accountsChanged: (publicKey: PublicKey) => void
  /** With the reference of the network's CAIP-2 id. */
  readonly chainChanged: (chainId: string) => void
}

type Account = { readonly namespace: 'solana'; readonly address: string; readonly type: 'eoa' }

/** The provider that `useAppKitProvider('solana')` and `getProvider('solana')` return. */
export type Provider = Omit<SolanaProvider, 'getAccounts'> &
  AccountListening<Events> & {
    /** The account in use; `undefined` once the wallet is disconnected. */
    readonly publicKey: PublicKey | undefined
    /** The account in use comes first. */
    getAccounts(): Promise<readonly Account[]>
  }

export function toProvider(kit: Kit, provider: SolanaProvider): Provider {
  let known: PublicKey | undefined
  /** The same object as long as the account is the same. */
  const keyOf = (address: string) => {
    if (known?.toBase58() !== address) known = new PublicKey(address)
    return known
  }
  const tell = ({ address }: { readonly address: string }) => [keyOf(address)]
  const { account, ...listening } = accountEvents<Events>(kit, 'solana', {
    connect: tell,
    accountsChanged: tell,
  })
  return {
    ...provider,
    ...listening,
    get publicKey() {
      const now = account()
      return now && keyOf(now.address)
    },
    async getAccounts() {
      const addresses = await provider.getAccounts()
      return addresses.map((address) => ({ namespace: 'solana', address, type: 'eoa' }))
    },
  }
}
