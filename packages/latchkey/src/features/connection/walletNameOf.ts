import type { State } from '../Kit.js'

/** Returns a connected wallet's name. For a connector to many wallets, it is the name of the connected one. */
export function walletNameOf({ connection }: State, connectorId: string): string {
  const { connections, connectors } = connection
  return connections[connectorId]?.wallet?.name ?? connectors.find(({ id }) => id === connectorId)?.name ?? ''
}
