import { bip122 } from '../../../adapters/bip122/bip122.js'
import type { BitcoinProvider } from '../../../adapters/bip122/guardProvider.js'
import type { InputToSign, SignatureProtocol } from '../../../adapters/bip122/wallet.js'
import type { Adapter } from '../../../core/adapter.js'
import type { Kit } from '../../../features/Kit.js'
import { networkOf } from '../../../features/network/state.js'
import { switchNetwork } from '../../../features/network/switchNetwork.js'
import type { CaipNetworkId } from '../../../protocol/caip.js'
import { KitError } from '../../../protocol/errors.js'
import { type AccountListening, accountEvents } from '../accountEvents.js'
import type { AdapterOptions, ChainAdapter } from '../ChainAdapter.js'
import { unsupported } from '../unsupported.js'

/**
 * For apps on Bitcoin. The kit reads the chain from an Esplora-shaped API at the network's `rpcUrls`, so `api` has no
 * effect. `projectId` and `networks` are those of `createAppKit`.
 *
 * @example
 * ```ts
 * import { BitcoinAdapter, type BitcoinConnector } from 'latchkey/appkit/bitcoin'
 *
 * createAppKit({ projectId, networks: [bitcoin], adapters: [new BitcoinAdapter()] })
 * // const { walletProvider } = useAppKitProvider<BitcoinConnector>('bip122')
 * ```
 */
export class BitcoinAdapter implements ChainAdapter {
  readonly namespace = 'bip122'
  readonly adapterType = 'bitcoin'

  constructor({ api }: BitcoinAdapter.Options = {}) {
    if (api !== undefined) console.warn('[latchkey] BitcoinAdapter: `api` has no effect')
  }

  #attach: (kit: Kit) => void = () => {}

  toAdapter(): Adapter {
    const adapter = bip122()
    let own: Kit | undefined
    this.#attach = (kit) => {
      own = kit
    }
    return {
      ...adapter,
      guardProvider(parameters) {
        const guarded = adapter.guardProvider?.(parameters) as BitcoinProvider
        return own === undefined ? guarded : toConnector(own, guarded)
      },
    }
  }

  attach(kit: Kit): void {
    this.#attach(kit)
  }
}

export declare namespace BitcoinAdapter {
  type Options = AdapterOptions & {
    /** A chain API's functions. It has no effect. */
    readonly api?: object | undefined
  }
}

/** The provider that `useAppKitProvider('bip122')` and `getProvider('bip122')` return. */
export type BitcoinConnector = AccountListening<BitcoinConnector.Events> & {
  /** Returns the first account's address. */
  connect(): Promise<string>
  getAccountAddresses(): Promise<readonly BitcoinConnector.Account[]>
  /** Resolves to the signature in base64. */
  signMessage(parameters: {
    readonly address: string
    readonly message: string
    /** @default 'ecdsa' */
    readonly protocol?: SignatureProtocol | undefined
  }): Promise<string>
  /** Lets the wallet send satoshi; resolves to the transaction's id. */
  sendTransfer(parameters: { readonly recipient: string; readonly amount: string }): Promise<string>
  /**
   * Signs inputs of a PSBT in base64. With `broadcast`, the kit sends the signed transaction to the network's nodes, and
   * the answer has its id: the wallet must have signed exactly the given transaction as a whole.
   *
   * @throws `APPKIT_UNSUPPORTED` for signature types other than the default, and for `broadcast` of a transaction that
   *   more signatures are needed for: the wallet is not asked. `WALLET_ANSWER_INVALID`: nothing was broadcast.
   *   `WALLET_ANSWER_UNCLEAR`: no node confirmed to have taken it, but one may have.
   */
  signPSBT(parameters: BitcoinConnector.SignPsbt): Promise<{ readonly psbt: string; readonly txid?: string }>
  /** Switches the wallet and the kit to a network, by its CAIP-2 id. @throws `NETWORK_NOT_FOUND`, `SWITCH_DECLINED` */
  switchNetwork(networkId: string): Promise<void>
}

export declare namespace BitcoinConnector {
  type Events = {
    readonly connect: (address: string) => void
    readonly disconnect: () => void
    /** With the addresses, the one in use first. */
    readonly accountsChanged: (addresses: readonly string[]) => void
    /** With the reference of the network's CAIP-2 id. */
    readonly chainChanged: (chainId: string) => void
  }
  type Account = {
    readonly address: string
    readonly publicKey?: string | undefined
    readonly path?: string | undefined
    readonly purpose: 'payment' | 'ordinal'
  }
  type SignPsbt = {
    readonly psbt: string
    readonly signInputs: readonly (InputToSign & { readonly sighashTypes?: readonly number[] })[]
    readonly broadcast?: boolean | undefined
  }
}

/** A wallet with one address for both purposes pays from it. */
const purposeOf = (type: string) => (type === 'ordinal' ? 'ordinal' : 'payment')

/** SIGHASH_DEFAULT (BIP-341) and SIGHASH_ALL: the signature covers the whole transaction. */
const wholeTransaction = [0, 1]

function toConnector(kit: Kit, provider: BitcoinProvider): BitcoinConnector {
  const { account, ...listening } = accountEvents<BitcoinConnector.Events>(kit, 'bip122', {
    connect: ({ address }) => [address],
    accountsChanged: ({ addresses }) => [addresses],
  })
  const network = () => {
    const { networkId } = account() ?? {}
    const found = networkId && networkOf(kit.store.getState(), networkId)
    if (found === undefined) throw new KitError('NOT_CONNECTED')
    return found
  }
  return {
    ...listening,
    switchNetwork: (networkId) => switchNetwork(kit, { networkId: networkId as CaipNetworkId }),
    connect: async () => (await provider.getAccountAddresses())[0]?.address ?? '',
    getAccountAddresses: async () =>
      (await provider.getAccountAddresses()).map(({ type, ...account }) => ({
        ...account,
        purpose: purposeOf(type),
      })),
    signMessage: (parameters) => provider.signMessage(parameters),
    sendTransfer: ({ recipient, amount }) => provider.sendTransfer({ recipient, amount }),
    async signPSBT({ psbt, signInputs, broadcast = false }) {
      const types = signInputs.flatMap(({ sighashTypes = [] }) => sighashTypes)
      if (types.some((type) => !wholeTransaction.includes(type))) {
        throw unsupported('signPSBT({ sighashTypes })', 'only signatures of the whole transaction are made.')
      }
      const inputs = signInputs.map(({ address, index }) => ({ address, index }))
      const sign = () => provider.signPsbt({ psbt, signInputs: inputs })
      if (!broadcast) return sign()
      const { signAndBroadcast } = await import('../../../adapters/bip122/signAndBroadcast.js')
      const signed = inputs.map(({ index }) => index)
      const incomplete = () =>
        unsupported(
          'signPSBT({ broadcast: true }) of some inputs',
          'broadcast it once all inputs are signed.',
        )
      return signAndBroadcast({ psbt, network: network(), signed, incomplete, sign })
    },
  }
}
