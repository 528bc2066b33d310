import { base58 } from '@scure/base'
import { bytesToHex } from 'viem/utils'
import { refuse } from '../../accounts/Refusal.js'
import { type Draft, row } from '../Draft.js'
import { checkMessage, messageWarnings } from '../eip155/readPersonalSign.js'
import { isRecord, listOf, type ReadContext, type WalletRequest } from '../ReadContext.js'
import { showBytes } from '../text/readText.js'
import { readMessageWire } from './wire.js'

/** Base58 takes time that grows with the square of its length. */
const mostDigits = 6_000

/** `solana_signMessage`: bytes in base58, of a text or not. */
export function readSolanaMessage(request: WalletRequest, context: ReadContext): Draft {
  const [params] = listOf(request)
  const { message, pubkey } = isRecord(params) ? params : {}
  const { solana: account } = context.account
  if (pubkey !== undefined && pubkey !== account) throw refuse('noPublicKey')
  const bytes = readBase58(message)
  // The signature would be that of the transaction.
  if (isTransaction(bytes)) throw refuse('hiddenTransaction')
  const hex = bytesToHex(bytes)
  const shown = showBytes(hex)
  const signIn = checkMessage({ bytes: hex, account, request, context })
  return {
    title: signIn.isSignIn ? 'signIn' : 'signMessage',
    rows: [...signIn.rows, row('message', shown.value)],
    warnings: messageWarnings(shown, signIn),
    raw: { format: 'hex', text: hex },
    content: { type: 'solanaMessage', bytes: hex },
  }
}

function readBase58(message: unknown): Uint8Array {
  if (typeof message !== 'string')
    throw refuse('invalid', { field: 'message', problem: 'must be a text in base58' })
  if (message.length > mostDigits) throw refuse('tooLarge', { field: 'message' })
  try {
    return base58.decode(message)
  } catch {
    throw refuse('invalid', { field: 'message', problem: 'must be a text in base58' })
  }
}

function isTransaction(bytes: Uint8Array): boolean {
  try {
    readMessageWire(bytes)
    return true
  } catch {
    // What the network would not take is a message.
    return false
  }
}
