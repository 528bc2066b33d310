import type { State } from '../Kit.js'

/** The mainnets by which wallets are known to work with a family: what a local chain or a testnet is looked up as. */
const families = {
  eip155: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
} as const

/**
 * The chains to look wallets up by. A wallet that speaks a family can be told of any chain of it, so the family's
 * mainnet is asked for beside the host's own networks: an app on a local chain sees wallets too.
 */
export function requestedChains(state: State): string[] {
  const { namespace } = state.modal
  const chains = state.network.networks
    .filter(({ chainNamespace }) => namespace === undefined || chainNamespace === namespace)
    .flatMap((network) => [network.caipNetworkId, families[network.chainNamespace]])
  return [...new Set(chains)]
}
