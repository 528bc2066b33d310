import {
  BrowserProvider,
  type Eip1193Provider,
  type JsonRpcPayload,
  JsonRpcProvider,
  type JsonRpcResult,
  type JsonRpcSigner,
} from 'ethers'
import { jsonRpc, RpcError } from '../../core/jsonRpc.js'
import { accountOf } from '../../features/account/state.js'
import { getProvider } from '../../features/intent/getProvider.js'
import type { Kit } from '../../features/Kit.js'
import { activeNetworkId } from '../../features/network/state.js'
import type { Network } from '../../protocol/entities/Network.js'
import { KitError } from '../../protocol/errors.js'

/**
 * Returns an ethers provider for the connected wallet on its current network. Get a new one after the account or
 * network has changed, for example in an effect on `useConnection()`.
 *
 * @throws `NOT_CONNECTED`, `PROVIDER_NOT_FOUND`
 */
export async function getEthersProvider(kit: Kit): Promise<BrowserProvider> {
  const provider = (await getProvider(kit, { namespace: 'eip155' })) as Eip1193Provider
  return new BrowserProvider(provider, chainIdOf(kit))
}

/**
 * Returns an ethers signer for the connected account.
 *
 * @throws `NOT_CONNECTED`, `PROVIDER_NOT_FOUND`
 */
export async function getEthersSigner(kit: Kit): Promise<JsonRpcSigner> {
  const account = accountOf(kit.store.getState(), 'eip155')
  if (account === undefined) throw new KitError('NOT_CONNECTED')
  return (await getEthersProvider(kit)).getSigner(account.address)
}

/**
 * Returns an ethers provider that reads the active network without a wallet, like the kit itself: from the host's
 * service if it serves the chain, else from the network's RPC addresses in turn.
 */
export function getEthersReader(kit: Kit): JsonRpcProvider {
  const networkId = activeNetworkId(kit.store.getState())
  const network = kit.config.networks.find((candidate) => candidate.caipNetworkId === networkId)
  if (network?.chainNamespace !== 'eip155') throw new KitError('NETWORK_NOT_FOUND')
  return new Reader(kit.clock, network)
}

class Reader extends JsonRpcProvider {
  readonly #context: { readonly clock: Kit['clock']; readonly network: Network }

  constructor(clock: Kit['clock'], network: Network) {
    super(network.rpcUrls.default.http[0], Number(network.id), { staticNetwork: true })
    this.#context = { clock, network }
  }

  override _send(payload: JsonRpcPayload | JsonRpcPayload[]): Promise<JsonRpcResult[]> {
    return Promise.all([payload].flat().map((one) => this.#ask(one)))
  }

  async #ask({ id, method, params }: JsonRpcPayload): Promise<JsonRpcResult> {
    try {
      return { id, result: await jsonRpc(this.#context, { method, params }) }
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      const { code, message, data } = error
      // ethers reads failure reasons from this shape, although its type names a result only.
      return { id, error: { code, message, data } } as never
    }
  }
}

function chainIdOf(kit: Kit): number | undefined {
  const account = accountOf(kit.store.getState(), 'eip155')
  return account === undefined ? undefined : Number(account.networkId.slice('eip155:'.length))
}
