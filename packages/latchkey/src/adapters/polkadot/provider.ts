import { isSessionRequester, type SessionRequester } from '../../core/walletProtocol.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { isRecord } from '../../protocol/checks.js'
import { KitError } from '../../protocol/errors.js'

/** A request to sign a transaction, in the format of `@polkadot/types`' `SignerPayloadJSON`. */
export type SignerPayload = {
  readonly address: string
  readonly blockHash: string
  readonly blockNumber: string
  readonly era: string
  readonly genesisHash: string
  readonly method: string
  readonly nonce: string
  readonly signedExtensions: readonly string[]
  readonly specVersion: string
  readonly tip: string
  readonly transactionVersion: string
  readonly version: number
  /** 0: the signature does not cover a hash of the metadata. */
  readonly mode?: number
  /** The wallet may add what its hardware needs, and then returns the whole transaction. */
  readonly withSignedTransaction?: boolean
}

/** A request to sign bytes, in the format of `@polkadot/types`' `SignerPayloadRaw`. */
type RawPayload = { readonly address: string; readonly data: string; readonly type: 'bytes' }

/** The signer that wallets inject, and that `@polkadot/api` and polkadot-api take. */
export type Signer = {
  signPayload(payload: SignerPayload): Promise<unknown>
  signRaw(payload: RawPayload): Promise<unknown>
}

/** Where a wallet is, and for which accounts. */
type Granted = { readonly networkId: CaipNetworkId; readonly addresses: readonly string[] }

/** A wallet of the family: its signer, and what it grants now. */
export type PolkadotProvider = {
  readonly signer: Signer
  /** Asks the wallet, which shows nothing to its user. */
  granted(): Promise<Granted>
}

/** The methods of the connection protocol. */
export const signMessageMethod = 'polkadot_signMessage'
export const signTransactionMethod = 'polkadot_signTransaction'

/** Reads the provider of a wallet in this page, or of one behind the connection protocol. @throws `PROVIDER_UNDEFINED` */
export function readProvider(value: unknown): PolkadotProvider {
  if (isSessionRequester(value)) return overProtocol(value)
  if (isRecord(value) && isRecord(value.signer) && typeof value.granted === 'function') {
    return value as unknown as PolkadotProvider
  }
  throw accountError('PROVIDER_UNDEFINED')
}

function overProtocol({ request, granted }: SessionRequester): PolkadotProvider {
  return {
    signer: {
      signPayload: (payload) =>
        request({
          method: signTransactionMethod,
          params: { address: payload.address, transactionPayload: payload },
        }),
      signRaw: ({ address, data }) =>
        request({ method: signMessageMethod, params: { address, message: data } }),
    },
    async granted() {
      const now = granted()
      if (now === undefined) throw new KitError('NOT_CONNECTED')
      return now
    },
  }
}
