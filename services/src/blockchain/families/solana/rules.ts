import type { CaipNetworkId } from 'latchkey/protocol'
import * as v from 'valibot'
import { post, type RpcCall, type RpcReply } from '../../../outbound/post.js'
import type { ChainRules } from '../../nodeChecks/chainRules.js'
import type { Grade } from '../../nodeChecks/gradeReply.js'
import type { NodeRules } from '../../nodeRules.js'
import { refusals } from '../../proxy.js'
import type { FamilyRpc } from '../Family.js'
import { parseExact, readExact, writeExact } from './exactJson.js'
import { methods } from './methods.js'
import { solanaSockets } from './solanaSockets.js'
import { transactionIdOf } from './transactionId.js'

/** Bytes that an error's details may have: the log of a simulated transaction. */
const dataSize = 64 * 1024
/** A node may be so many slots behind the others: twenty seconds. */
const slotsBehind = 50n

/**
 * Errors that another node may not have: it is behind, or keeps less. -32601 is a method that this node does not have.
 */
const ofTheNode: ReadonlySet<number> = new Set([
  -32601, -32001, -32004, -32007, -32008, -32009, -32010, -32011, -32012, -32014, -32016, -32019,
])

export function solanaRules(chainId: CaipNetworkId): NodeRules {
  return {
    checks: checksOf(chainId),
    sends: {
      idOf: transactionIdOf,
      isThere: (message) => /already been processed|AlreadyProcessed/i.test(message),
      isUsed: () => false,
      isUnsure: (_, isAgain) => isAgain,
    },
    post: (settings, url, calls, signal, options) =>
      post(settings, url, calls, signal, { ...options, parse: parseExact, readData }),
    weightOf,
    isSend,
    // The cluster carries out a transaction at most once, however often it gets it.
    isPatient: () => false,
    isKept: () => false,
    lookUp: (id) => ({ method: 'getSignatureStatuses', params: [[id], { searchTransactionHistory: true }] }),
    isKnownBy(reply) {
      const read = v.safeParse(statuses, reply)
      return read.success && read.output.result.value[0] !== null
    },
  }
}

const statuses = v.object({ result: v.object({ value: v.tuple([v.nullable(v.object({}))]) }) })

/** What clients may ask, and how they read it. */
export const solanaRpc: FamilyRpc = {
  weightOf,
  refusalOf(method, params) {
    if (!methods.has(method)) return refusals.method
    const isReadable = !isSend({ method }) || transactionIdOf({ method, params }) !== undefined
    return isReadable ? undefined : { code: -32602, message: 'Not a signed transaction' }
  },
  write: writeExact,
  sockets: solanaSockets,
}

function weightOf(calls: readonly RpcCall[]): number {
  return calls.reduce((total, { method }) => total + (methods.get(method)?.weight ?? 1), 0)
}

function isSend({ method }: RpcCall): boolean {
  return method === 'sendTransaction'
}

function readData(data: unknown): unknown {
  return data === undefined || data === null || JSON.stringify(data).length > dataSize ? undefined : data
}

function checksOf(chainId: CaipNetworkId): ChainRules {
  const reference = chainId.slice('solana:'.length)
  return {
    idCall: { method: 'getGenesisHash' },
    isChain: (result) =>
      typeof result === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(result)
        ? result.startsWith(reference)
        : undefined,
    headCall: { method: 'getSlot', params: [{ commitment: 'confirmed' }] },
    headIn,
    grade(call, reply, { isStale }) {
      if ('error' in reply) return gradeError(call, reply, isStale)
      const { method } = call
      const isOther = method === 'getGenesisHash' && !String(reply.result).startsWith(reference)
      if (isOther || !v.is(methods.get(method)?.answer ?? v.unknown(), reply.result)) return 'wrong'
      // A node that is behind may only not have it yet.
      return isStale && isNothing(reply.result) ? 'doubtful' : 'sound'
    },
    // Slots come without a time, so it cannot be told how far the chain can have come.
    pace: { blocksBehind: slotsBehind, blocksPerSecond: 2n ** 40n, isUntimed: true },
  }
}

/** A blockhash that a node does not know may be too new for it. */
function gradeError(
  { method }: RpcCall,
  { error: { code, message } }: Extract<RpcReply, { readonly error: unknown }>,
  isStale: boolean,
): Grade {
  const isUnknownHash = /blockhash ?not ?found/i.test(message)
  return ofTheNode.has(code) || isUnknownHash || (isStale && isSend({ method })) ? 'doubtful' : 'sound'
}

function isNothing(result: unknown): boolean {
  if (result === null) return true
  const read = v.safeParse(v.object({ value: v.unknown() }), result)
  if (!read.success) return false
  const { value } = read.output
  return value === null || (Array.isArray(value) && value.includes(null))
}

const context = v.object({ context: v.object({ slot: v.unknown() }) })
const recent = v.object({ commitment: v.picklist(['confirmed', 'processed']) })

/** The slot of a reply. One of a final block is half a minute old, and tells nothing. */
function headIn({ method, params }: RpcCall, reply: RpcReply) {
  if ('error' in reply || !Array.isArray(params) || !v.is(recent, params.at(-1))) return undefined
  const read = v.safeParse(context, reply.result)
  const slot = readExact(
    method === 'getSlot' ? reply.result : read.success ? read.output.context.slot : undefined,
  )
  return slot === undefined ? undefined : { number: slot }
}
