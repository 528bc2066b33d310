import { createStore, type Store } from '../../core/store.js'
import type { Kit, State } from '../../features/Kit.js'
import type { Namespace } from '../../protocol/caip.js'
import type { KitEvent } from '../../protocol/events.js'
import type { AppKitOptions } from './AppKitOptions.js'
import type { AppKitThemeVariables } from './themeVariables.js'

/** The latest event, in the incumbent's format. */
export type AppKitEvent = {
  /** Epoch milliseconds. */
  readonly timestamp: number
  readonly data: {
    readonly type: 'track'
    readonly event: KitEvent['type'] | 'MODAL_CREATED'
    readonly properties?: { readonly [name: string]: unknown } | undefined
  }
}

/** Values that the incumbent's interface returns synchronously but the kit only asynchronously. */
export type Extra = {
  /** True once the kit knows whether it can restore a stored connection. */
  readonly isReady: boolean
  readonly event: AppKitEvent
  /** The connected wallets' live providers. */
  readonly providers: { readonly [namespace in Namespace]?: unknown }
  readonly themeVariables: AppKitThemeVariables
}

/** The data from which this interface computes its results. */
export type Snapshot = { readonly state: State; readonly extra: Extra }

/** A kit behind the incumbent's interface. */
export type Instance = {
  readonly kit: Kit
  readonly options: AppKitOptions
  readonly extra: Store<Extra>
  /** The state at creation: hydration must render the same state as the server. */
  readonly initial: Snapshot
  /** Calls `listener` after every change; returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
}

export function createInstance(kit: Kit, options: AppKitOptions): Instance {
  const first: Extra = {
    isReady: false,
    event: { timestamp: kit.clock.now(), data: { type: 'track', event: 'MODAL_CREATED' } },
    providers: {},
    themeVariables: options.themeVariables ?? {},
  }
  const extra = createStore(first)
  return {
    kit,
    options,
    extra,
    initial: { state: kit.store.getState(), extra: first },
    subscribe(listener) {
      const stops = [kit.store.subscribe(() => listener()), extra.subscribe(() => listener())]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

export function snapshotOf({ kit, extra }: Instance): Snapshot {
  return { state: kit.store.getState(), extra: extra.getState() }
}

/** Calls `listener` whenever the value of `read` changes; returns a function that unsubscribes. */
export function watchInstance<value>(
  instance: Instance,
  read: (snapshot: Snapshot) => value,
  listener: (value: value) => void,
  isEqual: (a: value, b: value) => boolean,
): () => void {
  let current = read(snapshotOf(instance))
  return instance.subscribe(() => {
    const next = read(snapshotOf(instance))
    if (isEqual(current, next)) return
    current = next
    listener(next)
  })
}
