import { fromRlp, type Hex, isHex, keccak256, toRlp } from 'viem'
import { isNoReply, type NodeError, noReply, type RpcCall, type RpcReply } from '../outbound/post.js'

/** What nodes say of a transaction that they have already; each program has words of its own. */
const alreadyThere = /already known|alreadyknown|(?<!un)known transaction|already imported|same hash/i
/** What nodes say of a transaction whose number its account has used: perhaps for this very transaction. */
const numberUsed =
  /nonce (is )?too low|oldnonce|nonce has already been used|invalid nonce|already in (the )?(mempool|pool)/i

type Options = {
  /** Another node may have taken the calls before this one: its answer broke off. */
  readonly isAgain: boolean
  /** Returns whether the chain or its nodes know a transaction. */
  isKnown(hash: Hex): Promise<boolean>
}

/**
 * Gives each sent transaction one answer, its hash, however often and to whichever node it was sent. A client that reads
 * "already known" or "nonce too low" for a transaction that was accepted would sign a second one.
 */
export function settleSends(
  calls: readonly RpcCall[],
  replies: readonly RpcReply[],
  { isAgain, isKnown }: Options,
): Promise<readonly RpcReply[]> {
  return Promise.all(
    replies.map(async (reply, index): Promise<RpcReply> => {
      const hash = hashOf(calls[index])
      if (hash === undefined) return reply
      if ('result' in reply || alreadyThere.test(reply.error.message)) return { result: hash }
      const isPossible = isAgain || isNoReply(reply) || numberUsed.test(reply.error.message)
      return isPossible && (await isKnown(hash)) ? { result: hash } : reply
    }),
  )
}

/**
 * Answers calls for which no node gave an answer. A node may have taken a transaction although its answer broke off or
 * came too late.
 *
 * @throws `failure` if no transaction of the list is known
 */
export async function settleFailure(
  calls: readonly RpcCall[],
  failure: NodeError,
  isKnown: Options['isKnown'],
): Promise<readonly RpcReply[]> {
  const replies = calls.map(() => noReply(failure.message))
  const settled = await settleSends(calls, replies, { isAgain: true, isKnown })
  if (settled.every((reply) => 'error' in reply)) throw failure
  return settled
}

/** Whether a call sends a signed transaction and is answered with its hash. */
export function isSend({ method }: RpcCall): boolean {
  return method === 'eth_sendRawTransaction'
}

/** Computes the hash of a transaction that a call sends; `undefined` for kinds whose hash another rule gives. */
function hashOf(call: RpcCall | undefined): Hex | undefined {
  if (call === undefined || !isSend(call) || !Array.isArray(call.params)) return undefined
  const [raw] = call.params
  // A legacy transaction is a list (RLP); the other kinds begin with their number (EIP-2718).
  if (!isHex(raw) || raw.length % 2 !== 0 || !/^0x(0[1-4]|[c-f][0-9a-f])/i.test(raw)) return undefined
  try {
    return keccak256(raw.startsWith('0x03') ? withoutBlobs(raw) : raw)
  } catch {
    return undefined
  }
}

/** A transaction with blobs is sent together with them; its hash is that of the transaction alone (EIP-4844). */
function withoutBlobs(raw: Hex): Hex {
  const [first] = fromRlp(`0x${raw.slice(4)}`, 'hex')
  return Array.isArray(first) ? `0x03${toRlp(first).slice(2)}` : raw
}
