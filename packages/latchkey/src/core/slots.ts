/**
 * A place for one live object of a feature: a timer, a promise, a controller. JSON belongs in the store instead.
 *
 * @typeParam value The type of the object.
 */
export type Slot<value> = {
  readonly name: string
  /** Only for the compiler; never set. */
  readonly holds?: ((value: value) => value) | undefined
}

/** Declares a slot. Its name must be unique: the feature, a dot, and its content. */
export function defineSlot<value>(name: string): Slot<value> {
  return { name }
}

/** The live objects of one kit, each in the slot that its feature declares. */
export type Slots = {
  get<value>(slot: Slot<value>): value | undefined
  /** Returns the slot's value; an empty slot is first filled with the result of `make`. */
  ensure<value>(slot: Slot<value>, make: () => value): value
  /** Sets the slot's value and returns it. */
  set<value>(slot: Slot<value>, value: value): value
  /** Empties the slot; returns its value. */
  take<value>(slot: Slot<value>): value | undefined
  /** Calls `stop` once, when the kit stops; returns a function that removes it. */
  onStop(stop: () => void): () => void
  /** Calls the functions passed to `onStop` since the last call. */
  stop(): void
}

export function createSlots(): Slots {
  const values = new Map<string, unknown>()
  const stops = new Set<() => void>()
  // The only cast: a name belongs to one slot, so its value has the slot's type.
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
