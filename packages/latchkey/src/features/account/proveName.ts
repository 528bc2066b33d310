import { accountError } from '../../protocol/accountErrors.js'
import { namespaceOf } from '../../protocol/caip.js'
import { witnessOf } from '../connection/witnessOf.js'
import type { Kit } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { resolveName } from './resolveName.js'
import type { Account } from './state.js'

/**
 * The address of a name, read from the chain itself, because a transfer's recipient must not depend on a service's
 * answer. For a family that cannot prove names, asks again as `resolveName` does.
 *
 * @throws `NAME_RESOLUTION_FAILED`
 */
export async function proveName(
  kit: Kit,
  { name, account }: { readonly name: string; readonly account: Pick<Account, 'networkId' | 'connectorId'> },
): Promise<string | undefined> {
  const { networkId } = account
  const state = kit.store.getState()
  const adapter = kit.adapters.get(namespaceOf(networkId))
  try {
    const names = await adapter?.names?.()
    if (names?.prove === undefined) return await resolveName(kit, { name, networkId, isForced: true })
    if (networkOf(state, networkId)?.testnet === true) return undefined
    const witness = await witnessOf(kit, account)
    const found = await names.prove({ name, networkId, networks: state.network.networks, witness })
    return found === undefined ? undefined : await adapter?.toAddress(found)
  } catch (error) {
    throw accountError('NAME_RESOLUTION_FAILED', { cause: error })
  }
}
