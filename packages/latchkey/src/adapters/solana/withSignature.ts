import {
  type Address,
  getPublicKeyFromAddress,
  getTransactionDecoder,
  getTransactionEncoder,
  type SignatureBytes,
  verifySignature,
} from '@solana/kit'
import { walletError } from '../../protocol/walletErrors.js'

/**
 * Puts an account's signature into its place in a transaction.
 *
 * @throws `WALLET_ANSWER_INVALID` if the account is no signer of it, or the signature is of something else
 */
export async function withSignature(
  wire: Uint8Array,
  signer: string,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const transaction = getTransactionDecoder().decode(wire)
  const { messageBytes, signatures } = transaction
  const isSigner = signer in signatures
  if (!isSigner || !(await isSigned(signer, bytes, Uint8Array.from(messageBytes)))) {
    throw walletError('WALLET_ANSWER_INVALID')
  }
  const signed = { ...transaction, signatures: { ...signatures, [signer]: bytes as SignatureBytes } }
  return Uint8Array.from(getTransactionEncoder().encode(signed))
}

/** Whether a signature is an account's of a message. Browsers without Ed25519 cannot check it; the network does. */
export async function isSigned(signer: string, signature: Uint8Array, message: Uint8Array): Promise<boolean> {
  const key = await getPublicKeyFromAddress(signer as Address).catch(() => undefined)
  return key === undefined || verifySignature(key, signature as SignatureBytes, message)
}
