import type { AccountFacts } from '../../core/connector.js'
import type { CaipNetworkId } from '../../protocol/caip.js'

export type SignatureProtocol = 'ecdsa' | 'bip322'

/** An input to sign, and the address whose key signs it. */
export type InputToSign = { readonly address: string; readonly index: number }

/** A Bitcoin wallet, whatever its own interface is. Its answers are read: addresses may still be of any network. */
export type BitcoinWallet = {
  /** Asks the visitor. */
  connect(networkId: CaipNetworkId): Promise<readonly AccountFacts[]>
  /**
   * The accounts that were granted before, without asking the visitor.
   *
   * @throws If the wallet cannot tell now, for example because it is locked.
   */
  accounts(): Promise<readonly AccountFacts[]>
  /** Before it has told of a change, an empty list may only mean that the wallet has not filled it yet. */
  readonly isLate?: true | undefined
  networkId(): Promise<CaipNetworkId>
  /** Resolves to the signature in base64. */
  signMessage(parameters: {
    readonly address: string
    readonly message: string | Uint8Array
    readonly protocol: SignatureProtocol
  }): Promise<string>
  /** Signs inputs of a PSBT in base64, and does not broadcast it; resolves to the PSBT in base64. */
  signPsbt(parameters: { readonly psbt: string; readonly inputs: readonly InputToSign[] }): Promise<string>
  /** Lets the wallet make, sign and broadcast a payment; resolves to its id. Absent if it cannot. */
  sendTransfer?(parameters: {
    readonly from: string
    readonly to: string
    readonly units: bigint
  }): Promise<string>
  /** @throws If the wallet cannot use it. */
  switchTo(networkId: CaipNetworkId): Promise<void>
  disconnect?(): Promise<void>
  /** Calls `onChange` when its accounts or its network may have changed; returns a stop function. */
  subscribe?(onChange: () => void): () => void
}
