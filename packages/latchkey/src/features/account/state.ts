import { type CaipAddress, type CaipNetworkId, type Namespace, toCaipAddress } from '../../protocol/caip.js'
import { sessionOf } from '../connection/state.js'
import type { State } from '../Kit.js'
import { activeNamespace } from '../network/state.js'

export type Balance = {
  readonly status: 'pending' | 'success' | 'error'
  /** In whole coins, as a decimal text; `'0.00'` where it could not be had (spec §8 "Fallbacks"). */
  readonly amount: string
  readonly symbol: string
}

export type AccountState = {
  /** What accounts hold of their network's coin, by CAIP address. */
  readonly balances: { readonly [address in CaipAddress]?: Balance }
}

export const initialAccountState: AccountState = { balances: {} }

export type Account = {
  readonly address: string
  readonly caipAddress: CaipAddress
  readonly addresses: readonly [string, ...string[]]
  readonly namespace: Namespace
  readonly networkId: CaipNetworkId
  readonly connectorId: string
}

/** The connected account of a namespace, by default the active one. */
export function accountOf(state: State, namespace: Namespace = activeNamespace(state)): Account | undefined {
  const session = sessionOf(state.connection, namespace)
  if (session === undefined) return undefined
  const { addresses, networkId, connectorId } = session
  const [address] = addresses
  return {
    address,
    addresses,
    namespace,
    networkId,
    connectorId,
    caipAddress: toCaipAddress(networkId, address),
  }
}
