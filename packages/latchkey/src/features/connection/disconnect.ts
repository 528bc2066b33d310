import type { HostNamespace } from '../../core/Register.js'
import { accountError } from '../../protocol/accountErrors.js'
import { namespaceOf } from '../../protocol/caip.js'
import { initialAccountState } from '../account/state.js'
import { type Kit, update } from '../Kit.js'
import { closeModal } from '../modal/closeModal.js'
import { resetPairing } from './pairingRounds.js'
import { persistConnections } from './persistConnections.js'
import { withoutConnection } from './sessions.js'
import { isConnected } from './state.js'

/** What the cache has of accounts, by how its keys begin. */
const ofAccounts = ['balance ', 'portfolio ', 'nfts ', 'identity ', 'picture ', 'capabilities ']

/** A wallet that does not answer to a goodbye is left after this long. */
const patience = 5_000

/**
 * Ends the connection with all wallets, or with one (spec §4 "Disconnect"). The kit forgets them at once; wallets are
 * told as well as they can be.
 *
 * @throws `DISCONNECT_FAILED` if none of the wallets could be told; the kit has forgotten them all the same.
 */
export async function disconnect(
  kit: Kit,
  { namespace, connectorId }: disconnect.Parameters = {},
): Promise<void> {
  const { connection, network } = kit.store.getState()
  const wanted = namespace === undefined ? connectorId : connection.current[namespace]
  const ids = Object.keys(connection.connections).filter((id) => wanted === undefined || id === wanted)
  if (ids.length === 0 || (namespace !== undefined && wanted === undefined)) return

  const results = Promise.allSettled(
    ids.map((id) => withPatience(kit, async () => kit.connectors.get(id)?.disconnect())),
  )
  for (const id of ids) update(kit, 'connection', (state) => withoutConnection(state, id))
  resetPairing(kit)
  persistConnections(kit, wanted === undefined ? 'all' : ids)
  for (const kind of ofAccounts) kit.cache.clear(kind)
  if (!isConnected(kit.store.getState().connection)) {
    const { pictures = {} } = kit.store.getState().account
    update(kit, 'account', () => initialAccountState)
    for (const url of Object.values(pictures)) URL.revokeObjectURL(url)
  }
  if (ids.includes(connection.current[namespaceOf(network.activeId)] ?? '')) closeModal(kit)

  const failures = (await results).filter((result) => result.status === 'rejected')
  if (failures.length === ids.length) {
    const error = accountError('DISCONNECT_FAILED', { cause: failures[0]?.reason })
    kit.events.emit({ type: 'DISCONNECT_ERROR', message: error.code })
    throw error
  }
  kit.events.emit({ type: 'DISCONNECT_SUCCESS', namespace: namespace ?? 'all' })
}

export declare namespace disconnect {
  type Parameters = {
    /** Only the wallet that this namespace uses. */
    readonly namespace?: HostNamespace | undefined
    /** Only this wallet. @default all connected wallets */
    readonly connectorId?: string | undefined
  }
}

function withPatience(kit: Kit, goodbye: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = kit.clock.setTimeout(resolve, patience)
    goodbye().then(resolve, reject).finally(cancel)
  })
}
