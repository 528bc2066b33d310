import { isSignError, type SignClient } from '@latchkey/sign-client'
import type { WalletProtocol } from '../../core/walletProtocol.js'
import { type CaipNetworkId, type Namespace, namespaceOf } from '../../protocol/caip.js'
import type { KitError } from '../../protocol/errors.js'
import { toHexChainId } from '../../protocol/toHexChainId.js'
import { walletError } from '../../protocol/walletErrors.js'
import type { SessionInUse } from './sessionInUse.js'
import { toProviderError } from './toProviderError.js'

type Context = {
  readonly client: SignClient
  readonly sessionInUse: SessionInUse
  readonly protocolOf: (namespace: Namespace) => WalletProtocol
  readonly onRequest: () => void
}

/**
 * Switches to another chain of the session: at once if it is granted, else after asking the wallet to add it.
 *
 * @throws `WALLET_NOT_CONNECTED`, `SWITCH_DECLINED`, `CHAIN_NOT_SUPPORTED`, `WALLET_SILENT`, `RELAY_UNREACHABLE`,
 *   `SESSION_GONE`
 */
export async function switchNetwork(context: Context, networkId: CaipNetworkId): Promise<void> {
  const granted = context.sessionInUse.read()?.namespaces[namespaceOf(networkId)]
  if (granted === undefined) throw walletError('WALLET_NOT_CONNECTED')
  if (!granted.approvedNetworkIds.includes(networkId)) {
    await askForNetwork(context, granted.networkId, networkId)
  }
  context.sessionInUse.moveTo(networkId)
}

// Asks for a chain outside the session: some wallets add it when asked, and send a session update.
async function askForNetwork(
  { client, sessionInUse, protocolOf, onRequest }: Context,
  from: CaipNetworkId,
  networkId: CaipNetworkId,
): Promise<void> {
  const topic = sessionInUse.session()?.topic
  const { isEip1193 } = protocolOf(namespaceOf(networkId))
  if (topic === undefined || isEip1193 !== true) throw walletError('CHAIN_NOT_SUPPORTED')
  const params = [{ chainId: toHexChainId(networkId) }] as const
  const answer = client.request({ topic, chainId: from, method: 'wallet_switchEthereumChain', params })
  onRequest()
  await answer.catch((cause: unknown) => {
    throw toSwitchError(cause, sessionInUse.read()?.wallet?.name ?? 'WalletConnect')
  })
  await sessionInUse.refresh(topic)
  if (!sessionInUse.accounts().some((account) => account.networkId === networkId)) {
    throw walletError('CHAIN_NOT_SUPPORTED')
  }
}

// A wallet that answers with an error does not support the chain; one that does not answer may still add it.
function toSwitchError(error: unknown, wallet: string): KitError {
  if (isSignError(error, 'USER_REJECTED')) return walletError('SWITCH_DECLINED', { cause: error })
  const { cause } = toProviderError(error, { wallet, method: 'wallet_switchEthereumChain' })
  const isUnanswered = ['WALLET_SILENT', 'RELAY_UNREACHABLE', 'SESSION_GONE'].includes(cause.code)
  return isUnanswered ? cause : walletError('CHAIN_NOT_SUPPORTED', { cause: error, details: cause.details })
}
