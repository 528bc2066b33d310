import type { AskedFor, IntentBase } from '../../core/intent.js'
import type { Account } from '../account/state.js'
import { walletNameOf } from '../connection/walletNameOf.js'
import type { Kit } from '../Kit.js'
import { newIntentId } from './newIntentId.js'

/**
 * Makes an intent for a signature or an app's request. Whoever calls this copies and freezes what can be changed in
 * `asked`.
 */
export function plainIntent<asked extends AskedFor>(
  kit: Kit,
  { networkId, address, connectorId }: Account,
  asked: asked,
): IntentBase & asked {
  return Object.freeze({
    ...asked,
    id: newIntentId(),
    networkId,
    account: address,
    connectorId,
    wallet: walletNameOf(kit.store.getState(), connectorId),
    madeAt: kit.clock.now(),
  })
}
