import { topics } from '../blockchain/history/readLog.js'
import {
  blockHash,
  type Deed,
  gasOf,
  gasPrice,
  hex,
  isTransfer,
  logsOf,
  otherOf,
  word,
} from './syntheticChain.js'

/** A transaction of the account, as nodes tell it. */
export function toTransaction({ kind, hash, from, to, value, nonce, input, block, index }: Deed) {
  return {
    hash,
    from,
    to,
    value: hex(value),
    nonce: hex(nonce),
    input,
    gas: hex(isTransfer(kind) ? gasOf(kind) : 2n * gasOf(kind)),
    gasPrice: hex(gasPrice),
    type: kind === 'delegation' ? '0x4' : '0x2',
    transactionIndex: hex(index),
    blockNumber: hex(block),
    blockHash: blockHash(block),
  }
}

/** A transaction that does not concern the account. */
export function othersTransaction(block: number, index: number) {
  return {
    hash: `0xfade${word(block * 1_000 + index).slice(4)}`,
    from: otherOf(index),
    to: otherOf(index + 1),
    value: '0x1',
    nonce: hex(index),
    input: `0x${'5a'.repeat(100)}`,
    type: '0x2',
    transactionIndex: hex(index),
    blockNumber: hex(block),
    blockHash: blockHash(block),
  }
}

/** Its receipt. */
export function receiptOf(deed: Deed) {
  return {
    transactionHash: deed.hash,
    blockHash: blockHash(deed.block),
    blockNumber: hex(deed.block),
    status: deed.isFailed ? '0x0' : '0x1',
    gasUsed: hex(gasOf(deed.kind)),
    effectiveGasPrice: hex(gasPrice),
    ...(deed.l1Fee === undefined ? {} : { l1Fee: hex(deed.l1Fee) }),
    logs: logsOf(deed),
  }
}

/** The logs of its coin in a simulation. */
export function coinLogsOf({ from, to, value, payout }: Deed) {
  const logOf = (ends: { from: string; to: string; units: bigint }) => ({
    address: `0x${'ee'.repeat(20)}`,
    topics: [topics.transfer, ...[ends.from, ends.to].map((end) => `0x${end.slice(2).padStart(64, '0')}`)],
    data: `0x${word(ends.units)}`,
  })
  return [
    ...(value > 0n ? [logOf({ from, to, units: value })] : []),
    ...(payout > 0n ? [logOf({ from: to, to: from, units: payout })] : []),
  ]
}

/** Its traces, the outer call first. */
export function tracesOf({ block, index, hash, from, to, value, payout, isFailed }: Deed) {
  const item = (ends: { from: string; to: string; value: bigint }, traceAddress: readonly number[]) => ({
    action: {
      callType: 'call',
      from: ends.from,
      to: ends.to,
      value: hex(ends.value),
      input: '0x',
      gas: '0x0',
    },
    result: { gasUsed: '0x0', output: '0x' },
    blockHash: blockHash(block),
    blockNumber: block,
    transactionHash: hash,
    transactionPosition: index,
    subtraces: 0,
    traceAddress,
    type: 'call',
    ...(isFailed ? { error: 'Reverted' } : {}),
  })
  return [
    item({ from, to, value }, []),
    ...(payout > 0n ? [item({ from: to, to: from, value: payout }, [0])] : []),
  ]
}
