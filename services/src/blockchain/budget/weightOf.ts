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

/** Returns what calls count together against a budget; each counts at least one. */
export function weightOf(calls: readonly RpcCall[]): number {
  return calls.reduce((total, { method }) => total + (weights.get(method) ?? 1), 0)
}
