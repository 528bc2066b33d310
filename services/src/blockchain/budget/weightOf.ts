import type { RpcCall } from '../../outbound/post.js'

/**
 * How much more than a look-up a call costs a node, roughly as providers bill it: running code, searching a range of
 * blocks, and tracing or simulating whole blocks. A full list of the heaviest calls stays within the default burst.
 */
const weights: ReadonlyMap<string, number> = new Map([
  ['eth_call', 2],
  ['eth_feeHistory', 2],
  ['eth_getFilterChanges', 2],
  ['eth_sendRawTransaction', 2],
  ['eth_createAccessList', 4],
  ['eth_estimateGas', 4],
  ['eth_getProof', 4],
  ['eth_getBlockReceipts', 10],
  ['eth_getFilterLogs', 10],
  ['eth_getLogs', 10],
  ['ots_getInternalOperations', 10],
  ['trace_transaction', 10],
  ['debug_traceBlockByHash', 20],
  ['eth_simulateV1', 20],
  ['ots_searchTransactionsBefore', 20],
  ['trace_block', 20],
  ['trace_filter', 20],
])

/** Methods that search or run blocks for the service itself. No client may call them. */
const tracing = /^(debug|ots|trace)_/

/** Returns what calls that read a history count: one each, but traces by their weight. */
export function weightOfReading(calls: readonly RpcCall[]): number {
  return calls.reduce((total, call) => total + (tracing.test(call.method) ? weightOf([call]) : 1), 0)
}

/** Blocks of a log query that count once, and how often a query counts at most. */
const [blocksAtOnce, mostTimes] = [1_000, 100]
/** Methods whose parameter is a filter of logs. */
const filtering: ReadonlySet<string> = new Set(['eth_getLogs', 'eth_newFilter'])

/**
 * Returns what calls count together that a client has passed on. A query of logs that names no contract has the node look
 * through each block, so it counts once more for each further thousand. A node has an index of contracts.
 */
export function weightOfPassed(calls: readonly RpcCall[]): number {
  return calls.reduce((total, call) => total + weightOf([call]) * timesOf(call), 0)
}

function timesOf({ method, params }: RpcCall): number {
  // A node looks through the blocks of a stored filter anew each time, and nobody here knows which those are.
  if (method === 'eth_getFilterLogs') return mostTimes
  const filter: unknown = Array.isArray(params) ? params[0] : undefined
  if (!filtering.has(method) || typeof filter !== 'object' || filter === null) return 1
  const { address, blockHash, fromBlock, toBlock } = filter as { readonly [name: string]: unknown }
  const contracts = [address].flat().filter((one) => typeof one === 'string' && one !== '')
  if (contracts.length > 0 || typeof blockHash === 'string') return 1
  const [low, high] = [placeOf(fromBlock), placeOf(toBlock)]
  if (low === high) return 1
  // How far it is from a number to a word such as `latest` nobody knows here.
  if (typeof low !== 'number' || typeof high !== 'number') return mostTimes
  return Math.min(Math.max(1, Math.ceil((high - low + 1) / blocksAtOnce)), mostTimes)
}

/** A block's number; the newest ones, which are close to each other, are the same word. */
function placeOf(tag: unknown): number | string {
  if (tag === undefined || tag === null) return 'latest'
  if (typeof tag === 'string' && /^0x[0-9a-f]{1,13}$/i.test(tag)) return Number(tag)
  return tag === 'pending' || tag === 'safe' || tag === 'finalized' ? 'latest' : String(tag)
}

/** Returns what calls count together against a budget; each counts at least one. */
export function weightOf(calls: readonly RpcCall[]): number {
  return calls.reduce((total, { method }) => total + (weights.get(method) ?? 1), 0)
}
