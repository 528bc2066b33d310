import { bip122 } from '../../../adapters/bip122/bip122.js'
import type { BitcoinProvider } from '../../../adapters/bip122/guardProvider.js'
import type { InputToSign, SignatureProtocol } from '../../../adapters/bip122/wallet.js'
import type { Adapter } from '../../../core/adapter.js'
import type { ChainAdapter } from '../ChainAdapter.js'
import { unsupported } from '../unsupported.js'

/**
 * For apps on Bitcoin. The kit reads the chain from an Esplora-shaped API at the network's `rpcUrls`, so `api` and
 * `networks` have no effect.
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

  constructor({ api, networks: _networks }: BitcoinAdapter.Options = {}) {
    if (api !== undefined) console.warn('[latchkey] BitcoinAdapter: `api` has no effect')
  }

  toAdapter(): Adapter {
    const adapter = bip122()
    return {
      ...adapter,
      guardProvider: (parameters) => toConnector(adapter.guardProvider?.(parameters) as BitcoinProvider),
    }
  }
}

export declare namespace BitcoinAdapter {
  type Options = {
    /** A chain API's functions. It has no effect. */
    readonly api?: object | undefined
    /** The networks of `createAppKit` count. */
    readonly networks?: readonly unknown[] | undefined
  }
}

/** The provider that `useAppKitProvider('bip122')` and `getProvider('bip122')` return. */
export type BitcoinConnector = {
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
   * Signs inputs of a PSBT in base64.
   *
   * @throws `APPKIT_UNSUPPORTED` for `broadcast: true` and for signature types other than the default.
   */
  signPSBT(parameters: BitcoinConnector.SignPsbt): Promise<{ readonly psbt: string }>
}

export declare namespace BitcoinConnector {
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

function toConnector(provider: BitcoinProvider): BitcoinConnector {
  return {
    connect: async () => (await provider.getAccountAddresses())[0]?.address ?? '',
    getAccountAddresses: async () =>
      (await provider.getAccountAddresses()).map(({ type, ...account }) => ({
        ...account,
        purpose: purposeOf(type),
      })),
    signMessage: (parameters) => provider.signMessage(parameters),
    sendTransfer: ({ recipient, amount }) => provider.sendTransfer({ recipient, amount }),
    async signPSBT({ psbt, signInputs, broadcast = false }) {
      if (broadcast) {
        throw unsupported('signPSBT({ broadcast: true })', 'broadcast the signed transaction yourself.')
      }
      const types = signInputs.flatMap(({ sighashTypes = [] }) => sighashTypes)
      if (types.some((type) => !wholeTransaction.includes(type))) {
        throw unsupported('signPSBT({ sighashTypes })', 'only signatures of the whole transaction are made.')
      }
      const inputs = signInputs.map(({ address, index }) => ({ address, index }))
      return provider.signPsbt({ psbt, signInputs: inputs })
    },
  }
}
