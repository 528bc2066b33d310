import { base64 } from '@scure/base'
import type { Network } from '../../protocol/entities/Network.js'
import { walletError } from '../../protocol/walletErrors.js'
import { broadcast } from './esplora.js'
import { loadBtcSigner } from './peer.js'
import { complete, isSigned, loose } from './psbt.js'

type Parameters = {
  /** In base64, as the app gave it. */
  readonly psbt: string
  readonly network: Network
  /** The inputs that the wallet is to sign. */
  readonly signed: readonly number[]
  /** Makes the error for a PSBT whose other inputs still need signatures. */
  readonly incomplete: () => Error
  readonly sign: () => Promise<{ readonly psbt: string }>
}

/**
 * Lets the wallet sign, and broadcasts the transaction of the app's PSBT with the wallet's signatures: nothing else of the
 * wallet's answer counts, and each signature must cover the whole transaction.
 *
 * @throws What `incomplete` makes; the wallet is not asked. `WALLET_ANSWER_INVALID`: nothing was broadcast. `WALLET_ANSWER_UNCLEAR`: it may have been.
 */
export async function signAndBroadcast({
  psbt,
  network,
  signed,
  incomplete,
  sign,
}: Parameters): Promise<{ readonly psbt: string; readonly txid: string }> {
  const btc = await loadBtcSigner()
  const wanted = btc.Transaction.fromPSBT(base64.decode(psbt), loose)
  for (let index = 0; index < wanted.inputsLength; index++) {
    if (!signed.includes(index) && !isSigned(wanted.getInput(index))) throw incomplete()
  }
  const answer = await sign()
  const whole = finish(() => complete(btc, wanted, base64.decode(answer.psbt)))
  await broadcast(network, whole).catch((cause: unknown) => {
    // A node may have taken it, and not said so.
    throw walletError('WALLET_ANSWER_UNCLEAR', { cause })
  })
  return { ...answer, txid: whole.id }
}

function finish<whole>(work: () => whole): whole {
  try {
    return work()
  } catch (cause) {
    throw walletError('WALLET_ANSWER_INVALID', { cause, details: String(cause) })
  }
}
