import type { Kit } from '../Kit.js'
import { askSignature } from './askSignature.js'

/**
 * Asks the connected wallet to sign a text, or bytes, with the active account. Resolves to the signature as the
 * namespace writes it: hex for eip155 (EIP-191).
 *
 * @throws `NOT_CONNECTED`, `CHAIN_ADAPTER_NOT_FOUND`, `REVIEW_OUTDATED`, `WALLET_NETWORK_DIFFERS`,
 *   `WALLET_ACCOUNT_DIFFERS`, `REQUEST_REJECTED`, `REQUEST_ALREADY_PENDING`, `WALLET_METHOD_UNSUPPORTED`,
 *   `WALLET_ANSWER_INVALID`, `REQUEST_ABORTED` where the visitor gives it up or the connection ends
 */
export async function signMessage(kit: Kit, { message }: signMessage.Parameters): Promise<string> {
  return (await askSignature(kit, { message, kind: 'message' })).signature
}

export declare namespace signMessage {
  type Parameters = { readonly message: string | Uint8Array }
}
