import type { SiwxConfig, SiwxSession } from '../../core/siwx.js'
import type { Connection, ConnectionState } from '../connection/state.js'
import type { Kit } from '../Kit.js'
import { isMapped } from './fromSiweConfig.js'

/**
 * Signs out the accounts of connections that end. Accounts of those that stay, such as of other chain families, stay
 * signed in. If none stays, all sessions end (spec §4 "Disconnect").
 */
export async function signOutEnded(
  { store }: Kit,
  siwx: SiwxConfig,
  { ended, staying }: { readonly ended: readonly Connection[]; readonly staying: readonly Connection[] },
): Promise<void> {
  if (staying.length === 0) return siwx.setSessions([])
  const { network } = store.getState()
  const offered = network.networks.map(({ caipNetworkId }) => caipNetworkId)
  const kept = new Set(accountsOf(staying).map(({ key }) => key))
  const gone = accountsOf(ended).filter(({ key }) => !kept.has(key))
  // The older form has one session for all networks, and ends that of another account when it is asked for it.
  const isOne = isMapped(siwx)
  const signed = gone.flatMap(({ namespace, address: accountAddress, networkIds }) => {
    const own = isOne ? [] : offered.filter((id) => id.startsWith(`${namespace}:`))
    return [...new Set([...networkIds, ...own])].map((chainId): SiwxSession['data'] => ({
      accountAddress,
      chainId,
    }))
  })
  const results = await Promise.allSettled(
    signed.map(async ({ chainId, accountAddress }) => {
      const isSigned = isOne || (await siwx.getSessions(chainId, accountAddress)).length > 0
      if (isSigned) await siwx.revokeSession(chainId, accountAddress)
    }),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** The connections, or their parts, that one state has and a later one has not. */
export function endedBetween(before: ConnectionState, now: ConnectionState): readonly Connection[] {
  return Object.values(before.connections).flatMap((connection) => {
    const kept = now.connections[connection.connectorId]?.namespaces ?? {}
    const lost = Object.entries(connection.namespaces).filter(([namespace]) => kept[namespace] === undefined)
    return lost.length === 0 ? [] : [{ ...connection, namespaces: Object.fromEntries(lost) }]
  })
}

function accountsOf(connections: readonly Connection[]) {
  return connections.flatMap(({ namespaces }) =>
    Object.entries(namespaces).flatMap(([namespace, session]) =>
      (session?.addresses ?? []).map((address) => ({
        ...{ namespace, address, key: `${namespace}:${address}` },
        networkIds: session === undefined ? [] : [session.networkId],
      })),
    ),
  )
}
