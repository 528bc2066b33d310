import type { Connector } from '../../core/connector.js'
import type { Namespace } from '../../protocol/caip.js'
import { walletError } from '../../protocol/walletErrors.js'

/** A wallet whose app opens a page in its own browser, where it can connect. */
export type BrowsingWallet = {
  readonly name: string
  /** The start of its links. */
  readonly link: `https://${string}/`
  readonly explorerId: string
}

/** On a phone whose browser has no wallet of a family: connectors of the wallets that can open the page themselves. */
export function orBrowseLinks(
  found: readonly Connector[],
  { namespace, wallets }: { readonly namespace: Namespace; readonly wallets: readonly BrowsingWallet[] },
): readonly Connector[] {
  const isPhone = typeof navigator !== 'undefined' && /Android|iPhone|iPad|iPod/i.test(navigator.userAgent)
  if (found.length > 0 || !isPhone) return found
  return wallets.map((wallet) => linkConnector(namespace, wallet))
}

function linkConnector(namespace: Namespace, { name, link, explorerId }: BrowsingWallet): Connector {
  return {
    info: { id: `${namespace}/browse/${name}`, type: 'EXTERNAL', name, namespaces: [namespace], explorerId },
    connect({ signal }) {
      openPage(link)
      return comingBack(signal)
    },
    restore: async () => undefined,
    disconnect: async () => {},
    switchNetwork: async () => {
      throw walletError('CHAIN_NOT_SUPPORTED')
    },
    getProvider: async () => undefined,
    subscribe: () => () => {},
  }
}

function openPage(link: string): void {
  const [page, site] = [location.href, location.origin].map(encodeURIComponent)
  const anchor = document.createElement('a')
  anchor.href = `${link}${page}?ref=${site}`
  // A frame must not show the wallet's site.
  anchor.target = window.top === window ? '_self' : '_blank'
  anchor.rel = 'noopener'
  anchor.click()
}

/** The visitor connects in the wallet's browser. Whoever comes back to this page has not connected here. */
function comingBack(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const hear = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', hear)
      reject(walletError('CONNECTION_DECLINED'))
    }
    document.addEventListener('visibilitychange', hear)
    signal.addEventListener('abort', () => {
      document.removeEventListener('visibilitychange', hear)
      reject(signal.reason)
    })
  })
}
