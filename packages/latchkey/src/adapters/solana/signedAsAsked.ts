import { isSameWork, readWire } from './readWire.js'
import { toBase58 } from './SolanaWallet.js'
import { isSigned } from './withSignature.js'

/**
 * Returns the signature of a signed transaction, which is its id, if it is the one that the wallet was asked for: the
 * same instructions, blockhash and fee payer, and no other signer. A wallet may change the budget as long as the fee is
 * not higher, and add guards that move nothing. `undefined` for anything else.
 */
export async function signedAsAsked(signed: Uint8Array, asked: Uint8Array): Promise<string | undefined> {
  const [one, other] = [readWire(signed), readWire(asked)]
  if (one === undefined || other === undefined) return undefined
  const [[signer, signature] = ['', null], ...others] = Object.entries(one.signatures)
  const isAsked =
    others.length === 0 &&
    signer in other.signatures &&
    one.blockhash === other.blockhash &&
    one.priority <= other.priority &&
    isSameWork(one, other)
  if (!isAsked || signature === null) return undefined
  const bytes = Uint8Array.from(signature)
  return (await isSigned(signer, bytes, one.message)) ? toBase58(bytes) : undefined
}
