import type { Connector } from '../../core/connector.js'
import { walletError } from '../../protocol/walletErrors.js'

/** Wallets whose apps open a page in their own browser, where they can connect: their links, and their ids in the explorer. */
const wallets = [
  ['Phantom', 'phantom.app/ul', 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393'],
  ['Solflare', 'solflare.com/ul/v1', '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79'],
  ['Backpack', 'backpack.app/ul/v1', '2bd8c14e035c2d48f184aaa168559e86b0e3433228d3c4075900a221785019b0'],
] as const

/** On a phone whose browser has no wallet of the family: the wallets that can open the page themselves. */
export function orBrowseLinks(found: readonly Connector[]): readonly Connector[] {
  const isPhone = typeof navigator !== 'undefined' && /Android|iPhone|iPad|iPod/i.test(navigator.userAgent)
  return found.length > 0 || !isPhone ? found : wallets.map(linkConnector)
}

function linkConnector([name, base, explorerId]: (typeof wallets)[number]): Connector {
  return {
    info: { id: `solana/browse/${name}`, type: 'EXTERNAL', name, namespaces: ['solana'], explorerId },
    connect: ({ signal }) => {
      const [page, site] = [location.href, location.origin].map(encodeURIComponent)
      const link = document.createElement('a')
      link.href = `https://${base}/browse/${page}?ref=${site}`
      // A frame must not show the wallet's site.
      link.target = window.top === window ? '_self' : '_blank'
      link.rel = 'noopener'
      link.click()
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
