import { concatHex, type Hex, keccak256, stringToHex } from 'viem'
import { sizeOf } from './hex.js'
import { signHash, toRecoverable } from './PlannedTransaction.js'
import type { DigestSigner } from './Signers.js'

/** The hash of a text or bytes that an account signs (EIP-191 `personal_sign`). */
export function messageHash(message: Hex): Hex {
  const prefix = stringToHex(`\x19Ethereum Signed Message:\n${sizeOf(message)}`)
  return keccak256(concatHex([prefix, message]))
}

/**
 * Signs a hash for verifiers: 65 bytes, the same for both types of accounts. The delegate recovers the key from exactly
 * these (ERC-1271), so a signature is valid before, while and after the account is a smart account; it needs no wrapper
 * (ERC-6492, ERC-8010), and no nesting (ERC-7739), because no second account has the same key.
 */
export async function signForVerifiers(hash: Hex, signer: DigestSigner): Promise<Hex> {
  return toRecoverable(await signHash(hash, signer))
}
