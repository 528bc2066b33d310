import type { Context } from '../../shared/context.js'
import { isPublicChain } from '../nativeCoin.js'
import type { Nodes } from '../nodes.js'

/** Returns how many blocks of earlier history to read for a new account. */
export type Depth = () => Promise<number>

/**
 * Reads the depth from the setting. Development chains are read completely, because they are short and developers want
 * to see all of their history.
 */
export function createDepth({ settings }: Context, nodes: Nodes): Depth {
  let isLocal: boolean | undefined

  async function askLocal(): Promise<boolean> {
    // A development node that forks a public chain uses that chain's id.
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
