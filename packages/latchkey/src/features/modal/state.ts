import { resetRoutes } from '../../core/resetRoutes.js'
import type { RouteStack } from '../../core/router.js'
import type { TransactionStack } from '../../core/transactions.js'
import type { Namespace } from '../../protocol/caip.js'
import type { AccountTab, View } from './View.js'

export type ModalState = {
  readonly isOpen: boolean
  /** Something must be known before the modal can be used; its buttons wait. */
  readonly isLoading: boolean
  readonly isShaking: boolean
  /** The chain family that wallets are offered for; all of them where it is not set. */
  readonly namespace?: Namespace | undefined
  readonly stack: RouteStack<View>
  /** What was asked for and waits for an account: it comes once there is one. */
  readonly next?: View | undefined
  /** What the account last listed: it does so again when it shows next. */
  readonly accountTab?: AccountTab | undefined
  readonly transactions: TransactionStack<View>
}

export const initialModalState: ModalState = {
  isOpen: false,
  isLoading: false,
  isShaking: false,
  stack: resetRoutes<View>({ name: 'Connect' }),
  transactions: [],
}
