/**
 * A place for one live thing of a feature: a timer, a promise, a controller. What is JSON belongs into the store instead.
 *
 * @typeParam value What it holds; the compiler keeps every reader and writer to it.
 */
export type Slot<value> = {
  readonly name: string
  /** Only for the compiler: no slot has it. */
  readonly holds?: ((value: value) => value) | undefined
}

/** Declares a slot. Its name is unique: the feature, a dot, and what it holds. */
export function defineSlot<value>(name: string): Slot<value> {
  return { name }
}

/** The live things of one kit, each in the slot that its feature declares. */
export type Slots = {
  get<value>(slot: Slot<value>): value | undefined
  /** What is in the slot; where nothing is, what `make` gives is put there first. */
  ensure<value>(slot: Slot<value>, make: () => value): value
  /** Returns the value. */
  set<value>(slot: Slot<value>, value: value): value
  /** Empties the slot; returns what was in it. */
  take<value>(slot: Slot<value>): value | undefined
  /** Calls `stop` once, when the kit stops; returns what takes it back. */
  onStop(stop: () => void): () => void
  /** Calls what was given to `onStop` since the last time. */
  stop(): void
}

export function createSlots(): Slots {
  const values = new Map<string, unknown>()
  const stops = new Set<() => void>()
  // The one cast: a name belongs to one slot, so that what is under it is what the slot's own type let in.
  const get = <value>({ name }: Slot<value>) => values.get(name) as value | undefined

  function set<value>({ name }: Slot<value>, value: value): value {
    values.set(name, value)
    return value
  }

  return {
    get,
    set,
    ensure: (slot, make) => get(slot) ?? set(slot, make()),
    take(slot) {
      const value = get(slot)
      values.delete(slot.name)
      return value
    },
    onStop(stop) {
      stops.add(stop)
      return () => void stops.delete(stop)
    },
    stop() {
      const due = [...stops]
      stops.clear()
      for (const stop of due) stop()
    },
  }
}
