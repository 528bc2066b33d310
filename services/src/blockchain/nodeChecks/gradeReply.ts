import type { RpcCall, RpcReply } from '../../outbound/post.js'
import { hashOf } from '../hashOf.js'
import { areAsked, type LogLike } from './areAsked.js'

/**
 * What a node's reply is worth.
 *
 * - `sound`: it is the answer.
 * - `doubtful`: another node may know better; without one it is the answer.
 * - `wrong`: no sound node would give it.
 */
export type Grade = 'sound' | 'doubtful' | 'wrong'

/** What is known of the chain and of the node that replied. */
export type Known = {
  /** The chain's number, such as 1. */
  readonly chain: bigint
  readonly isStale: boolean
  /** Returns whether a block of this number must exist. */
  isReached(number: bigint): boolean
}

type Check = (result: unknown, call: RpcCall, known: Known) => Grade
type Json = { readonly [name: string]: unknown }

const number: Check = (result) => (isQuantity(result) ? 'sound' : 'wrong')
const numberOrNothing: Check = (result, call, known) =>
  result === null ? nothing(known) : number(result, call, known)
const bytes: Check = (result) =>
  typeof result === 'string' && /^0x[0-9a-f]*$/i.test(result) ? 'sound' : 'wrong'
const list: Check = (result) => (Array.isArray(result) ? 'sound' : 'wrong')
const record: Check = (result) => (isRecord(result) ? 'sound' : 'wrong')
/** An unknown transaction is a fact; a node that is behind may only not have it yet. */
const transaction: Check = (result, _call, known) =>
  result === null ? nothing(known) : hasHash(result, 'hash') ? 'sound' : 'wrong'
const receipt: Check = (result, _call, known) =>
  result === null
    ? nothing(known)
    : hasHash(result, 'transactionHash') && isRecord(result) && areLogs(result.logs)
      ? 'sound'
      : 'wrong'

/** The form of the results of well-known methods. Results of other methods are passed on as they are. */
const checks: ReadonlyMap<string, Check> = new Map<string, Check>([
  [
    'eth_chainId',
    (result, _call, { chain }) => (isQuantity(result) && BigInt(result) === chain ? 'sound' : 'wrong'),
  ],
  // A few chains have a network id that is not their chain id.
  [
    'net_version',
    (result, _call, { chain }) =>
      typeof result === 'string' && /^\d{1,20}$/.test(result)
        ? BigInt(result) === chain
          ? 'sound'
          : 'doubtful'
        : 'wrong',
  ],
  ['eth_blockNumber', number],
  ['eth_gasPrice', number],
  ['eth_maxPriorityFeePerGas', number],
  ['eth_blobBaseFee', numberOrNothing],
  ['eth_getBalance', number],
  ['eth_getTransactionCount', number],
  ['eth_estimateGas', number],
  ['eth_getBlockTransactionCountByHash', numberOrNothing],
  ['eth_getBlockTransactionCountByNumber', numberOrNothing],
  ['eth_call', bytes],
  ['eth_getCode', bytes],
  ['eth_getStorageAt', bytes],
  [
    'eth_sendRawTransaction',
    (result, call) => (isHash(result) && isOfSend(result, call) ? 'sound' : 'wrong'),
  ],
  ['eth_getBlockByNumber', blockByNumber],
  ['eth_getBlockByHash', (result, _call, known) => (result === null ? nothing(known) : block(result))],
  ['eth_getTransactionByHash', transaction],
  // Some nodes answer with the hash alone.
  [
    'eth_getTransactionBySenderAndNonce',
    (result, call, known) => (isHash(result) ? 'sound' : transaction(result, call, known)),
  ],
  ['eth_getTransactionByBlockHashAndIndex', transaction],
  ['eth_getTransactionByBlockNumberAndIndex', transaction],
  ['eth_getTransactionReceipt', receipt],
  [
    'eth_getBlockReceipts',
    (result, call, known) => (result === null ? nothing(known) : list(result, call, known)),
  ],
  ['eth_getLogs', (result, call) => (areLogs(result) && areAsked(result, call) ? 'sound' : 'wrong')],
  ['eth_feeHistory', record],
  ['eth_getProof', record],
  ['eth_simulateV1', list],
])

/** Grades a reply by its form and by what is known of the chain. A node's own error is a sound reply. */
export function gradeReply(call: RpcCall, reply: RpcReply, known: Known): Grade {
  if ('error' in reply) return 'sound'
  return checks.get(call.method)?.(reply.result, call, known) ?? 'sound'
}

/** Returns the number and time of the newest block, where a reply tells them. */
export function headIn({ method, params }: RpcCall, reply: RpcReply) {
  if ('error' in reply) return undefined
  const { result } = reply
  if (method === 'eth_blockNumber') return isQuantity(result) ? { number: BigInt(result) } : undefined
  if (method !== 'eth_getBlockByNumber' || firstOf(params) !== 'latest' || !isRecord(result)) return undefined
  if (!isQuantity(result.number)) return undefined
  const time = isQuantity(result.timestamp) ? BigInt(result.timestamp) : undefined
  return { number: BigInt(result.number), time }
}

export function isQuantity(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)
}

function blockByNumber(result: unknown, { params }: RpcCall, known: Known): Grade {
  const asked = firstOf(params)
  if (result === null) {
    // Each chain has a first and a newest block.
    if (asked === 'latest' || asked === 'earliest') return 'wrong'
    // Some chains, and nodes that have just started, have no final one.
    if (asked === 'finalized' || asked === 'safe') return 'doubtful'
    return isQuantity(asked) && known.isReached(BigInt(asked)) ? 'doubtful' : nothing(known)
  }
  const isOther = isRecord(result) && isQuantity(asked) && isQuantity(result.number)
  if (isOther && BigInt(result.number as string) !== BigInt(asked)) return 'wrong'
  return block(result)
}

/** A pending block has neither a number nor a hash. */
function block(result: unknown): Grade {
  if (!isRecord(result) || !Array.isArray(result.transactions)) return 'wrong'
  const { number: height, hash } = result
  return (height === null || isQuantity(height)) && (hash === null || isHash(hash)) ? 'sound' : 'wrong'
}

function nothing({ isStale }: Known): Grade {
  return isStale ? 'doubtful' : 'sound'
}

function areLogs(value: unknown): value is readonly LogLike[] {
  return (
    Array.isArray(value) &&
    value.every((log) => isRecord(log) && typeof log.address === 'string' && Array.isArray(log.topics))
  )
}

/** Whether the hash that a node names is that of the transaction which it was sent, as far as that is known. */
function isOfSend(hash: unknown, call: RpcCall): boolean {
  const sent = hashOf(call)
  return sent === undefined || String(hash).toLowerCase() === sent
}

function hasHash(value: unknown, name: string): boolean {
  return isRecord(value) && isHash(value[name])
}

function isHash(value: unknown): boolean {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function firstOf(params: unknown): unknown {
  return Array.isArray(params) ? params[0] : undefined
}
