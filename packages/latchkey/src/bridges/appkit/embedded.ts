import { type Account, accountOf } from '../../features/account/state.js'
import type { EmbeddedAccountType } from '../../features/embedded/state.js'
import type { Kit, State } from '../../features/Kit.js'
import { activeNamespace } from '../../features/network/state.js'
import type { Namespace } from '../../protocol/caip.js'
import type { LoginWay } from '../../protocol/embeddedItems.js'

/** An account of the embedded wallet, in the incumbent's format. */
export type EmbeddedWalletInfo = {
  readonly user: { readonly email?: string | undefined; readonly username?: string | undefined }
  readonly authProvider: LoginWay
  readonly accountType: EmbeddedAccountType
  readonly isSmartAccountDeployed: boolean
}

/** Returns `undefined` for an account of another wallet. */
export function readEmbedded(state: State, account: Account | undefined): EmbeddedWalletInfo | undefined {
  const user = state.embedded?.user
  if (account === undefined || user === undefined || !isEmbedded(state, account)) return undefined
  return {
    user: { email: user.email, username: user.userName },
    authProvider: user.way ?? 'email',
    accountType: typeOf(account),
    isSmartAccountDeployed: user.isDeployed === true,
  }
}

/** Returns the type of the embedded account; without one, the app's default for the chain family. */
export function readAccountType(
  { store, config }: Kit,
  namespace: Namespace = activeNamespace(store.getState()),
): EmbeddedAccountType | undefined {
  const state = store.getState()
  const account = accountOf(state, namespace)
  if (account !== undefined && isEmbedded(state, account)) return typeOf(account)
  const type = config.defaultAccountTypes?.[namespace]
  return type === 'eoa' || type === 'smartAccount' ? type : undefined
}

function isEmbedded({ connection }: State, { connectorId }: Account): boolean {
  return connection.connectors.find(({ id }) => id === connectorId)?.type === 'AUTH'
}

const typeOf = ({ facts }: Account): EmbeddedAccountType =>
  facts?.type === 'smartAccount' ? 'smartAccount' : 'eoa'
