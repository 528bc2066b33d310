import { bytesEqual } from '@solana/kit'
import type { Adapter } from '../../core/adapter.js'
import { isKitError } from '../../protocol/errors.js'
import { toWalletError } from '../../protocol/toWalletError.js'
import { clusterOf } from './chains.js'
import { solanaWalletOf, toBase58 } from './SolanaWallet.js'
import { signInInputOf } from './signInInputOf.js'
import { isSigned } from './withSignature.js'

/**
 * Asks the wallet to sign in by its own method (`solana:signIn`), which composes the text from its parts. It knows the
 * cluster by its name, which is then in the text. Where it has no such method, fails, or has signed another text than
 * that, the kit asks it to sign its own text as a message. So it does on a cluster without a name.
 *
 * @see Adapter.signIn
 */
export const signIn: NonNullable<Adapter['signIn']> = async ({
  provider,
  address,
  networkId,
  message,
  wallet,
}) => {
  const own = solanaWalletOf(provider)
  const cluster = clusterOf(networkId)
  const lineOf = (chain = '') => `Chain ID: ${chain}\nNonce`
  const named = message.replace(lineOf(networkId.slice(7)), lineOf(cluster))
  const input = signInInputOf(named)
  if (own.signIn === undefined || cluster === undefined || input?.address !== address) return undefined
  const answer = await own.signIn(address, input).catch((error) => {
    const failure = toWalletError(error, { wallet, method: 'solana_signIn' })
    if (isKitError(failure, 'REQUEST_REJECTED')) throw failure
  })
  const text = new TextEncoder().encode(named)
  const isOurs = answer?.address === address && bytesEqual(answer.signedMessage, text)
  if (!isOurs || !(await isSigned(address, answer.signature, text))) return undefined
  return { message: named, signature: toBase58(answer.signature) }
}
