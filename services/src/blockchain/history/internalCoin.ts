import type { RpcReply } from '../../outbound/post.js'
import type { Nodes } from '../nodes.js'
import { askAll, toHex } from './askAll.js'
import type { AccountEntry, Entry, Hex, Movement } from './Entry.js'
import type { Block } from './nodeAnswers.js'
import { movementLimit } from './toEntries.js'

/**
 * Adds coin that contracts paid to their callers in untraced blocks, where no log shows it. The amount is the account's
 * balance after the block, minus the balance before it and all known movements. It is attributed to the one contract
 * that the account called in that block, and marked as concluded.
 *
 * Adds nothing if it is not the only transfer possible: the node no longer knows those balances, two calls in the block
 * could have paid, an own fee is unknown, or the block itself paid the account, by a withdrawal or as its miner.
 *
 * @param blocks The entries' blocks.
 */
export async function addInternalCoin(
  nodes: Nodes,
  entries: readonly AccountEntry[],
  blocks: readonly Block[],
  signal?: AbortSignal | undefined,
): Promise<readonly AccountEntry[]> {
  const byNumber = new Map(blocks.map((block) => [block.number, block]))
  const byBlock = new Map<string, AccountEntry[]>()
  for (const one of entries) {
    const key = `${one.account} ${one.entry.block}`
    byBlock.set(key, [...(byBlock.get(key) ?? []), one])
  }
  const groups = [...byBlock.values()].flatMap((group) => {
    const [called, ...others] = group.filter(({ account, entry }) => mayPay(account, entry))
    if (called === undefined || others.length > 0) return []
    const block = byNumber.get(called.entry.block)
    const isPaidByBlock = block === undefined || paysAccount(block, called.account)
    const isFeeKnown = group.every(({ account, entry }) => entry.from !== account || entry.feeUnits)
    return isPaidByBlock || !isFeeKnown ? [] : [{ group, called }]
  })
  const calls = groups.flatMap(({ called: { account, entry } }) =>
    [entry.block - 1, entry.block].map((block) => ({
      method: 'eth_getBalance',
      params: [account, toHex(block)],
    })),
  )
  const replies = await askAll(nodes, calls, signal)
  const changed = new Map<AccountEntry, AccountEntry>()
  for (const [index, { group, called }] of groups.entries()) {
    const [before, after] = [unitsOf(replies[2 * index]), unitsOf(replies[2 * index + 1])]
    if (before === undefined || after === undefined) continue
    const paid = after - before - group.reduce((sum, one) => sum + knownChange(one), 0n)
    if (paid > 0n) changed.set(called, withCoin(called, paid))
  }
  return entries.map((one) => changed.get(one) ?? one)
}

/** Whether a block itself may have paid an account: the fees as its miner, or a withdrawal. */
function paysAccount({ miner, withdrawals }: Block, account: Hex): boolean {
  return miner === account || withdrawals?.some(({ address }) => address === account) === true
}

/** Whether this was a call of the account to a contract that may have paid it. */
export function mayPay(
  account: Hex,
  { from, to, status, selector, block }: Pick<Entry, 'from' | 'to' | 'status' | 'selector' | 'block'>,
): boolean {
  return (
    from === account &&
    to !== null &&
    to !== account &&
    status === 'confirmed' &&
    selector !== '0x' &&
    block > 0
  )
}

/** Returns the known change of the account's balance. */
function knownChange({ account, entry }: AccountEntry): bigint {
  return entry.movements.reduce(
    (sum, { standard, units, from, to }) =>
      standard !== 'native' || from === to ? sum : to === account ? sum + BigInt(units) : sum - BigInt(units),
    -BigInt(entry.feeUnits ?? 0),
  )
}

function withCoin({ account, entry }: AccountEntry, units: bigint): AccountEntry {
  const movement: Movement = {
    standard: 'native',
    units: String(units),
    from: entry.to ?? account,
    to: account,
    isConcluded: true,
  }
  return { account, entry: { ...entry, movements: [...entry.movements, movement].slice(0, movementLimit) } }
}

function unitsOf(reply: RpcReply | undefined): bigint | undefined {
  if (reply === undefined || 'error' in reply || typeof reply.result !== 'string') return undefined
  return /^0x[0-9a-f]{1,64}$/i.test(reply.result) ? BigInt(reply.result) : undefined
}
