type Hex = `0x${string}`

/** A transaction as EVM wallets take it; quantities are hexadecimal. */
export type TransactionRequest = {
  readonly from: string
  /** Absent where a contract is deployed. */
  readonly to?: string | undefined
  readonly value?: Hex | undefined
  readonly data?: Hex | undefined
  readonly gas?: Hex | undefined
  readonly gasPrice?: Hex | undefined
  readonly maxFeePerGas?: Hex | undefined
  readonly maxPriorityFeePerGas?: Hex | undefined
  readonly nonce?: Hex | undefined
  readonly chainId?: Hex | undefined
}

/** One of the calls of a batch (EIP-5792). */
export type BatchCall = {
  readonly to?: string | undefined
  readonly value?: Hex | undefined
  readonly data?: Hex | undefined
}

type Capabilities = { readonly [name: string]: unknown }

/**
 * The parameters and the result of the requests that EVM wallets know, by method. The results are what the methods promise:
 * the client does not check what a wallet answers.
 */
export type KnownRequests = {
  /** EIP-191: the message as hexadecimal bytes, and the account. */
  personal_sign: { readonly params: readonly [message: Hex, address: string]; readonly result: Hex }
  eth_sign: { readonly params: readonly [address: string, message: Hex]; readonly result: Hex }
  /** EIP-712: the account, and the typed data as JSON text. */
  eth_signTypedData: { readonly params: readonly [address: string, typedData: string]; readonly result: Hex }
  eth_signTypedData_v3: {
    readonly params: readonly [address: string, typedData: string]
    readonly result: Hex
  }
  eth_signTypedData_v4: {
    readonly params: readonly [address: string, typedData: string]
    readonly result: Hex
  }
  /** Resolves to the hash. */
  eth_sendTransaction: { readonly params: readonly [transaction: TransactionRequest]; readonly result: Hex }
  /** Resolves to the signed transaction. */
  eth_signTransaction: { readonly params: readonly [transaction: TransactionRequest]; readonly result: Hex }
  eth_sendRawTransaction: { readonly params: readonly [signed: Hex]; readonly result: Hex }
  eth_accounts: { readonly params: readonly []; readonly result: readonly string[] }
  eth_requestAccounts: { readonly params: readonly []; readonly result: readonly string[] }
  /** EIP-3326. */
  wallet_switchEthereumChain: {
    readonly params: readonly [chain: { readonly chainId: Hex }]
    readonly result: null
  }
  /** EIP-3085. */
  wallet_addEthereumChain: {
    readonly params: readonly [
      chain: {
        readonly chainId: Hex
        readonly chainName: string
        readonly rpcUrls: readonly string[]
        readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
        readonly blockExplorerUrls?: readonly string[] | undefined
        readonly iconUrls?: readonly string[] | undefined
      },
    ]
    readonly result: null
  }
  /** EIP-747. */
  wallet_watchAsset: {
    readonly params: {
      readonly type: 'ERC20' | 'ERC721' | 'ERC1155'
      readonly options: {
        readonly address: string
        readonly symbol?: string | undefined
        readonly decimals?: number | undefined
        readonly image?: string | undefined
        readonly tokenId?: string | undefined
      }
    }
    readonly result: boolean
  }
  /** EIP-5792, as the three below: capabilities by chain id, as hexadecimal number. */
  wallet_getCapabilities: {
    readonly params: readonly [address: string, chainIds?: readonly Hex[]]
    readonly result: { readonly [chainId: Hex]: Capabilities }
  }
  wallet_sendCalls: {
    readonly params: readonly [
      batch: {
        readonly version: string
        readonly chainId: Hex
        readonly calls: readonly BatchCall[]
        readonly from?: string | undefined
        readonly id?: string | undefined
        readonly atomicRequired?: boolean | undefined
        readonly capabilities?: Capabilities | undefined
      },
    ]
    readonly result: { readonly id: string; readonly capabilities?: Capabilities | undefined }
  }
  wallet_getCallsStatus: {
    readonly params: readonly [id: string]
    readonly result: {
      readonly version: string
      readonly id: string
      readonly chainId: Hex
      /** 100: waits; 200: confirmed; 400, 500: failed; 600: failed in part. */
      readonly status: number
      readonly atomic: boolean
      readonly receipts?: readonly unknown[] | undefined
    }
  }
  wallet_showCallsStatus: { readonly params: readonly [id: string]; readonly result: null }
}

/** What a method takes; `unknown` for one that is not known here. */
export type ParamsOf<method extends string> = method extends keyof KnownRequests
  ? KnownRequests[method]['params']
  : unknown

/** What a method promises to answer; `unknown` for one that is not known here. */
export type ResultOf<method extends string> = method extends keyof KnownRequests
  ? KnownRequests[method]['result']
  : unknown
