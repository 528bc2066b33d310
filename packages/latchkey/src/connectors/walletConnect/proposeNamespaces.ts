import type { Namespace } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'

/** What a proposal asks for one namespace (CAIP-25). */
export type ProposedNamespace = {
  readonly chains: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** The methods that wallets of each family know, by the field's convention. */
const methods: { readonly [namespace in Namespace]: readonly string[] } = {
  eip155: [
    'eth_accounts',
    'eth_requestAccounts',
    'eth_sendRawTransaction',
    'eth_sign',
    'eth_signTransaction',
    'eth_signTypedData',
    'eth_signTypedData_v3',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'personal_sign',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_getPermissions',
    'wallet_requestPermissions',
    'wallet_watchAsset',
    'wallet_getCallsStatus',
    'wallet_showCallsStatus',
    'wallet_sendCalls',
    'wallet_getCapabilities',
    'wallet_grantPermissions',
    'wallet_revokePermissions',
    'wallet_getAssets',
  ],
  solana: [
    'solana_signMessage',
    'solana_signTransaction',
    'solana_requestAccounts',
    'solana_getAccounts',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
  ],
  polkadot: ['polkadot_signMessage', 'polkadot_signTransaction'],
  bip122: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
}

const events = ['accountsChanged', 'chainChanged']

/**
 * What to propose for the host's networks: each family's chains in the host's order, all optional, so that a wallet that
 * knows only some of them can still connect.
 */
export function proposeNamespaces(networks: readonly Network[]): {
  readonly [namespace: string]: ProposedNamespace
} {
  const proposed: { [namespace: string]: ProposedNamespace } = {}
  for (const { chainNamespace, caipNetworkId, deprecatedCaipNetworkId } of networks) {
    const ids =
      deprecatedCaipNetworkId === undefined ? [caipNetworkId] : [caipNetworkId, deprecatedCaipNetworkId]
    const chains = [...(proposed[chainNamespace]?.chains ?? []), ...ids]
    proposed[chainNamespace] = { chains, methods: methods[chainNamespace], events }
  }
  return proposed
}
