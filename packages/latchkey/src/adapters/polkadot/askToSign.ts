import { hexToBytes } from '@noble/hashes/utils.js'
import { walletError } from '../../protocol/walletErrors.js'
import { type PolkadotProvider, type Signer, signMessageMethod } from './provider.js'
import { readSignature } from './readSignature.js'

/**
 * Asks the wallet to sign bytes, or a text over the connection protocol.
 *
 * @throws `WALLET_ANSWER_INVALID` for the signature of another account or of another message.
 */
export async function askToSign(
  { signer }: PolkadotProvider,
  asked: Parameters<Signer['signRaw']>[0],
): Promise<{ readonly answer: object; readonly signature: `0x${string}` }> {
  // A copy: a wallet in the page may write into what it gets.
  const answer = await signer.signRaw({ ...asked })
  const signature = readSignature(answer, signMessageMethod)
  const { address, data } = asked
  const message = data.startsWith('0x') ? hexToBytes(data.slice(2)) : data
  const { verifyPolkadot } = await import('../../siwx/verify/verifyPolkadot.js')
  // It throws where the host has no `@scure/sr25519`: then the host's server is the first to check.
  const isSigned = await verifyPolkadot(message, address, signature).catch(() => true)
  if (!isSigned) throw walletError('WALLET_ANSWER_INVALID', { details: signMessageMethod })
  // An answer may read differently the second time.
  return { answer: { ...(answer as object), signature }, signature }
}
