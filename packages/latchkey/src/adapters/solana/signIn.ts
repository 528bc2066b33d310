import { bytesEqual } from '@solana/kit'
import type { Adapter } from '../../core/adapter.js'
import { isKitError } from '../../protocol/errors.js'
import { toWalletError } from '../../protocol/toWalletError.js'
import { solanaWalletOf, toBase58 } from './SolanaWallet.js'
import { signInInputOf } from './signInInputOf.js'
import { isSigned } from './withSignature.js'

/**
 * Asks the wallet to sign in by its own method (`solana:signIn`), which composes the text from its parts. Where it has
 * no such method, fails, or has signed another text than ours, the kit asks it to sign the text as a message.
 *
 * @see Adapter.signIn
 */
export const signIn: NonNullable<Adapter['signIn']> = async ({ provider, address, message, wallet }) => {
  const own = solanaWalletOf(provider)
  const input = signInInputOf(message)
  if (own.signIn === undefined || input?.address !== address) return undefined
  const answer = await own.signIn(address, input).catch((error) => {
    const failure = toWalletError(error, { wallet, method: 'solana_signIn' })
    if (isKitError(failure, 'REQUEST_REJECTED')) throw failure
  })
  const text = new TextEncoder().encode(message)
  const isOurs = answer?.address === address && bytesEqual(answer.signedMessage, text)
  return isOurs && (await isSigned(address, answer.signature, text)) ? toBase58(answer.signature) : undefined
}
