import type { RouteEntry } from './router.js'

/**
 * Where a flow goes when it ends (spec §2 "Transaction stack"): back to the view that started it, one view back, to
 * another view in place of the present one, or out of the modal.
 */
export type Outcome<entry extends RouteEntry = RouteEntry> =
  | { readonly type: 'return'; readonly view: entry }
  | { readonly type: 'replace'; readonly view: entry }
  | { readonly type: 'back' }
  | { readonly type: 'close' }

/** A flow that waits for the visitor's approval, and its outcomes. */
export type Transaction<entry extends RouteEntry = RouteEntry> = {
  readonly onSuccess: Outcome<entry>
  readonly onCancel: Outcome<entry>
  /** The outcome after a failure; by default the one after a cancellation. */
  readonly onError?: Outcome<entry> | undefined
}

export type TransactionStack<entry extends RouteEntry = RouteEntry> = readonly Transaction<entry>[]

/**
 * Ends the newest flow; returns the rest of the stack, and where to go. `undefined` for an empty stack: then the
 * modal's own rules decide (spec §4 "Modal").
 */
export function settle<entry extends RouteEntry>(
  stack: TransactionStack<entry>,
  result: 'success' | 'error' | 'cancel',
): { readonly stack: TransactionStack<entry>; readonly outcome: Outcome<entry> } | undefined {
  const transaction = stack[stack.length - 1]
  if (transaction === undefined) return undefined
  const { onSuccess, onCancel, onError = onCancel } = transaction
  return {
    stack: stack.slice(0, -1),
    outcome: { success: onSuccess, error: onError, cancel: onCancel }[result],
  }
}
