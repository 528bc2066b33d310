import { createStore as createZustandStore } from 'zustand/vanilla'

/** The kit's one store. Its state is JSON; only actions write it. */
export type Store<state> = {
  getState(): state
  setState(update: (state: state) => state): void
  subscribe(listener: (state: state, previous: state) => void): () => void
}

export function createStore<state>(initial: state): Store<state> {
  const { getState, setState, subscribe } = createZustandStore<state>(() => initial)
  return { getState, setState: (update) => setState(update, true), subscribe }
}

/** Calls `listener` whenever `select` returns another value, compared by `Object.is` unless a comparison is passed. */
export function watch<state, value>(
  store: Store<state>,
  select: (state: state) => value,
  listener: (value: value, previous: value) => void,
  isEqual: (a: value, b: value) => boolean = Object.is,
): () => void {
  let current = select(store.getState())
  return store.subscribe((state) => {
    const next = select(state)
    if (isEqual(current, next)) return
    const previous = current
    current = next
    listener(next, previous)
  })
}
