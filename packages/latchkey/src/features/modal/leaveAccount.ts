import { isOpen } from '../../core/intent.js'
import { resetRoutes } from '../../core/resetRoutes.js'
import { push } from '../../core/router.js'
import { type Kit, update } from '../Kit.js'
import { closeModal } from './closeModal.js'
import type { View } from './screens.js'

/**
 * Leaves the screens of an account that has gone. The modal closes, unless the account's wallet had a request open:
 * then it shows the state of that request, or the ways to connect with a message.
 */
export function leaveAccount(kit: Kit, connectorId: string | undefined): void {
  const { intent } = kit.store.getState()
  const left = intent?.open.filter((one) => isOpen(one) && one.intent.connectorId === connectorId).at(-1)
  if (left === undefined) return closeModal(kit)
  const { id, kind } = left.intent
  const ways = resetRoutes<View>({ name: 'Connect' })
  const stack = kind === 'transfer' ? push(ways, { name: 'WalletSendStatus', parameters: { id } }) : ways
  update(kit, 'modal', (modal) => ({ ...modal, stack, next: undefined, transactions: [] }))
}
