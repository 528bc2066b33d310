import type { HostNamespace } from '../../core/Register.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { Kit } from '../Kit.js'
import { familyOf } from './familyOf.js'
import { type Farewell, farewellsOf } from './farewells.js'
import { forgetConnections } from './forgetConnections.js'
import { resetPairing } from './pairingRounds.js'
import { persistConnections } from './persistConnections.js'

/** How long a wallet or a server may take to answer a disconnection, in milliseconds. */
const patience = 5_000

/**
 * Ends the connection with all wallets, or with one. In this order: the visitor is signed out
 * first, then the wallets are told, the kit forgets them without waiting for their answers, and hosts are told last.
 *
 * @throws `DISCONNECT_FAILED` if none of the wallets could be told, or the visitor could not be signed out; the kit has
 *   forgotten the wallets all the same.
 */
export async function disconnect(
  kit: Kit,
  { namespace, connectorId }: disconnect.Parameters = {},
): Promise<void> {
  const { connection } = kit.store.getState()
  const wanted = namespace === undefined ? connectorId : connection.current[namespace]
  const ids = Object.keys(connection.connections).filter((id) => wanted === undefined || id === wanted)
  if (ids.length === 0 || (namespace !== undefined && wanted === undefined)) return

  const due = farewellsOf(kit).flatMap(({ before }) => before ?? [])
  const signedOut = due.length === 0 ? undefined : await signOut(kit, due, ids)
  const told = Promise.allSettled(
    ids.map((id) => withPatience(kit, async () => kit.connectors.get(id)?.disconnect())),
  )
  forgetConnections(kit, ids)
  resetPairing(kit)
  if (wanted === undefined) persistConnections(kit, 'all')

  const failures = (await told).filter((result) => result.status === 'rejected')
  const failure = failures.length === ids.length ? failures[0] : signedOut
  if (failure !== undefined) {
    const error = accountError('DISCONNECT_FAILED', { cause: failure.reason })
    kit.events.emit({ type: 'DISCONNECT_ERROR', message: error.code })
    throw error
  }
  const isAll = ids.length === Object.keys(connection.connections).length
  const family = isAll ? undefined : familyOf(connection, ids)
  kit.events.emit({ type: 'DISCONNECT_SUCCESS', namespace: namespace ?? family ?? 'all' })
}

export declare namespace disconnect {
  type Parameters = {
    /** Only the wallet that this namespace uses. */
    readonly namespace?: HostNamespace | undefined
    /** Only this wallet. @default all connected wallets */
    readonly connectorId?: string | undefined
  }
}

/** Does what features need before the wallets are told. Returns the first failure. */
async function signOut(
  kit: Kit,
  due: readonly NonNullable<Farewell['before']>[],
  ids: readonly string[],
): Promise<PromiseRejectedResult | undefined> {
  const results = await Promise.allSettled(due.map((before) => withPatience(kit, () => before(kit, ids))))
  return results.find((result) => result.status === 'rejected')
}

function withPatience(kit: Kit, goodbye: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = kit.clock.setTimeout(resolve, patience)
    goodbye().then(resolve, reject).finally(cancel)
  })
}
