import { accountOf } from '../../../features/account/state.js'
import { embeddedWallet } from '../../../features/embedded/embeddedWallet.js'
import type { Kit } from '../../../features/Kit.js'
import { hasLeftModal } from '../../../features/modal/hasLeftModal.js'
import { openModal } from '../../../features/modal/openModal.js'
import { embeddedError } from '../../../protocol/embeddedErrors.js'
import { KitError } from '../../../protocol/errors.js'

export type ChangedEmail = { readonly email: string }

/**
 * Opens the modal where the visitor changes the e-mail address of the embedded wallet. Resolves with the new address.
 *
 * @throws `ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND`: the account in use is not the embedded wallet's; `REQUEST_ABORTED`: the
 *   visitor closed the modal
 */
export async function updateEmail(kit: Kit): Promise<ChangedEmail> {
  const state = kit.store.getState()
  const { connectorId } = embeddedWallet(kit)
  if (accountOf(state)?.connectorId !== connectorId)
    throw embeddedError('ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND')
  const before = state.embedded?.user?.email
  openModal(kit, { view: { name: 'UpdateEmailWallet' } })
  const hasLeft = hasLeftModal(kit)
  return new Promise((resolve, reject) => {
    const stop = kit.store.subscribe((state) => {
      const email = state.embedded?.user?.email
      if (email !== undefined && email !== before) {
        stop()
        resolve({ email })
      } else if (hasLeft(state)) {
        stop()
        reject(new KitError('REQUEST_ABORTED', { details: 'the modal was closed' }))
      }
    })
  })
}
