import type { HostNamespace } from '../../core/Register.js'
import { embeddedError } from '../../protocol/embeddedErrors.js'
import { loginItem } from '../../protocol/embeddedItems.js'
import { type Account, accountOf } from '../account/state.js'
import { connect } from '../connection/connect.js'
import type { Kit } from '../Kit.js'
import { askFrame, embeddedWallet } from './embeddedWallet.js'
import type { EmbeddedAccountType } from './state.js'

/**
 * Makes the embedded account act as a smart account, or as a plain one, and reads the wallet again. A wallet that fails
 * leaves it a plain account (spec §4 "Secure frame"). Resolves to what it is now.
 *
 * @throws `ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND`: the account is not the embedded wallet's. What `connect` throws.
 */
export async function setAccountType(
  kit: Kit,
  { type, namespace }: setAccountType.Parameters,
): Promise<EmbeddedAccountType> {
  const { connectorId } = embeddedWallet(kit)
  const account: Account | undefined = accountOf(kit.store.getState(), namespace)
  if (account?.connectorId !== connectorId) throw embeddedError('ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND')
  const { networkId } = account
  const accountType = await askFrame(kit, 'SET_PREFERRED_ACCOUNT', { type }).then(
    (answer) => answer.type,
    () => 'eoa' as const,
  )
  const { way = 'email' } = kit.store.getState().embedded?.user ?? {}
  const stored = kit.storage.read(loginItem) ?? { way }
  const accountTypes = { ...stored.accountTypes, [account.namespace]: accountType }
  kit.storage.write(loginItem, { ...stored, accountTypes })
  await connect(kit, { connectorId, networkId })
  kit.events.emit({ type: 'SET_PREFERRED_ACCOUNT_TYPE', accountType, network: networkId })
  return accountType
}

export declare namespace setAccountType {
  type Parameters = {
    readonly type: EmbeddedAccountType
    /** @default the chain family in use */
    readonly namespace?: HostNamespace | undefined
  }
}

/** Reads on which chains the wallet can act as a smart account; none if it does not say (spec §4 "Secure frame"). */
export async function fetchSmartNetworks(kit: Kit): Promise<readonly number[]> {
  const answer = await askFrame(kit, 'GET_SMART_ACCOUNT_ENABLED_NETWORKS').catch(() => undefined)
  return answer?.smartAccountEnabledNetworks ?? []
}
