import { NodeError, type RpcCall } from '../../outbound/post.js'
import type { Nodes } from '../nodes.js'
import { type Block, readBlock } from './Block.js'
import type { Step } from './connect.js'

type Asked = Pick<Nodes, 'ask'>

/** Blocks before the first one that are remembered. */
const before = 16n

/** Reads the chain's newest block. */
export async function askNewest(nodes: Asked): Promise<Block | undefined> {
  const [newest] = await askBlocks(nodes, ['latest'])
  return newest
}

/** Reads the blocks with these numbers. Throws `NodeError` if there is not each of them. */
export function askNumbers(nodes: Asked, numbers: readonly bigint[]): Promise<readonly Block[]> {
  return askBlocks(
    nodes,
    numbers.map((number) => `0x${number.toString(16)}`),
  )
}

/** Reads some blocks before the first one, which may be reorganised, too; returns them with it, oldest first. */
export async function askBefore(nodes: Asked, newest: Block): Promise<readonly Step[]> {
  const count = newest.number < before ? newest.number : before
  const numbers = Array.from({ length: Number(count) }, (_, index) => newest.number - count + BigInt(index))
  const blocks = count === 0n ? [] : await askNumbers(nodes, numbers).catch(() => [])
  const isChain = [...blocks, newest].every(
    (block, index, all) => index === 0 || block.parentHash === all[index - 1]?.hash,
  )
  return isChain ? [...blocks, newest] : [newest]
}

async function askBlocks(nodes: Asked, names: readonly string[]): Promise<readonly Block[]> {
  const calls = names.map((name): RpcCall => ({ method: 'eth_getBlockByNumber', params: [name, false] }))
  const replies = await nodes.ask(calls)
  const blocks = replies.flatMap((reply) => ('result' in reply ? (readBlock(reply.result) ?? []) : []))
  if (blocks.length < calls.length) throw new NodeError('no such block')
  return blocks
}
