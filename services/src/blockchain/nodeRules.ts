import type { CaipNetworkId } from 'latchkey/protocol'
import { post, type RpcCall, type RpcReply } from '../outbound/post.js'
import { weightOf } from './budget/weightOf.js'
import { isSend } from './hashOf.js'
import { type ChainRules, eip155Checks } from './nodeChecks/chainRules.js'
import { type SendRules, sendRules } from './settleSends.js'

/** How the nodes of one chain are asked; each family of chains has its own. */
export type NodeRules = {
  /** How a node is checked, and its replies are graded. */
  readonly checks: ChainRules
  /** How sent transactions get their one answer. */
  readonly sends: SendRules
  /** Sends calls to one node in one request. */
  readonly post: typeof post
  /** What calls count against a budget. */
  weightOf(calls: readonly RpcCall[]): number
  isSend(call: RpcCall): boolean
  /** Whether a call must not go to a second node while the first may still answer. */
  isPatient(call: RpcCall): boolean
  /** Whether the state of a call lives in the node that was asked first. */
  isKept(call: RpcCall): boolean
  /** Reads an answer to the question whether a sent transaction is known. */
  isKnownBy(reply: RpcReply | undefined, id: string): boolean
  lookUp(id: string): RpcCall
}

/** They send something, or their state lives in one node. */
const oneNodeOnly =
  /^(\w+_send\w*|eth_(new\w*Filter|uninstallFilter|getFilter(Changes|Logs)|(un)?subscribe))$/
const keptInOneNode = /^eth_(new\w*Filter|uninstallFilter|getFilter(Changes|Logs)|(un)?subscribe)$/

export function eip155Rules(chainId: CaipNetworkId): NodeRules {
  return {
    checks: eip155Checks(chainId),
    sends: sendRules,
    post,
    weightOf,
    isSend,
    isPatient: ({ method }) => oneNodeOnly.test(method),
    isKept: ({ method }) => keptInOneNode.test(method),
    isKnownBy: (reply, id) => reply !== undefined && 'result' in reply && isRecordOf(reply.result, id),
    lookUp: (id) => ({ method: 'eth_getTransactionByHash', params: [id] }),
  }
}

/** Returns whether a node's result is the transaction of this hash. */
function isRecordOf(result: unknown, hash: string): boolean {
  if (typeof result !== 'object' || result === null || !('hash' in result)) return false
  return typeof result.hash === 'string' && result.hash.toLowerCase() === hash
}
