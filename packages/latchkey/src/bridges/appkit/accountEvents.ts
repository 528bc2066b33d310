import { watch } from '../../core/store.js'
import { type Account, accountOf } from '../../features/account/state.js'
import type { Kit } from '../../features/Kit.js'
import { namespaceOf } from '../../protocol/caip.js'

/** The events of a provider, and what their listeners get. */
type EventMap = { readonly [name: string]: (...values: never[]) => void }

export type AccountListening<events extends EventMap> = {
  on<name extends keyof events>(name: name, listener: events[name]): void
  off<name extends keyof events>(name: name, listener: events[name]): void
  removeListener<name extends keyof events>(name: name, listener: events[name]): void
}

/** What a provider tells of the connection: each function makes the values for the listeners. */
type Tellers = {
  readonly connect: (account: Account) => readonly unknown[]
  readonly accountsChanged: (account: Account) => readonly unknown[]
}

/**
 * A wallet's account as its provider tells it, and events as it changes: `connect`, `disconnect`, `accountsChanged`, and
 * `chainChanged` with the chain's CAIP-2 reference. Only the wallet that is connected now counts: what another one
 * does later is not told.
 */
export function accountEvents<events extends EventMap>(
  kit: Kit,
  namespace: Account['namespace'],
  tellers: Tellers,
): AccountListening<events> & { readonly account: () => Account | undefined } {
  type Listener = (...values: readonly unknown[]) => void
  const connectorId = accountOf(kit.store.getState(), namespace)?.connectorId
  const own = (state = kit.store.getState()) => {
    const account = accountOf(state, namespace)
    return account?.connectorId === connectorId ? account : undefined
  }
  const listeners = new Map<PropertyKey, Set<Listener>>()
  const emit = (name: string, ...values: readonly unknown[]) => {
    for (const listener of [...(listeners.get(name) ?? [])]) {
      try {
        listener(...values)
      } catch (error) {
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
  const tell = (now: Account | undefined, before: Account | undefined) => {
    if (now === undefined) return before === undefined ? undefined : emit('disconnect')
    if (before === undefined) return emit('connect', ...tellers.connect(now))
    if (now.networkId !== before.networkId) {
      emit('chainChanged', now.networkId.slice(namespaceOf(now.networkId).length + 1))
    }
    if (now.address !== before.address) emit('accountsChanged', ...tellers.accountsChanged(now))
  }
  let stop: (() => void) | undefined
  const off = (name: PropertyKey, listener: unknown) => {
    listeners.get(name)?.delete(listener as Listener)
    if ([...listeners.values()].some(({ size }) => size > 0)) return
    stop?.()
    stop = undefined
  }
  return {
    account: own,
    on(name, listener) {
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all.add(listener as unknown as Listener))
      stop ??= watch(kit.store, own, tell)
    },
    off,
    removeListener: off,
  }
}
