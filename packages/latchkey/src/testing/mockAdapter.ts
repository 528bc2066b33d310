import type { Adapter } from '../core/adapter.js'
import type { Connector } from '../core/connector.js'

/** An adapter that finds the given wallets, and takes every text for an address. */
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
    signMessage: async () => {
      throw new Error('mockAdapter: unexpected signMessage')
    },
    ...rest,
  }
}
