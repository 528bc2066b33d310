import type { Context } from '../../shared/context.js'
import { isPublicChain } from '../nativeCoin.js'
import type { Nodes } from '../nodes.js'

/** How many blocks of earlier history are read for a new account. */
export type Depth = () => Promise<number>

/**
 * What the setting says; all of a chain that a development node made up, because such a chain is short and its history
 * is what one wants to look at.
 */
export function createDepth({ settings }: Context, nodes: Nodes): Depth {
  let isLocal: boolean | undefined

  async function askLocal(): Promise<boolean> {
    // A copy of a public chain in a development node goes by that chain's id.
    if (isPublicChain(nodes.chainId)) return false
    const [reply] = await nodes.ask([{ method: 'web3_clientVersion' }])
    const version = reply !== undefined && 'result' in reply ? String(reply.result) : ''
    return /^(anvil|hardhatnetwork|ethereumjs|ganache)/i.test(version)
  }

  return async () => {
    isLocal ??= await askLocal()
    return isLocal ? Number.POSITIVE_INFINITY : settings.historyDepth
  }
}
