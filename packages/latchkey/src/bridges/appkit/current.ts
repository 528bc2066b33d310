import { createEmitter } from '../../core/emitter.js'
import type { Kit } from '../../features/Kit.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { AppKitInstance } from './AppKitInstance.js'
import type { Instance } from './Instance.js'

// The incumbent's hooks and elements take no kit and use the page's only one. So this module, and no other, stores it
// in a variable. A server has one instance per process, which contains no visitor's data.

export type Current = { readonly appKit: AppKitInstance; readonly instance: Instance }

let current: Current | undefined
const changes = createEmitter<void>()

export function setCurrent(next: Current | undefined): void {
  current = next
  changes.emit()
}

export function getCurrent(): Current | undefined {
  return current
}

/** @throws `APPKIT_NOT_CREATED` naming the hook. */
export function requireCurrent(hook: string): Current {
  if (current === undefined) throw accountError('APPKIT_NOT_CREATED', { slots: { hook } })
  return current
}

/** The kit that the page's elements use: the newest one. */
export const currentKit = {
  get: (): Kit | undefined => current?.instance.kit,
  subscribe: (listener: () => void): (() => void) => changes.subscribe(listener),
}
