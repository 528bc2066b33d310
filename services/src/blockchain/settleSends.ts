import {
  isNoReply,
  type NodeError,
  noReply,
  type RpcCall,
  type RpcError,
  type RpcReply,
} from '../outbound/post.js'
import { hashOf } from './hashOf.js'

/** What nodes say of a transaction that they have already; each program has words of its own. */
const alreadyThere = /already known|alreadyknown|(?<!un)known transaction|already imported|same hash/i
/** What nodes say of a transaction whose number its account has used: perhaps for this very transaction. */
const numberUsed =
  /nonce (is )?too low|oldnonce|nonce has already been used|invalid nonce|already in (the )?(mempool|pool)/i

/** What nodes say where something of theirs failed, perhaps after they had taken the transaction. */
const failedWithin = /timed? ?out|timeout|deadline|internal (server )?error/i
/** What they say of another transaction with the same number: perhaps of this very one. */
const underpriced = /underpriced/i

/** How a family's sent transactions are recognised. */
export type SendRules = {
  /** Computes the id of the transaction that a call sends; `undefined` if it cannot be known. */
  idOf(call: RpcCall | undefined): string | undefined
  /** Whether a node's message says that it has the transaction. */
  isThere(message: string): boolean
  /** Whether it may say so of a transaction that it has: something used its number or coins, or the node failed. */
  isUsed(message: string): boolean
  /**
   * Whether an error counts as no answer.
   *
   * @param isAgain Another node may have taken the transaction.
   */
  isUnsure(error: RpcError, isAgain: boolean): boolean
}

type Options = {
  /** Another node may have taken the calls before this one: its answer broke off. */
  readonly isAgain: boolean
  /** Returns whether the chain or its nodes know a transaction. */
  isKnown(id: string): Promise<boolean>
  readonly rules: SendRules
}

/**
 * Gives each sent transaction one answer, its hash, however often and to whichever node it was sent. A client that reads
 * "already known" or "nonce too low" for a transaction that was accepted would sign a second one.
 */
export function settleSends(
  calls: readonly RpcCall[],
  replies: readonly RpcReply[],
  { isAgain, isKnown, rules }: Options,
): Promise<readonly RpcReply[]> {
  return Promise.all(
    replies.map(async (reply, index): Promise<RpcReply> => {
      const id = rules.idOf(calls[index])
      if (id === undefined) return reply
      if ('result' in reply || rules.isThere(reply.error.message)) return { result: id }
      const isPossible = isAgain || isNoReply(reply) || rules.isUsed(reply.error.message)
      if (isPossible && (await isKnown(id))) return { result: id }
      return rules.isUnsure(reply.error, isAgain) ? noReply('A node may have taken the transaction') : reply
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
  options: Pick<Options, 'isKnown' | 'rules'>,
): Promise<readonly RpcReply[]> {
  const replies = calls.map(() => noReply(failure.message))
  const settled = await settleSends(calls, replies, { ...options, isAgain: true })
  if (settled.every((reply) => 'error' in reply)) throw failure
  return settled
}

export const sendRules: SendRules = {
  idOf: hashOf,
  isThere: (message) => alreadyThere.test(message),
  isUsed: (message) => [numberUsed, failedWithin, underpriced].some((words) => words.test(message)),
  isUnsure: ({ message }, isAgain) => isAgain || failedWithin.test(message),
}
