import type { Adapter } from '../../core/adapter.js'
import { accountFacts } from './accountFacts.js'
import type { BitcoinProvider } from './guardProvider.js'
import { isSameAddress } from './isSameAddress.js'
import { blockMinutes, blocks, type Speed } from './speeds.js'
import { toReference } from './toReference.js'
import { walletProtocol } from './walletProtocol.js'

const connected = () => import('./connected.js')

const toAddress: NonNullable<Adapter['toRecipient']> & Adapter['toAddress'] = async (value, networkId) =>
  (await connected()).toAddress(value, networkId)

export type BitcoinOptions = {
  /** How fast a transfer should be in a block, unless the visitor chooses otherwise. @default 'normal' */
  readonly speed?: Speed | undefined
}

/**
 * The adapter for Bitcoin: finds the wallets of the page (Wallet Standard, sats-connect, OKX, Unisat), and makes and
 * checks transactions with `@scure/btc-signer`, which is loaded on first use. It reads the chain through the host's
 * services, and from an Esplora-shaped API at the network's `rpcUrls`.
 *
 * @example
 * ```ts
 * import { createKit } from 'latchkey'
 * import { bip122 } from 'latchkey/bip122'
 * import { bitcoin } from 'latchkey/networks'
 *
 * const kit = createKit({ projectId: '…', networks: [bitcoin], adapters: [bip122()] })
 * ```
 */
export function bip122({ speed = 'normal' }: BitcoinOptions = {}): Adapter {
  return {
    namespace: 'bip122',
    name: 'Bitcoin',
    mainnet: 'bip122:000000000019d6689c085ae165831e93',
    discover(context, onChange) {
      let stop: (() => void) | undefined
      let isStopped = false
      void import('./discover.js').then(({ discover }) => {
        if (!isStopped) stop = discover(context, onChange)
      })
      return () => {
        isStopped = true
        stop?.()
      }
    },
    toAddress,
    toRecipient: toAddress,
    isSameAddress,
    toReference,
    getBalance: async (parameters) => (await connected()).getBalance(parameters),
    walletState: async (provider) => (await connected()).walletState(provider),
    guardProvider: (parameters) => {
      const later = (name: keyof BitcoinProvider) => async (asked: never) =>
        (await connected()).guardProvider(parameters)[name](asked)
      const names = ['getAccountAddresses', 'signMessage', 'signPsbt', 'sendTransfer'] as const
      return Object.fromEntries(names.map((name) => [name, later(name)]))
    },
    accountFacts,
    services: ['balances', 'history', 'collectibles', 'rpc'],
    explorerPath(page) {
      if ('address' in page) return `/address/${encodeURIComponent(page.address)}`
      // An inscription is named by the transaction that made it.
      return `/tx/${encodeURIComponent('tx' in page ? page.tx : page.token.slice(0, 64))}`
    },
    signMessage: async (parameters) => (await connected()).signMessage(parameters),
    spendsCoins: true,
    speeds: (['slow', 'normal', 'fast'] as const).map((name) => ({
      name,
      minutes: blocks[name] * blockMinutes,
      isUsual: name === speed,
    })),
    transfers: async () => (await import('./transfers.js')).transfers(speed),
    paymentLinks: async () => (await connected()).paymentLinks,
    walletProtocol: async () => walletProtocol,
  }
}
