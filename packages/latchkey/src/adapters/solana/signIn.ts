import type { Adapter } from '../../core/adapter.js'
import { toWalletError } from '../../protocol/toWalletError.js'
import { solanaWalletOf, toBase58 } from './SolanaWallet.js'
import { signInInputOf } from './signInInputOf.js'
import { signMessage } from './signMessage.js'

/**
 * Asks the wallet to sign in by its own method (`solana:signIn`), which composes the text from its parts. Where it has
 * no such method, or has signed another text than ours, it is asked to sign the text as a message.
 *
 * @see Adapter.signIn
 */
export const signIn: NonNullable<Adapter['signIn']> = async (parameters) => {
  const { provider, address, message, wallet } = parameters
  const own = solanaWalletOf(provider)
  const input = signInInputOf(message)
  // Without a statement, wallets leave out an empty line that our text has.
  const isComposable = input?.address === address && input.statement !== undefined
  if (own.signIn === undefined || !isComposable) return signMessage(parameters)
  const answer = await own.signIn(address, input).catch((error) => {
    throw toWalletError(error, { wallet, method: 'solana_signIn' })
  })
  const isOurs = answer.address === address && isSameText(answer.signedMessage, message)
  return isOurs ? toBase58(answer.signature) : signMessage(parameters)
}

function isSameText(bytes: Uint8Array, text: string): boolean {
  const wanted = new TextEncoder().encode(text)
  return bytes.length === wanted.length && bytes.every((byte, index) => byte === wanted[index])
}
