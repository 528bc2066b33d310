import type { CaipNetworkId } from 'latchkey/protocol'
import * as v from 'valibot'
import { AnswerTooLong, fetchUpstream, NoRoom, UpstreamError } from '../../../outbound/fetchUpstream.js'
import {
  expectStatus,
  NodeError,
  type post,
  ReplyTooLong,
  type RpcCall,
  type RpcReply,
  TooManyBytes,
} from '../../../outbound/post.js'
import { parseJsonOr } from '../../../shared/parseJsonOr.js'
import type { ChainRules } from '../../nodeChecks/chainRules.js'
import type { NodeRules } from '../../nodeRules.js'
import { count, findPath, get, pathOf } from './paths.js'
import { txidOf } from './txid.js'

/** Most bytes of an answer: an address with thousands of coins. */
const answerSize = 8 * 1024 * 1024
/** What servers answer for something that they do not know, and for something that they refuse. */
const ownFailures = [400, 404]

const genesisPath = '/block-height/0'
const tipPath = '/blocks/tip/height'

/** What nodes say of a transaction that they have, or that a block has. */
const alreadyThere =
  /txn-already-(known|in-mempool)|already in (the )?(mempool|block ?chain|utxo set)|txn-same-nonwitness-data/i
/** What they say where its coins are spent: perhaps by this very transaction. */
const coinsUsed = /missing-?(inputs|or-?spent)|inputs-missingorspent|mempool-conflict|insufficient fee/i

export function bip122Rules(chainId: CaipNetworkId): NodeRules {
  return {
    checks: checksOf(chainId),
    sends: {
      idOf: (call) =>
        call !== undefined && isSend(call) && Array.isArray(call.params) ? txidOf(call.params[1]) : undefined,
      isThere: (message) => alreadyThere.test(message),
      isUsed: (message) => coinsUsed.test(message),
      isUnsure: (_, isAgain) => isAgain,
    },
    post: ask,
    weightOf: (calls) => calls.reduce((total, call) => total + weightOf(call), 0),
    isSend,
    isPatient: isSend,
    isKept: () => false,
    lookUp: (id) => get(`/tx/${id}`),
    isKnownBy: (reply) => reply !== undefined && 'result' in reply,
  }
}

function isSend({ method }: RpcCall): boolean {
  return method === 'POST'
}

/** What a call counts against a budget. */
export function weightOf(call: RpcCall): number {
  return isSend(call) ? 2 : (findPath(pathOf(call))?.entry.weight ?? 1)
}

/** Sends each call as a request of its own: such servers know no lists. */
const ask: typeof post = (settings, url, calls, signal, options = {}) =>
  Promise.all(
    calls.map(async (call): Promise<RpcReply> => {
      const body = isSend(call) && Array.isArray(call.params) ? String(call.params[1]) : undefined
      const { size = answerSize, claim } = options
      const address = `${url.replace(/\/+$/, '')}${pathOf(call)}`
      const request = {
        body,
        headers: { accept: '*/*' },
        read: ownFailures,
        size,
        claim,
        isOnce: isSend(call),
        signal,
      }
      const answer = await fetchUpstream(settings, address, request).catch((error: unknown): never => {
        if (error instanceof AnswerTooLong) throw new ReplyTooLong(error.message)
        if (error instanceof NoRoom) throw new TooManyBytes(error.message)
        throw new NodeError(error instanceof UpstreamError ? error.message : 'failed')
      })
      const { status, text } = answer
      if (ownFailures.includes(status)) return { error: { code: status, message: text.trim() || 'refused' } }
      expectStatus(answer)
      return { result: read(call, text.trim()) }
    }),
  )

/** Ids and transactions in hex are texts, also those that consist of digits alone. */
function read(call: RpcCall, text: string): unknown {
  const isText = isSend(call) || pathOf(call) === genesisPath || findPath(pathOf(call))?.entry.isText === true
  return isText ? text : parseJsonOr(text, () => new NodeError('not JSON'))
}

const blockId = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

function checksOf(chainId: CaipNetworkId): ChainRules {
  const reference = chainId.slice('bip122:'.length)
  return {
    idCall: get(genesisPath),
    isChain: (result) => (v.is(blockId, result) ? result.startsWith(reference) : undefined),
    headCall: get(tipPath),
    headIn: (call, reply) =>
      pathOf(call) === tipPath && 'result' in reply && v.is(count, reply.result)
        ? { number: BigInt(reply.result) }
        : undefined,
    grade(call, reply) {
      const of = pathOf(call)
      // Transactions that wait are not known to every node.
      if ('error' in reply) return of.startsWith('/tx/') && reply.error.code === 404 ? 'doubtful' : 'sound'
      if (isSend(call)) return v.is(blockId, reply.result) ? 'sound' : 'wrong'
      const found = findPath(of)
      return found?.entry.isAnswer(reply.result, found.parts) === false ? 'wrong' : 'sound'
    },
    // A block takes minutes to reach every node, so one that is two behind is sound. Nodes tell no times with it.
    pace: { blocksBehind: 2n, blocksPerSecond: 2n ** 40n, isUntimed: true },
  }
}
