import { accountError } from '../../protocol/accountErrors.js'
import { isRecord } from '../../protocol/checks.js'
import { KitError } from '../../protocol/errors.js'
import { type RpcPolicy, rpcPolicy } from '../../protocol/rpcMethods.js'
import { toHexChainId } from '../../protocol/toHexChainId.js'
import { type Account, accountOf } from '../account/state.js'
import { walletNameOf } from '../connection/walletNameOf.js'
import type { Kit } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { askForApp } from './askForApp.js'
import { refuseMethod } from './refuseMethod.js'
import { rpcError, toRpcError } from './rpcError.js'
import type { AppRequest, WalletAccess } from './WalletAccess.js'

/**
 * Handles a request of the app (spec §5 "RPC"). The kit answers from its state where it can; reads go to the wallet;
 * requests that the visitor must approve go through the pipeline; an unknown method is refused.
 *
 * @throws {ProviderRpcError} 4900 where the wallet is no longer the connected one, 4200 for an unknown method, and what
 *   `askForApp` throws; the wallet's own error as it is.
 */
export async function passRequest(kit: Kit, access: WalletAccess, asked: AppRequest): Promise<unknown> {
  // Read once: what the wallet gets is what the kit has judged.
  const { method, params }: { readonly method?: unknown; readonly params?: unknown } = isRecord(asked)
    ? asked
    : {}
  if (typeof method !== 'string') throw rpcError(-32602, requestInvalid(kit, access))
  const own: AppRequest = params === undefined ? { method } : { method, params }
  const account = accountOf(kit.store.getState(), access.namespace)
  if (account?.connectorId !== access.connectorId) throw toRpcError(new KitError('NOT_CONNECTED'))
  switch (await policyOf(kit, access, method)) {
    case 'local':
      return answer(account, method)
    case 'safe':
    case 'connection':
      return method === 'wallet_switchEthereumChain'
        ? switchNetwork(kit, access, own)
        : access.provider.request(own)
    case 'unsafe':
      return askForApp(kit, account, access, own)
    case 'unknown':
      return refuseMethod(kit, method)
  }
}

/**
 * Looks the method up in the table of EIP-1193. The wallets of another family know others, which its adapter lists: they
 * need the visitor's approval, unless they only read.
 */
async function policyOf(kit: Kit, { namespace }: WalletAccess, method: string): Promise<RpcPolicy> {
  const policy = rpcPolicy(method)
  if (policy !== 'unknown') return policy
  const protocol = await kit.adapters.get(namespace)?.walletProtocol?.()
  if (protocol === undefined || protocol.isEip1193 || !protocol.methods.includes(method)) return 'unknown'
  return protocol.safe?.includes(method) ? 'safe' : 'unsafe'
}

function answer({ networkId, addresses }: Account, method: string): unknown {
  if (method === 'eth_chainId') return toHexChainId(networkId)
  if (method === 'net_version') return String(Number(toHexChainId(networkId)))
  return [...addresses]
}

/** Switches through the connector, which adds a missing network to the wallet and tells the kit the new network. */
async function switchNetwork(
  kit: Kit,
  { provider, namespace, connectorId }: WalletAccess,
  asked: AppRequest,
) {
  const wanted: unknown = Array.isArray(asked.params) ? asked.params[0] : undefined
  const chainId: unknown = isRecord(wanted) ? wanted.chainId : undefined
  const network =
    typeof chainId === 'string' && /^0x[0-9a-f]+$/i.test(chainId)
      ? networkOf(kit.store.getState(), `${namespace}:${BigInt(chainId)}`)
      : undefined
  const connector = kit.connectors.get(connectorId)
  if (network === undefined || connector === undefined) return provider.request(asked)
  try {
    await connector.switchNetwork(network)
    return null
  } catch (error) {
    throw toRpcError(error)
  }
}

function requestInvalid(kit: Kit, { connectorId }: WalletAccess): KitError {
  const wallet = walletNameOf(kit.store.getState(), connectorId)
  return accountError('REQUEST_INVALID', { slots: { wallet } })
}
