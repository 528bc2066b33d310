import type { CaipNetworkId } from 'latchkey/protocol'
import type { Hex } from 'viem'
import { isNodeError, type Rpc } from '../../accounts/Rpc.js'
import { isRecord } from '../ReadContext.js'

/** What became of a signed transaction that was given to a node. */
export type Broadcast =
  | { readonly status: 'sent' }
  | { readonly status: 'refused'; readonly words: string }
  | { readonly status: 'unknown' }

/** With these words a node says that it has not taken a transaction. */
const clearRefusal =
  /insufficient funds|nonce too (?:low|high)|underpriced|intrinsic gas|exceeds (?:block )?gas limit|gas limit|fee cap|max fee per gas|less than block base fee|invalid (?:sender|signature|transaction|chain)|not supported|execution reverted|oversized|rejected|out of gas/i
const known = /already known|known transaction|already imported|already in/i

/** Gives a signed transaction to a node. Without a clear answer, asks whether the node knows it. */
export async function broadcast(rpc: Rpc, chainId: CaipNetworkId, bytes: Hex, hash: Hex): Promise<Broadcast> {
  try {
    await rpc(chainId, 'eth_sendRawTransaction', [bytes])
    return { status: 'sent' }
  } catch (error) {
    if (isNodeError(error) && known.test(error.message)) return { status: 'sent' }
    if (await isKnown(rpc, chainId, hash)) return { status: 'sent' }
    if (isNodeError(error) && clearRefusal.test(error.message))
      return { status: 'refused', words: error.message.slice(0, 200) }
    return { status: 'unknown' }
  }
}

async function isKnown(rpc: Rpc, chainId: CaipNetworkId, hash: Hex): Promise<boolean> {
  const found = await rpc(chainId, 'eth_getTransactionByHash', [hash]).catch(() => undefined)
  return isRecord(found)
}
