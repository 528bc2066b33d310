import type { CaipAddress } from '../../protocol/caip.js'
import { KitError } from '../../protocol/errors.js'
import { persistConnections } from '../connection/persistConnections.js'
import { withFirst } from '../connection/sessions.js'
import { sessionOf } from '../connection/state.js'
import { type Kit, type State, update } from '../Kit.js'
import { namespacesOf } from '../network/state.js'
import { switchNetwork } from '../network/switchNetwork.js'
import { type Account, accountOf } from './state.js'

/** All connected accounts of all chain families: the accounts in use first, then the others by family. */
export function accountsOf(state: State): readonly Account[] {
  const active = accountOf(state)
  const others = namespacesOf(state).filter((namespace) => namespace !== active?.namespace)
  return [...(active === undefined ? [] : [active.namespace]), ...others].flatMap((namespace) => {
    const account = accountOf(state, namespace)
    if (account === undefined) return []
    const { facts: _, ...rest } = account
    const known = sessionOf(state.connection, namespace)?.accounts ?? []
    return account.addresses.map((address) => {
      const facts = known.find((one) => one.address === address)
      const caipAddress: CaipAddress = `${account.networkId}:${address}`
      return { ...rest, address, caipAddress, ...(facts === undefined ? {} : { facts }) }
    })
  })
}

/**
 * Switches to another connected account: of the same wallet, or of another chain family, whose network is then in use.
 * The wallet is not asked, because it has granted them all. The choice lasts, also over page loads, until the wallet
 * itself changes the account.
 *
 * @throws `NOT_CONNECTED` if the account is not connected.
 */
export async function switchAccount(
  kit: Kit,
  { account }: { readonly account: Pick<Account, 'address' | 'namespace'> },
): Promise<void> {
  const { address, namespace } = account
  const session = sessionOf(kit.store.getState().connection, namespace)
  if (session === undefined || !session.addresses.includes(address)) throw new KitError('NOT_CONNECTED')
  const { connectorId, addresses } = session
  if (addresses[0] !== address) {
    update(kit, 'connection', (state) => {
      const connection = state.connections[connectorId]
      const granted = connection?.namespaces[namespace]
      if (connection === undefined || granted === undefined) return state
      const changed = {
        ...connection,
        namespaces: { ...connection.namespaces, [namespace]: withFirst(granted, address) },
      }
      const over = state.chosen?.[namespace]?.over ?? granted.addresses[0]
      return {
        ...state,
        connections: { ...state.connections, [connectorId]: changed },
        chosen: { ...state.chosen, [namespace]: { address, over } },
      }
    })
    persistConnections(kit, [connectorId])
  }
  if (accountOf(kit.store.getState())?.namespace !== namespace) {
    await switchNetwork(kit, { networkId: session.networkId })
  }
}
