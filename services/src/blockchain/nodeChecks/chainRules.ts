import type { CaipNetworkId } from 'latchkey/protocol'
import type { RpcCall, RpcReply } from '../../outbound/post.js'
import { isPublicChain } from '../nativeCoin.js'
import { type Grade, gradeReply, headIn, isQuantity } from './gradeReply.js'
import type { Head, Pace } from './heads.js'

/** How the nodes of a chain are checked; each family of chains has its own. */
export type ChainRules = {
  /** The call by which a node tells its chain. */
  readonly idCall: RpcCall
  /** Whether the result of `idCall` is this chain's; `undefined` if it is nonsense. */
  isChain(result: unknown): boolean | undefined
  /** The call by which a node tells its newest block. */
  readonly headCall: RpcCall
  /** Returns the newest block, where a reply tells it. */
  headIn(call: RpcCall, reply: RpcReply): Pick<Head, 'number' | 'time'> | undefined
  grade(call: RpcCall, reply: RpcReply, known: Known): Grade
  /** How many seconds old the newest block of a node that keeps up may be; by default it may be of any age. */
  readonly longestPause?: number | undefined
  /** How fast the chain is; by default as those of eip155. */
  readonly pace?: Pace | undefined
}

type Known = {
  readonly isStale: boolean
  /** Returns whether a block of this number must exist. */
  isReached(number: bigint): boolean
}

/** Public chains make a block every few seconds; a quiet one may wait for a transaction. */
const publicPause = 900

export function eip155Checks(chainId: CaipNetworkId): ChainRules {
  const chain = BigInt(chainId.slice('eip155:'.length))
  return {
    idCall: { method: 'eth_chainId' },
    isChain: (result) => (isQuantity(result) ? BigInt(result) === chain : undefined),
    headCall: { method: 'eth_getBlockByNumber', params: ['latest', false] },
    headIn,
    // Development chains make blocks only when they are asked to.
    longestPause: isPublicChain(chainId) ? publicPause : undefined,
    grade: (call, reply, known) => gradeReply(call, reply, { chain, ...known }),
  }
}
