import { defineSlot } from '../../core/slots.js'
import { accountError } from '../../protocol/accountErrors.js'
import { forbiddenMethodDelay } from '../../protocol/constants.js'
import { KitError } from '../../protocol/errors.js'
import { isModalShown } from '../isModalShown.js'
import type { Kit } from '../Kit.js'
import { openModal } from '../modal/openModal.js'
import { showError } from '../notify/showSnackbar.js'
import { toRpcError } from './rpcError.js'

/** How to reject each request of the app that its wallet has not answered. */
// Stryker disable next-line StringLiteral: a slot's name only helps a debugger
const pendingSlot = defineSlot<Set<(error: unknown) => void>>('intent.pending')

/**
 * Refuses a method that the kit does not know (spec §5 "RPC"): the modal opens, the console has the error, the visitor
 * is told after 300 ms, and whatever the app has asked the wallet for is rejected with it.
 *
 * @throws {ProviderRpcError} 4200 `RPC_METHOD_NOT_ALLOWED`, always.
 */
export function refuseMethod(kit: Kit, method: string): never {
  const error = accountError('RPC_METHOD_NOT_ALLOWED', { details: method.slice(0, 100) })
  if (!isModalShown(kit)) openModal(kit)
  console.error('[latchkey]', error, error.details)
  const tell = () => showError(kit, accountError('ACTION_NOT_ALLOWED'))
  kit.slots.onStop(kit.clock.setTimeout(tell, forbiddenMethodDelay))
  const aborted = new KitError('REQUEST_ABORTED')
  for (const reject of [...(kit.slots.take(pendingSlot) ?? [])]) reject(aborted)
  for (const connector of kit.connectors.values()) connector.abort?.()
  throw toRpcError(error)
}

/** The answer to a request of the app, unless {@link refuseMethod} rejects it first. Then the answer is dropped. */
export function untilRefused<answer>(kit: Kit, answer: Promise<answer>): Promise<answer> {
  const pending = kit.slots.ensure(pendingSlot, () => new Set())
  return new Promise((resolve, reject) => {
    pending.add(reject)
    // Stryker disable next-line ArrowFunction: rejecting a settled promise changes nothing, so only memory would tell
    answer.then(resolve, reject).finally(() => pending.delete(reject))
  })
}
