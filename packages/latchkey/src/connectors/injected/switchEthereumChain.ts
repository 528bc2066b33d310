import { toNetworkId } from '../../protocol/caip.js'
import type { Eip1193Provider } from '../../protocol/Eip1193Provider.js'
import type { Network } from '../../protocol/entities/Network.js'
import type { KitError } from '../../protocol/errors.js'
import { failureOf, toWalletError } from '../../protocol/toWalletError.js'
import { walletError } from '../../protocol/walletErrors.js'

/**
 * Asks a wallet to use a chain (EIP-3326), and to add it first where it does not know it (EIP-3085; spec §8: codes
 * 4902 and 32603, unless its message is a refusal). Resolves only when the wallet really is on the chain: some accept and stay where they are.
 *
 * @throws `SWITCH_DECLINED`, `CHAIN_NOT_SUPPORTED`, `REQUEST_ALREADY_PENDING`
 */
export async function switchEthereumChain(
  provider: Eip1193Provider,
  network: Network,
  wallet: string,
): Promise<void> {
  const chainId = `0x${BigInt(network.id).toString(16)}`
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  } catch (error) {
    const failure = failureOf(error, true)
    if (failure !== 'unknownNetwork') throw toSwitchError(error, wallet)
    await addEthereumChain(provider, network, chainId, wallet)
    // Most wallets switch to a chain that they have just added; the others need a request.
    if (!(await isOn(provider, network))) {
      try {
        await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
      } catch (cause) {
        throw toSwitchError(cause, wallet)
      }
    }
  }
  if (!(await isOn(provider, network))) throw walletError('CHAIN_NOT_SUPPORTED')
}

async function addEthereumChain(
  provider: Eip1193Provider,
  network: Network,
  chainId: string,
  wallet: string,
) {
  const { name: chainName, nativeCurrency, rpcUrls, blockExplorers, assets } = network
  // Copies: the wallet may write into what it gets, and the kit reads the network again and again.
  const params = [
    {
      chainId,
      chainName,
      nativeCurrency: { ...nativeCurrency },
      rpcUrls: [...rpcUrls.default.http],
      blockExplorerUrls: blockExplorers === undefined ? undefined : [blockExplorers.default.url],
      iconUrls: assets?.imageUrl === undefined ? undefined : [assets.imageUrl],
    },
  ]
  try {
    await provider.request({ method: 'wallet_addEthereumChain', params })
  } catch (error) {
    throw toSwitchError(error, wallet)
  }
}

async function isOn(provider: Eip1193Provider, network: Network): Promise<boolean> {
  try {
    const chainId = await provider.request({ method: 'eth_chainId' })
    return toNetworkId(chainId, network.chainNamespace) === network.caipNetworkId
  } catch {
    return false
  }
}

function toSwitchError(error: unknown, wallet: string): KitError {
  const failure = failureOf(error, true)
  if (failure === 'rejected') return walletError('SWITCH_DECLINED', { cause: error })
  if (failure === 'pending') return toWalletError(error, { wallet, method: 'wallet_switchEthereumChain' })
  return walletError('CHAIN_NOT_SUPPORTED', { cause: error })
}
