import { isKitError, type KitError } from '../../protocol/errors.js'
import { ProviderRpcError } from '../../protocol/ProviderRpcError.js'
import { personRefused } from '../../protocol/personRefused.js'
import { walletAnswer } from '../../protocol/walletAnswer.js'

/** EIP-1193's code with which wallets say that their user refused. Others use -32000 for any failure of theirs. */
const refusal = 4001
/** JSON-RPC's code for a method that is not there, and EIP-1193's. */
const unsupported = new Set([-32601, 4200])

/**
 * The definite answer of a wallet that was asked to sign: its user refused, or it does not know the method. `undefined`
 * for everything else. A wallet only signs here, so it has no node's error to pass on.
 */
export function clearAnswer(error: unknown): 'refused' | 'unsupported' | undefined {
  try {
    if (isKitError(error, 'REQUEST_REJECTED')) return 'refused'
    if (isKitError(error, 'WALLET_METHOD_UNSUPPORTED')) return 'unsupported'
    const { code, words } = walletAnswer(error)
    if (code === refusal || personRefused(words)) return 'refused'
    return unsupported.has(code) ? 'unsupported' : undefined
  } catch {
    // Reading the wallet's error threw, so nothing is known of what the wallet did.
    return undefined
  }
}

/** The kit's error, if the wallet was never asked over the connection protocol; else `undefined`. */
export function notAsked(error: unknown): KitError | undefined {
  return error instanceof ProviderRpcError && walletAnswer(error).isUnasked ? error.cause : undefined
}
