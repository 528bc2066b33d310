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
  const version = reply !== undefined && 'result' in reply ? String(reply.result) : ''
  return /^(anvil|hardhatnetwork|ethereumjs|ganache)/i.test(version)
}
