import { NodeError } from '../../outbound/post.js'
import { isPublicChain } from '../nativeCoin.js'
import type { Nodes } from '../nodes.js'

/**
 * Whether a chain is that of a development node: short, and developers want to see all of its history.
 *
 * @throws `NodeError`
 */
export async function isDevelopmentNode(nodes: Nodes): Promise<boolean> {
  // A development node that forks a public chain uses that chain's id.
  if (isPublicChain(nodes.chainId)) return false
  const [reply] = await nodes.ask([{ method: 'web3_clientVersion' }])
  if (reply === undefined || 'error' in reply) return false
  if (typeof reply.result !== 'string') throw new NodeError('no version')
  return /^(anvil|hardhatnetwork|ethereumjs|ganache)/i.test(reply.result)
}
