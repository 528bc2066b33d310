import type { Connector } from '../../core/connector.js'
import type { Kit } from '../Kit.js'
import { foldReport } from './foldReport.js'
import { offeredNetworks } from './offeredNetworks.js'

/**
 * Asks the wallets of the page again when it comes out of the back/forward cache: what they said of their accounts and
 * network while it slept has not reached it. Wallets over the protocol are asked by their client. Returns how to stop.
 */
export function watchReturn(kit: Kit): () => void {
  const onShow = (event: Event) => {
    if ((event as PageTransitionEvent).persisted !== true) return
    for (const id of Object.keys(kit.store.getState().connection.connections)) {
      const connector = kit.connectors.get(id)
      if (connector !== undefined && connector.info.type !== 'WALLET_CONNECT') void askAgain(kit, connector)
    }
  }
  globalThis.addEventListener?.('pageshow', onShow)
  return () => globalThis.removeEventListener?.('pageshow', onShow)
}

async function askAgain(kit: Kit, connector: Connector): Promise<void> {
  const { signal } = new AbortController()
  try {
    const session = await connector.restore({ networks: offeredNetworks(kit), signal })
    const { info } = connector
    foldReport(kit, info, session === undefined ? { type: 'disconnect' } : { type: 'session', session })
  } catch {
    // Without an answer nothing changes: the wallet's next request shows its state.
  }
}
