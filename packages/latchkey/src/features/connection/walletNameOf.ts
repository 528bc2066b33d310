import type { State } from '../Kit.js'

/** What a connected wallet calls itself; for a connector that stands for many, the one behind it. */
export function walletNameOf({ connection }: State, connectorId: string): string {
  const { connections, connectors } = connection
  return connections[connectorId]?.wallet?.name ?? connectors.find(({ id }) => id === connectorId)?.name ?? ''
}
