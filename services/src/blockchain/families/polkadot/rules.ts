import { blake2b } from '@noble/hashes/blake2.js'
import type { CaipNetworkId } from 'latchkey/protocol'
import * as v from 'valibot'
import { post, type RpcCall, type RpcError } from '../../../outbound/post.js'
import type { ChainRules } from '../../nodeChecks/chainRules.js'
import type { NodeRules } from '../../nodeRules.js'
import { refusals } from '../../proxy.js'
import type { FamilyRpc } from '../Family.js'
import { bytes, hash, header, isFunction, methods, signedTransaction } from './methods.js'
import { polkadotSockets } from './polkadotSockets.js'

/** Most keys of one look into the storage. */
const keyLimit = 100

/** Errors of a node that keeps less than another one, or is behind. */
const ofTheNode = /unknown ?block|discarded|unknown block|header not found|method not found/i
/** What nodes say of a transaction that they have, and of one that they had, or whose number is used. */
const alreadyThere = /already imported/i
const perhapsThere = /temporarily banned|outdated|stale/i

export function polkadotRules(chainId: CaipNetworkId): NodeRules {
  return {
    checks: checksOf(chainId),
    sends: {
      idOf: (call) => (call === undefined ? undefined : transactionIdOf(call)),
      isThere: (message) => alreadyThere.test(message),
      isUsed: () => false,
      // In a block already, it would be refused like this, too.
      isUnsure: ({ message, data }, isAgain) => isAgain || perhapsThere.test(`${message} ${data}`),
    },
    post: (settings, url, calls, signal, options) =>
      post(settings, url, calls, signal, { ...options, readData }),
    weightOf,
    isSend,
    // One number of an account is used once, however often the transaction is sent.
    isPatient: () => false,
    isKept: () => false,
    // Nodes tell no transaction by its hash: only those that wait can be looked through.
    lookUp: () => ({ method: 'author_pendingExtrinsics', params: [] }),
    isKnownBy(reply, id) {
      const waiting = v.safeParse(v.object({ result: v.array(bytes) }), reply)
      return waiting.success && waiting.output.result.some((one) => hashOf(one) === id)
    },
  }
}

/** What clients may ask. */
export const polkadotRpc: FamilyRpc = {
  sockets: polkadotSockets,
  weightOf,
  refusalOf(method, params) {
    if (!methods.has(method)) return refusals.method
    if (isSend({ method }) && !v.is(signedTransaction, params))
      return { code: -32602, message: 'Not a signed transaction' }
    if (method === 'state_call' && !(Array.isArray(params) && isFunction(params[0]))) return refusals.tooMuch
    const keys = method === 'state_queryStorageAt' && Array.isArray(params) ? params[0] : []
    return Array.isArray(keys) && keys.length <= keyLimit ? undefined : refusals.tooMuch
  },
}

function weightOf(calls: readonly RpcCall[]): number {
  return calls.reduce((total, { method }) => total + (methods.get(method)?.weight ?? 10), 0)
}

function isSend({ method }: RpcCall): boolean {
  return method === 'author_submitExtrinsic'
}

/** Computes the hash of the transaction that a call sends. */
function transactionIdOf(call: RpcCall): string | undefined {
  return isSend(call) && v.is(signedTransaction, call.params) ? hashOf(call.params[0]) : undefined
}

function hashOf(hex: string): string {
  const digest = blake2b(Buffer.from(hex.slice(2), 'hex'), { dkLen: 32 })
  return `0x${Buffer.from(digest).toString('hex')}`
}

/** The reason why the runtime refuses a transaction is a text beside the message. */
function readData(data: unknown): string | undefined {
  return typeof data === 'string' && data.length <= 300 ? data : undefined
}

function checksOf(chainId: CaipNetworkId): ChainRules {
  const reference = chainId.slice('polkadot:'.length)
  return {
    idCall: { method: 'chain_getBlockHash', params: [0] },
    isChain: (result) =>
      v.is(hash, result) ? result.slice(2).toLowerCase().startsWith(reference) : undefined,
    headCall: { method: 'chain_getHeader', params: [] },
    headIn({ method, params }, reply) {
      const isNewest = method === 'chain_getHeader' && (params === undefined || isEmpty(params))
      if (!isNewest || 'error' in reply || !v.is(header, reply.result)) return undefined
      return { number: BigInt(reply.result.number) }
    },
    grade({ method }, reply, { isStale }) {
      if ('error' in reply) return isOfTheNode(reply.error) || isStale ? 'doubtful' : 'sound'
      if (!v.is(methods.get(method)?.answer ?? v.unknown(), reply.result)) return 'wrong'
      // A node that is behind may only not have it yet.
      return isStale && reply.result === null ? 'doubtful' : 'sound'
    },
    // A minute of blocks. They come without a time.
    pace: { blocksBehind: 10n, blocksPerSecond: 2n ** 40n, isUntimed: true },
  }
}

function isOfTheNode({ code, message, data }: RpcError): boolean {
  return code === -32601 || ofTheNode.test(`${message} ${data}`)
}

function isEmpty(params: unknown): boolean {
  return Array.isArray(params) && params.length === 0
}
