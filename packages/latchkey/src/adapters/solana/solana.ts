import { orBrowseLinks } from '../../connectors/browseLink/orBrowseLinks.js'
import { discoverStandard } from '../../connectors/walletStandard/discoverStandard.js'
import { featureOf } from '../../connectors/walletStandard/readStandardWallet.js'
import type { Adapter } from '../../core/adapter.js'
import type { Names } from '../../core/names.js'
import { browsingWallets } from './browsingWallets.js'
import { chainOf } from './chains.js'
import { explorerPath } from './explorerPath.js'
import { toReference } from './toReference.js'
import { walletProtocol } from './walletProtocol.js'

const namespace = 'solana'
const connected = () => import('./connected.js')
const toAddress: Adapter['toAddress'] = async (value) => (await connected()).toAddress(value)

export type SolanaOptions = {
  /** The names that visitors may send to, as `sns()` of `latchkey/sns`. @default visitors enter only addresses */
  readonly names?: Names | undefined
}

/**
 * The adapter for Solana: finds the wallets of the page (Wallet Standard) and builds and reads transactions with
 * `@solana/kit`, which is loaded on first use.
 *
 * @example
 * ```ts
 * import { createKit } from 'latchkey'
 * import { solana as solanaMainnet } from 'latchkey/networks'
 * import { solana } from 'latchkey/solana'
 *
 * const kit = createKit({ projectId: '…', networks: [solanaMainnet], adapters: [solana()] })
 * ```
 */
export function solana({ names }: SolanaOptions = {}): Adapter {
  return {
    namespace,
    name: 'Solana',
    mainnet: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    discover: ({ isAnnouncedEnabled }, onChange) =>
      discoverStandard({ isAnnouncedEnabled, namespace, toAddress, chainOf, isUsable }, (found) =>
        onChange(orBrowseLinks(found, { namespace, wallets: browsingWallets })),
      ),
    toAddress,
    toReference,
    // Base58 has no case to ignore.
    isSameAddress: (one, other) => one === other,
    getBalance: async (parameters) => (await connected()).getBalance(parameters),
    walletState: async (provider) => (await connected()).walletState(provider),
    guardProvider: guardLater,
    signMessage: async (parameters) => (await connected()).signMessage(parameters),
    signIn: async (parameters) => (await connected()).signIn(parameters),
    explorerPath,
    // As many blocks as a blockhash is valid for, 150 at 0.4 s to 0.6 s each.
    transferLife: 90_000,
    names: names && (async () => names),
    services: ['balances', 'history', 'collectibles', 'rpc'],
    transfers: async () => (await import('./transfers.js')).transfers,
    paymentLinks: async () => (await connected()).paymentLinks,
    walletProtocol: async () => walletProtocol,
  }
}

/** A wallet that can neither sign a message nor a transaction is of no use. */
const isUsable = ({ own }: { readonly own: object }) =>
  ['signMessage', 'signTransaction', 'signAndSendTransaction'].some(
    (method) => featureOf(own, `solana:${method}`) !== undefined,
  )

/** The methods of the provider for apps. Each loads the code behind it when it is first called. */
const guardLater: NonNullable<Adapter['guardProvider']> = (parameters) => {
  const load = async () => (await connected()).guardProvider(parameters)
  const names = [
    'connect',
    'disconnect',
    'getAccounts',
    'signMessage',
    'signTransaction',
    'signAllTransactions',
    'signAndSendTransaction',
    'sendTransaction',
  ] as const
  return Object.fromEntries(
    names.map((name) => [
      name,
      async (...inputs: readonly unknown[]) =>
        ((await load())[name] as (...inputs: readonly unknown[]) => unknown)(...inputs),
    ]),
  )
}
