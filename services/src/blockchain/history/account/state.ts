import { NodeError, type RpcReply } from '../../../outbound/post.js'
import { readQuantity } from '../../contracts.js'
import { askAll, toHex } from '../askAll.js'
import { WrongAnswer } from '../nodeAnswers.js'
import { type AccountCode, checkBusy, type Reading } from './Reading.js'

/** What nodes say of states that they no longer keep. */
const aboutState =
  /missing trie node|prun|archive|historical|old state|state.*(not|un)\s?available|distance to target/i
/** Newest blocks whose states every node knows. */
export const certain = 100
/** How long a node's refusal of old state counts, in milliseconds. */
const statelessAge = 600_000

/** The node does not know the state of a block, as pruned nodes do not for older ones. */
export class NoState extends Error {
  override readonly name = 'NoState'
}

/**
 * Reads the number of the account's transactions after some blocks, in their order.
 *
 * @throws `NoState`, `NodeError`, `BudgetSpent`
 */
export async function readNonces(reading: Reading, blocks: readonly number[]): Promise<readonly number[]> {
  const { nonces } = reading.session
  const unknown = blocks.filter((block) => nonceBetween(nonces, block) === undefined)
  await probe(reading, 'eth_getTransactionCount', unknown, (block, reply) =>
    nonces.set(block, toNonce(readQuantity(reply))),
  )
  return blocks.map((block) => nonceBetween(nonces, block) ?? 0)
}

function toNonce(count: bigint): number {
  if (count > BigInt(Number.MAX_SAFE_INTEGER)) throw new WrongAnswer('a count that is no count')
  return Number(count)
}

/** Like {@link readNonces}, but reads balances. */
export async function readBalances(reading: Reading, blocks: readonly number[]): Promise<readonly bigint[]> {
  const { balances } = reading.session
  const unknown = blocks.filter((block) => !balances.has(block))
  await probe(reading, 'eth_getBalance', unknown, (block, reply) => balances.set(block, readQuantity(reply)))
  return blocks.map((block) => balances.get(block) ?? 0n)
}

/** Like {@link readNonces}, but reads what code the account had after a block. */
export async function readCode(reading: Reading, block: number): Promise<AccountCode> {
  const { codes } = reading.session
  await probe(reading, 'eth_getCode', codes.has(block) ? [] : [block], (_, reply) => {
    const code = reply !== undefined && 'result' in reply ? reply.result : undefined
    if (typeof code !== 'string' || !/^0x[0-9a-f]*$/i.test(code))
      throw new WrongAnswer('code that is no code')
    codes.set(block, code.length === 2 ? 'none' : /^0xef0100/i.test(code) ? 'delegated' : 'contract')
  })
  return codes.get(block) ?? 'none'
}

/** Returns a known number; between two blocks with equal numbers it is the same. */
function nonceBetween(nonces: ReadonlyMap<number, number>, block: number): number | undefined {
  const known = nonces.get(block)
  if (known !== undefined) return known
  let [below, above] = [-1, Number.POSITIVE_INFINITY]
  for (const one of nonces.keys()) {
    if (one < block && one > below) below = one
    if (one > block && one < above) above = one
  }
  const nonce = nonces.get(below)
  return nonce !== undefined && nonce === nonces.get(above) ? nonce : undefined
}

async function probe(
  { account, nodes, abilities, clock, signal, head }: Reading,
  method: string,
  blocks: readonly number[],
  keep: (block: number, reply: RpcReply | undefined) => void,
): Promise<void> {
  const wanted = [...new Set(blocks)]
  const isRefused = clock.steadyNow() < abilities.statelessUntil
  if (isRefused && wanted.some((block) => block <= abilities.stateless)) throw new NoState()
  const calls = wanted.map((block) => ({ method, params: [account, toHex(block)] }))
  let refused = -1
  // What was answered stays known, also where a later part of the list fails.
  await askAll(nodes, calls, signal, (start, replies) => {
    for (const [index, reply] of replies.entries()) {
      const block = wanted[start + index]
      if (block !== undefined && 'result' in reply) keep(block, reply)
    }
    for (const [index, reply] of replies.entries()) {
      const block = wanted[start + index]
      if (block === undefined || 'result' in reply) continue
      checkBusy(reply)
      // A node that lags, or fails for another reason, is not one without old states.
      if (block > head - certain || !aboutState.test(reply.error.message))
        throw new NodeError('refused to tell')
      refused = Math.max(refused, block)
    }
  })
  if (refused < 0) return
  abilities.stateless = isRefused ? Math.max(abilities.stateless, refused) : refused
  abilities.statelessUntil = clock.steadyNow() + statelessAge
  throw new NoState()
}
