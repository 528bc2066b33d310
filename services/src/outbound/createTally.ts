import type { Caller } from '../shared/caller.js'

/** Counts who holds how much of something that clients share: places, or bytes. */
export type Tally = {
  /** Returns whether the caller may hold more: it holds less than it leaves free, and its project less than three times that. */
  hasRoom(caller: Holder): boolean
  add(caller: Holder, amount?: number): void
  remove(caller: Holder, amount?: number): void
  /** Returns how much is free. */
  free(): number
}

/** Whoever holds something: a client, and its project where there are several. */
export type Holder = Pick<Caller, 'client'> & { readonly project?: string | undefined }

/** How many times what is free a project may hold. A client may hold as much as is free. */
const projectWeight = 3

/** Divides `size` between callers by the rule of decision 141. */
export function createTally(size: number): Tally {
  const held = new Map<string, number>()
  let free = size

  function change(caller: Holder, by: number): void {
    free -= by
    for (const key of keysOf(caller)) {
      const count = (held.get(key) ?? 0) + by
      if (count === 0) held.delete(key)
      else held.set(key, count)
    }
  }

  return {
    hasRoom: (caller) =>
      keysOf(caller).every((key, index) => (held.get(key) ?? 0) < free * (index === 0 ? 1 : projectWeight)),
    add: (caller, amount = 1) => change(caller, amount),
    remove: (caller, amount = 1) => change(caller, -amount),
    free: () => free,
  }
}

function keysOf({ client, project }: Holder): readonly string[] {
  return project === undefined ? [`client ${client}`] : [`client ${client}`, `project ${project}`]
}
