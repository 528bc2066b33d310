import { isTransactionHash } from '../../protocol/rpcMethods.js'
import { walletError } from '../../protocol/walletErrors.js'

/** Methods whose answer is a signature: of a key, of a contract, or one that is packed with more. */
const signing: ReadonlySet<string> = new Set([
  'personal_sign',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
])

/**
 * Returns the frame's answer to a request, if it is one (spec §5 "RPC"): a transaction's hash has 64 characters in hex, a
 * signed message at least 62.
 *
 * @throws `WALLET_ANSWER_INVALID`: it is not known what the wallet has done.
 */
export function checkAnswer(method: string, answer: unknown): unknown {
  const isAnswer =
    method === 'eth_sendTransaction'
      ? isTransactionHash(answer)
      : !signing.has(method) || (typeof answer === 'string' && /^0x[0-9a-f]{62,}$/i.test(answer))
  if (!isAnswer) throw walletError('WALLET_ANSWER_INVALID', { details: method })
  return answer
}
