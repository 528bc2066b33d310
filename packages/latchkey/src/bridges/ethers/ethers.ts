import { BrowserProvider, type Eip1193Provider, JsonRpcProvider, type JsonRpcSigner } from 'ethers'
import { accountOf } from '../../features/account/state.js'
import { getProvider } from '../../features/intent/getProvider.js'
import type { Kit } from '../../features/Kit.js'
import { activeNetworkId } from '../../features/network/state.js'
import { KitError } from '../../protocol/errors.js'

/**
 * An ethers provider on the connected wallet, for the network it is on now. Make a new one after the account or network
 * changed; hosts do that in an effect on `useConnection()`.
 *
 * @throws `NOT_CONNECTED`, `PROVIDER_NOT_FOUND`
 */
export async function getEthersProvider(kit: Kit): Promise<BrowserProvider> {
  const provider = (await getProvider(kit, { namespace: 'eip155' })) as Eip1193Provider
  return new BrowserProvider(provider, chainIdOf(kit))
}

/**
 * An ethers signer for the connected account.
 *
 * @throws `NOT_CONNECTED`, `PROVIDER_NOT_FOUND`
 */
export async function getEthersSigner(kit: Kit): Promise<JsonRpcSigner> {
  const account = accountOf(kit.store.getState(), 'eip155')
  if (account === undefined) throw new KitError('NOT_CONNECTED')
  return (await getEthersProvider(kit)).getSigner(account.address)
}

/** An ethers provider on the active network's own RPC address: reads without a wallet. */
export function getEthersReader(kit: Kit): JsonRpcProvider {
  const networkId = activeNetworkId(kit.store.getState())
  const network = kit.config.networks.find((candidate) => candidate.caipNetworkId === networkId)
  const [url] = network?.chainNamespace === 'eip155' ? network.rpcUrls.default.http : []
  if (url === undefined) throw new KitError('NETWORK_NOT_FOUND')
  return new JsonRpcProvider(url, Number(network?.id), { staticNetwork: true })
}

function chainIdOf(kit: Kit): number | undefined {
  const account = accountOf(kit.store.getState(), 'eip155')
  return account === undefined ? undefined : Number(account.networkId.slice('eip155:'.length))
}
