import { coinLogsOf, othersTransaction, receiptOf, toTransaction, tracesOf } from './syntheticAnswers.js'
import {
  account,
  blockHash,
  type Deed,
  hex,
  type Kind,
  logsOf,
  otherOf,
  timeOf,
  word,
} from './syntheticChain.js'

/** The limits and abilities of a public node. */
export type PublicNodeOptions = {
  /** How many of the newest blocks are not final; by default the node does not know. */
  readonly unfinal?: number | undefined
  /** The chain's number that the node tells; by default it does not. */
  readonly chain?: number | undefined
  readonly blocks?: number | undefined
  /** Transactions of the account. */
  readonly transactions?: number | undefined
  readonly kinds?: readonly Kind[] | undefined
  /** As of `createDeeds`. */
  readonly isPaired?: boolean | undefined
  readonly isRollup?: boolean | undefined
  /** Most blocks of a log query. */
  readonly logRange?: number | undefined
  /** Most results of a log query. */
  readonly logResults?: number | undefined
  /** A block with more logs than any answer holds. */
  readonly floodedBlock?: number | undefined
  /** The oldest block whose logs the node tells, and how it refuses others. */
  readonly logsFrom?: number | undefined
  readonly deleted?: { readonly code: number; readonly message: string } | undefined
  /** The oldest block whose transactions the node finds by their hash. */
  readonly indexedFrom?: number | undefined
  /** How the node refuses a log query. */
  readonly refusal?: ((limit: number) => { readonly code: number; readonly message: string }) | undefined
  readonly hasTraces?: boolean | undefined
  /** Most blocks of a query of traces. */
  readonly traceRange?: number | undefined
  readonly hasOtterscan?: boolean | undefined
  /** Whether the node simulates calls; by default it does. */
  readonly simulates?: boolean | undefined
  /** Whether the node finds transactions by sender and nonce; Alchemy's nodes answer with the hash. */
  readonly hasSenderAndNonce?: boolean | 'hash' | undefined
  /** Methods that the node refuses at the moment. */
  readonly refused?: readonly string[] | undefined
  /** The account's code; by default a delegation after the first transaction of that kind. */
  readonly code?: string | undefined
  /** The blocks above are others than before, and the account's transactions in them are gone. */
  readonly forkedAbove?: number | undefined
  /** Most bytes of an answer. */
  readonly answerSize?: number | undefined
  /** Whether the node keeps only the state of the newest blocks. */
  readonly isPruned?: boolean | undefined
  readonly callsPerSecond?: number | undefined
  /** What contracts answer; by default nothing. */
  readonly answerCall?: ((to: string, data: string) => string) | undefined
  /** What validators of the account withdraw: the blocks, and the units of each, in gwei. */
  readonly withdrawals?: ReadonlyMap<number, bigint> | undefined
  /** Others' transactions in each block. */
  readonly crowd?: number | undefined
}

type Reply =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }

const failed = (code: number, message: string): Reply => ({ error: { code, message } })

/** Answers JSON-RPC calls about the synthetic chain. */
export function publicMethods(
  all: readonly Deed[],
  {
    unfinal,
    chain,
    blocks = 10_000_000,
    logRange = 10_000,
    logResults = 10_000,
    floodedBlock = -1,
    logsFrom = 0,
    indexedFrom = 0,
    deleted = { code: 4444, message: 'pruned history unavailable' },
    refusal = (limit) => ({ code: -32602, message: `block range is too wide, at most ${limit} blocks` }),
    hasTraces = false,
    traceRange = Number.POSITIVE_INFINITY,
    hasOtterscan = false,
    simulates = true,
    hasSenderAndNonce = false,
    refused = [],
    code,
    forkedAbove = Number.POSITIVE_INFINITY,
    isPruned = false,
    crowd = 3,
    answerCall = () => '0x',
    withdrawals = new Map(),
  }: PublicNodeOptions,
) {
  const deeds = all.filter(({ block }) => block <= forkedAbove)
  const delegatedAt = deeds.find(({ kind }) => kind === 'delegation')?.block ?? Number.POSITIVE_INFINITY
  const hashOf = (block: number) =>
    block > forkedAbove ? blockHash(block).replace('0xb10c', '0xf04c') : blockHash(block)
  const byHash = new Map<unknown, Deed>(
    deeds.filter(({ block }) => block >= indexedFrom).map((deed) => [deed.hash, deed]),
  )
  const toNumber = (tag: unknown) =>
    tag === 'finalized'
      ? blocks - (unfinal ?? 0)
      : tag === 'latest'
        ? blocks
        : tag === 'pending'
          ? blocks + 1
          : Number(tag)

  /** The transactions after block `low` up to `high`. */
  function between(low: number, high: number): readonly Deed[] {
    return deeds.slice(after(low), after(high))
  }

  /** How many of the account's transactions are in the blocks up to `block`. */
  function after(block: number): number {
    let [low, high] = [0, deeds.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((deeds[middle]?.block ?? 0) <= block) low = middle + 1
      else high = middle
    }
    return low
  }

  /** What has been withdrawn up to a block, in wei. */
  function withdrawnAt(block: number): bigint {
    const past = [...withdrawals].filter(([number]) => number <= block)
    return past.reduce((sum, [, gwei]) => sum + gwei * 1_000_000_000n, 0n)
  }

  function readState(
    [address, tag]: readonly unknown[],
    of: (state: Deed['after']) => number | bigint,
  ): Reply {
    const block = toNumber(tag)
    if (isPruned && block < blocks - 128) return failed(-32000, `missing trie node ${word(block)} (path )`)
    if (String(address).toLowerCase() !== account) return { result: '0x0' }
    const { nonce, balance } = deeds[after(block) - 1]?.after ?? { nonce: 0, balance: 0n }
    return { result: hex(of({ nonce, balance: balance + withdrawnAt(block) })) }
  }

  function readLogs(filter: { fromBlock: string; toBlock: string; topics: readonly unknown[] }): Reply {
    const [low, high] = [toNumber(filter.fromBlock), toNumber(filter.toBlock)]
    if (low < logsFrom) return { error: deleted }
    if (high - low + 1 > logRange) return { error: refusal(logRange) }
    const found = between(low - 1, high).flatMap((deed) =>
      logsOf(deed).filter((log) => matches(log.topics, filter.topics)),
    )
    const isFlooded = low <= floodedBlock && high >= floodedBlock
    if (isFlooded || found.length > logResults)
      return failed(-32000, `query returned more than ${logResults} results`)
    return { result: found }
  }

  function readBlock(tag: unknown, isFull: unknown): Reply {
    if (tag === 'finalized' && unfinal === undefined) return failed(-39001, 'unknown block')
    const number = toNumber(tag)
    if (number > blocks + Number(tag === 'pending')) return { result: null }
    const own = between(number - 1, number)
    const length = Math.max(own.length + crowd, 1 + (own.at(-1)?.index ?? -1))
    const transactions = Array.from({ length }, (_, place) => {
      const deed = own.find(({ index }) => index === place)
      return deed === undefined ? othersTransaction(number, place) : toTransaction(deed)
    })
    return {
      result: {
        number: hex(number),
        hash: hashOf(number),
        parentHash: hashOf(Math.max(number - 1, 0)),
        timestamp: hex(timeOf(number) / 1_000),
        miner: otherOf(number),
        withdrawals: [...withdrawals].flatMap(([block, gwei]) =>
          block === number
            ? [{ index: '0x1', validatorIndex: '0x1', address: account, amount: hex(gwei) }]
            : [],
        ),
        transactions: isFull === true ? transactions : transactions.map(({ hash }) => hash),
      },
    }
  }

  function readTraces(item: { fromBlock: string; toBlock: string; fromAddress?: unknown }): Reply {
    const [low, high] = [toNumber(item.fromBlock), toNumber(item.toBlock)]
    if (high - low + 1 > traceRange) return failed(-32000, 'execution timed out')
    const found = between(low - 1, high)
    const isSender = item.fromAddress !== undefined
    const all = found.flatMap((deed) => tracesOf(deed))
    return { result: all.filter(({ action }) => (isSender ? action.from : action.to) === account) }
  }

  const traceMethods: Methods = {
    trace_filter: ([item]) => readTraces(item as Parameters<typeof readTraces>[0]),
    trace_transaction: ([hash]) => ({
      result: [byHash.get(hash)].flatMap((deed) => (deed ? tracesOf(deed) : [])),
    }),
  }
  /** Pages of at most `size` transactions before a block; Otterscan ends each with a whole block. */
  function search(before: number, size: number): Reply {
    const found = between(0, before - 1).filter(({ kind }) => kind !== 'delegation')
    const page = found.slice(-size).reverse()
    return { result: { txs: page.map(toTransaction), receipts: [], lastPage: found.length <= size } }
  }

  const otterscanMethods: Methods = {
    ots_searchTransactionsBefore: ([, before, size]) => search(Number(before), Number(size)),
    ots_getInternalOperations: ([hash]) => ({
      result: [byHash.get(hash)].flatMap((deed) =>
        deed === undefined || deed.payout === 0n
          ? []
          : [{ type: 0, from: deed.to, to: deed.from, value: hex(deed.payout) }],
      ),
    }),
  }
  const own = new Map(deeds.filter(({ from }) => from === account).map((deed) => [deed.nonce, deed]))
  /** What the account's transaction with this input leads to. */
  function simulate(simulation: unknown): Reply {
    const { blockStateCalls } = simulation as Simulation
    const [{ calls }] = blockStateCalls
    const deed = deeds.find(({ from, input }) => from === account && input === calls[0].input)
    const logs = deed === undefined ? [] : [...coinLogsOf(deed), ...logsOf(deed)]
    const status = deed?.isFailed === true ? '0x0' : '0x1'
    return { result: [{ calls: [{ status, logs, returnData: '0x', gasUsed: '0x0' }] }] }
  }

  const methods: Methods = {
    ...(chain === undefined ? {} : { eth_chainId: () => ({ result: hex(chain) }) }),
    eth_blockNumber: () => ({ result: hex(blocks) }),
    web3_clientVersion: () => ({ result: 'Geth/v1.16.0-stable/linux-amd64/go1.24' }),
    eth_getBlockByNumber: ([tag, isFull]) => readBlock(tag, isFull),
    eth_getLogs: ([filter]) => readLogs(filter as Parameters<typeof readLogs>[0]),
    eth_getTransactionByHash: ([hash]) => ({
      result: [byHash.get(hash)].map((deed) => deed && toTransaction(deed))[0] ?? null,
    }),
    eth_getTransactionReceipt: ([hash]) => ({
      result: [byHash.get(hash)].map((deed) => deed && receiptOf(deed))[0] ?? null,
    }),
    eth_getBalance: (params) => readState(params, ({ balance }) => balance),
    eth_getTransactionCount: (params) => readState(params, ({ nonce }) => nonce),
    eth_getCode: ([address, tag]) => ({
      result:
        address !== account
          ? '0x'
          : (code ?? (toNumber(tag) >= delegatedAt ? `0xef0100${'de'.repeat(20)}` : '0x')),
    }),
    eth_call: ([call]) => {
      const { to, data } = call as { readonly to: string; readonly data: string }
      return { result: answerCall(to.toLowerCase(), data) }
    },
    ...(simulates ? { eth_simulateV1: ([simulation]) => simulate(simulation) } : {}),
    ...(hasTraces ? traceMethods : {}),
    ...(hasOtterscan ? otterscanMethods : {}),
    ...(hasSenderAndNonce
      ? {
          eth_getTransactionBySenderAndNonce: ([, nonce]: readonly unknown[]) => ({
            result:
              [own.get(Number(nonce))].map(
                (deed) => deed && (hasSenderAndNonce === 'hash' ? deed.hash : toTransaction(deed)),
              )[0] ?? null,
          }),
        }
      : {}),
  }
  return (method: string, params: readonly unknown[]): Reply =>
    (refused.includes(method) ? failed(-32000, 'internal error') : methods[method]?.(params)) ??
    failed(-32601, `the method ${method} does not exist`)
}

type Simulation = {
  readonly blockStateCalls: readonly [{ readonly calls: readonly [{ readonly input: string }] }]
}

type Methods = { readonly [method: string]: (params: readonly unknown[]) => Reply }

function matches(own: readonly string[], filter: readonly unknown[]): boolean {
  return filter.every(
    (wanted, index) => wanted === null || (wanted as readonly unknown[]).includes(own[index]),
  )
}
