import { KitError } from '../../protocol/errors.js'
import { getProvider } from '../connection/getProvider.js'
import { walletNameOf } from '../connection/walletNameOf.js'
import type { Kit } from '../Kit.js'
import { accountOf } from './state.js'

/**
 * Asks the connected wallet to sign a text, with the active account. Resolves to the signature as the namespace writes
 * it: hex for eip155 (EIP-191).
 *
 * @throws `NOT_CONNECTED`, `CHAIN_ADAPTER_NOT_FOUND`, `REQUEST_REJECTED`, `REQUEST_ALREADY_PENDING`,
 *   `WALLET_METHOD_UNSUPPORTED`, `WALLET_ANSWER_INVALID`
 */
export async function signMessage(kit: Kit, { message }: signMessage.Parameters): Promise<string> {
  const state = kit.store.getState()
  const account = accountOf(state)
  if (account === undefined) throw new KitError('NOT_CONNECTED')
  const { namespace, address } = account
  const adapter = kit.adapters.get(namespace)
  if (adapter === undefined) throw new KitError('CHAIN_ADAPTER_NOT_FOUND')
  const provider = await getProvider(kit, { namespace })
  return adapter.signMessage({ provider, address, message, wallet: walletNameOf(state, account.connectorId) })
}

export declare namespace signMessage {
  type Parameters = { readonly message: string }
}
