/**
 * Reads a chain block by block, as plainly as possible: every transaction, receipt and trace. It shares no code with the
 * services, so that both may be compared.
 */

type Json = { readonly [name: string]: unknown }

/** What one transaction did to one account. */
export type ReadFact = {
  readonly time: number
  readonly isFailed: boolean
  /** Whether the account did it: as the sender, or as the one that an entry point names. */
  readonly isOwn: boolean
  /** Its place in its block. */
  readonly index: number
  readonly from: string
  readonly nonce: number
  /** In base units, if the account paid it. */
  readonly fee: string | undefined
  /** `asset from to units`, sorted; an asset is `coin`, a contract, or a contract with `#` and a token id. */
  readonly moves: readonly string[]
  /** Those of the moves that only a trace shows. */
  readonly payouts: readonly string[]
}

const events = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  operation: '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
  single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
}

/** @param account in lower case */
export async function readChain(url: string, account: string): Promise<ReadonlyMap<string, ReadFact>> {
  const askAll = async (
    method: string,
    all: readonly (readonly unknown[])[],
  ): Promise<readonly unknown[]> => {
    const calls = all.map((params, id) => ({ jsonrpc: '2.0', id, method, params }))
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(calls) })
    const replies = (await response.json()) as readonly Json[]
    return replies.map((reply) => {
      if (!('result' in reply)) throw new Error(JSON.stringify(reply))
      return reply.result
    })
  }
  const facts = new Map<string, ReadFact>()
  const [height] = await askAll('eth_blockNumber', [[]])
  const last = Number(height)
  for (let start = 0; start <= last; start += 200) {
    const count = Math.min(200, last + 1 - start)
    const numbers = Array.from({ length: count }, (_, index) => [`0x${(start + index).toString(16)}`, true])
    const blocks = (await askAll('eth_getBlockByNumber', numbers)) as readonly Json[]
    const all = blocks.flatMap((block) =>
      (block.transactions as readonly Json[]).map((transaction) => ({ block, transaction })),
    )
    const hashes = all.map(({ transaction }) => [transaction.hash])
    const receipts = (await askAll('eth_getTransactionReceipt', hashes)) as readonly (Json | null)[]
    const traces = (await askAll('trace_transaction', hashes)) as readonly (readonly Json[])[]
    for (const [index, { block, transaction }] of all.entries()) {
      const [receipt, own] = [receipts[index], traces[index]]
      // Others' transactions leave no receipt on the synthetic chain: none of them concerns the account.
      if (!receipt || own === undefined) continue
      const fact = factOf(account, { block, transaction, receipt, traces: own })
      if (fact !== undefined) facts.set(String(transaction.hash), fact)
    }
  }
  return facts
}

type Told = {
  readonly block: Json
  readonly transaction: Json
  readonly receipt: Json
  readonly traces: readonly Json[]
}

function factOf(account: string, { block, transaction, receipt, traces }: Told): ReadFact | undefined {
  const isFailed = BigInt(String(receipt.status)) === 0n
  const isMine = ([, from, to, units]: readonly string[]) =>
    (from === account || to === account) && units !== '0'
  const internal = isFailed ? [] : traces.filter(({ traceAddress }) => (traceAddress as []).length > 0)
  const payouts = internal.map(({ action }) => coin(action as Json)).filter(isMine)
  const outer = isFailed ? [] : [coin(transaction)]
  const logs = isFailed ? [] : (receipt.logs as readonly Json[]).flatMap(moveOf)
  const moves = [...[...outer, ...logs].filter(isMine), ...payouts]
  if (transaction.from !== account && moves.length === 0) return undefined
  const gas = BigInt(String(receipt.gasUsed)) * BigInt(String(receipt.effectiveGasPrice))
  const fee = gas + BigInt(String(receipt.l1Fee ?? '0x0'))
  const isActor = (receipt.logs as readonly Json[]).some(
    ({ topics }) =>
      (topics as string[])[0] === events.operation && (topics as string[])[2]?.endsWith(account.slice(2)),
  )
  return {
    time: Number(block.timestamp) * 1_000,
    isFailed,
    isOwn: transaction.from === account || isActor,
    index: Number(transaction.transactionIndex),
    from: String(transaction.from),
    nonce: Number(transaction.nonce),
    fee: transaction.from === account ? String(fee) : undefined,
    moves: moves.map((move) => move.join(' ')).sort(),
    payouts: payouts.map((move) => move.join(' ')),
  }
}

function coin({ from, to, value }: Json): readonly string[] {
  return ['coin', String(from), String(to), String(BigInt(String(value)))]
}

function moveOf({ address, topics, data }: Json): readonly (readonly string[])[] {
  const [event, ...words] = topics as readonly string[]
  const side = (word: string | undefined) => `0x${(word ?? '').slice(26)}`
  const number = (text: string | undefined) => String(BigInt(text ?? '0x0'))
  if (event === events.transfer && words.length === 2)
    return [[String(address), side(words[0]), side(words[1]), number(String(data))]]
  if (event === events.transfer && words.length === 3)
    return [[`${address}#${number(words[2])}`, side(words[0]), side(words[1]), '1']]
  if (event !== events.single) return []
  const [id, units] = [String(data).slice(0, 66), `0x${String(data).slice(66)}`]
  return [[`${address}#${number(id)}`, side(words[1]), side(words[2]), number(units)]]
}
