import { resetRoutes } from '../../core/resetRoutes.js'
import type { RouteStack } from '../../core/router.js'
import type { TransactionStack } from '../../core/transactions.js'
import type { Namespace } from '../../protocol/caip.js'
import type { AccountTab, View } from './View.js'

export type ModalState = {
  readonly isOpen: boolean
  /** The modal cannot be used until something has been loaded; its buttons wait. */
  readonly isLoading: boolean
  readonly isShaking: boolean
  /** The chain family that wallets are offered for; by default all. */
  readonly namespace?: Namespace | undefined
  readonly stack: RouteStack<View>
  /** The screen that was asked for and waits for an account. */
  readonly next?: View | undefined
  /** The tab that the account screen last showed; it shows it again next time. */
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
