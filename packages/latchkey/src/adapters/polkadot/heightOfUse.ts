import { RpcError } from '../../core/jsonRpc.js'
import type { Head } from './finalHead.js'
import { type Ask, hash } from './node.js'
import { readAccount } from './readAccount.js'

/**
 * The height of the block in which an account has used a nonce, after a height at which it had not: a wallet may have
 * made a transaction that no block is too late for. It halves the blocks with each question. `undefined` if the nonce is
 * unused, or if the node keeps no states that old.
 *
 * @throws What `ask` throws, except the node's own errors
 */
export async function heightOfUse(
  ask: Ask,
  from: string,
  { nonce, after, final }: { readonly nonce: number; readonly after: number; readonly final: Head },
): Promise<number | undefined> {
  const isUsedAt = async (block: string) => (await readAccount(ask, from, block)).nonce > nonce
  try {
    if (final.height <= after || !(await isUsedAt(final.hash))) return undefined
    let [unused, used] = [after, final.height]
    while (used - unused > 1) {
      const middle = Math.floor((unused + used) / 2)
      if (await isUsedAt(await ask(hash, 'chain_getBlockHash', middle))) used = middle
      else unused = middle
    }
    return used
  } catch (error) {
    if (error instanceof RpcError) return undefined
    throw error
  }
}
