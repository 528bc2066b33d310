import { defineNetwork } from '../networks/defineNetwork.js'
import { type Script, scriptedProvider } from './scriptedProvider.js'

/** A transaction of a {@link memoryChain}. */
export type MemoryTransaction = {
  readonly hash: string
  readonly from: string
  readonly to: string | null
  readonly nonce: number
  readonly value?: bigint | undefined
  readonly input?: string | undefined
  /** The block that has it; absent while it is pending. */
  readonly block?: number | undefined
  readonly isReverted?: boolean | undefined
  readonly logs?: readonly {
    readonly address: string
    readonly topics: readonly string[]
    readonly data: string
  }[]
  /** What the node's call tracer answers; absent for a node without one. */
  readonly trace?: object | undefined
}

const toHex = (value: number | bigint) => `0x${value.toString(16)}`
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The network of each {@link memoryChain}. It has no node, so that everything is read from the wallet. */
export const memoryNetwork = (() => {
  const made = defineNetwork({
    ...{ id: 10, name: 'Local', rpcUrl: 'https://node.example/' },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  })
  return { ...made, rpcUrls: { default: { http: [] } } }
})()

/**
 * Makes a wallet that reads an EVM chain with these transactions. Each account's first transaction says with which nonce
 * it begins. `script` replaces the answers to some methods, so that a test can have a node that lies, lags or fails.
 */
export function memoryChain(
  transactions: readonly MemoryTransaction[],
  {
    head = 20,
    script = {},
  }: { readonly head?: number | undefined; readonly script?: Script | undefined } = {},
) {
  const blockOf = ({ block }: MemoryTransaction) => (block === undefined ? null : toHex(block))
  const plain = (one: MemoryTransaction) => ({
    ...{ hash: one.hash, from: one.from, to: one.to, nonce: toHex(one.nonce), blockNumber: blockOf(one) },
    ...{ value: toHex(one.value ?? 0n), input: one.input ?? '0x', type: '0x2', gas: '0x5208' },
  })
  const logsOf = (one: MemoryTransaction) =>
    (one.logs ?? []).map((log) => ({ ...log, transactionHash: one.hash, blockNumber: blockOf(one) }))
  const known = (hash: unknown) => transactions.find((one) => one.hash === hash)
  const numberOf = (tag: unknown) => (tag === 'latest' ? head : Number(tag))
  return scriptedProvider({
    eth_chainId: toHex(memoryNetwork.id as number),
    eth_blockNumber: toHex(head),
    eth_getTransactionCount([address, tag]: readonly [string, string]) {
      const own = transactions.filter(({ from }) => isSame(from, address))
      const done = own.filter(
        ({ block }) => tag === 'pending' || (block !== undefined && block <= numberOf(tag)),
      )
      const first = Math.min(...own.map(({ nonce }) => nonce))
      return toHex(Math.max(Number.isFinite(first) ? first : 0, ...done.map(({ nonce }) => nonce + 1)))
    },
    eth_getCode: '0x',
    eth_getTransactionByHash([hash]: readonly unknown[]) {
      const one = known(hash)
      return one === undefined ? null : plain(one)
    },
    eth_getTransactionReceipt([hash]: readonly unknown[]) {
      const one = known(hash)
      if (one?.block === undefined) return null
      const { from, to } = one
      const status = one.isReverted ? '0x0' : '0x1'
      return { transactionHash: one.hash, blockNumber: blockOf(one), from, to, status, logs: logsOf(one) }
    },
    eth_getBlockByNumber([tag, isWhole]: readonly unknown[]) {
      const block = tag === 'pending' ? undefined : numberOf(tag)
      return {
        number: block === undefined ? null : toHex(block),
        transactions: transactions
          .filter((one) => one.block === block)
          .map((one) => (isWhole === true ? plain(one) : one.hash)),
      }
    },
    eth_getLogs([{ address, topics, fromBlock }]: readonly [LogFilter]) {
      const from = Number(fromBlock)
      return transactions
        .filter(({ block }) => block !== undefined && block >= from)
        .flatMap(logsOf)
        .filter((log) => isSame(log.address, address))
        .filter((log) => topics.every((topic, at) => topic === null || isSame(log.topics[at] ?? '', topic)))
    },
    debug_traceTransaction([hash]: readonly unknown[]) {
      const trace = known(hash)?.trace
      if (trace === undefined) throw { code: -32601, message: 'no such method' }
      return trace
    },
    ...script,
  })
}

type LogFilter = {
  readonly address: string
  readonly topics: readonly (string | null)[]
  readonly fromBlock: string
}
