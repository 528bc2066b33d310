import type { Namespace } from '../../protocol/caip.js'
import type { ConnectionState } from './state.js'

/** The first chain family that uses one of these wallets. */
export function familyOf(
  { current }: ConnectionState,
  connectorIds: readonly string[],
): Namespace | undefined {
  return Object.entries(current).find(([, id]) => id !== undefined && connectorIds.includes(id))?.[0]
}
