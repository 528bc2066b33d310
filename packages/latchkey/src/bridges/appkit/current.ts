import { createEmitter } from '../../core/emitter.js'
import type { Kit } from '../../features/Kit.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { AppKitInstance } from './AppKitInstance.js'
import type { Instance } from './Instance.js'

// The incumbent's hooks and elements name no kit: they mean the page's one. So here, and nowhere else, it is kept in the
// module; a server makes one for each process, which holds no visitor.

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
