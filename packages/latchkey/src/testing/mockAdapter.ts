import { assets } from '../adapters/eip155/assets.js'
import { capabilities } from '../adapters/eip155/capabilities.js'
import { isSmartAccount } from '../adapters/eip155/isSmartAccount.js'
import { names } from '../adapters/eip155/names.js'
import { paymentLinks } from '../adapters/eip155/paymentLinks.js'
import type { Adapter } from '../core/adapter.js'
import type { Connector } from '../core/connector.js'
import { mockSessionOf } from './mockConnector.js'

/**
 * Makes an adapter that finds the given wallets and accepts every text as an address. A wallet made by `mockConnector`
 * reports the network of its session.
 */
export function mockAdapter(
  overrides: Partial<Adapter> & { readonly connectors?: readonly Connector[] | undefined } = {},
): Adapter {
  const { connectors = [], ...rest } = overrides
  return {
    namespace: 'eip155',
    discover(_, onChange) {
      onChange(connectors)
      return () => {}
    },
    toAddress: async (value) => (typeof value === 'string' ? value : undefined),
    getBalance: async () => {
      throw new Error('mockAdapter: unexpected getBalance')
    },
    async walletState(provider) {
      const session = mockSessionOf(provider)?.namespaces[rest.namespace ?? 'eip155']
      if (session === undefined) throw new Error('mockAdapter: unexpected walletState')
      return session
    },
    signMessage: async () => {
      throw new Error('mockAdapter: unexpected signMessage')
    },
    paymentLinks: async () => paymentLinks,
    names: async () => names,
    capabilities,
    assets,
    isSmartAccount,
    ...rest,
  }
}
