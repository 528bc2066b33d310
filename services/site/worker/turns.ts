/** Runs work while no other does, in any tab of this surface's storage (Web Locks). */
export type Lock = <value>(work: () => Promise<value>) => Promise<value>

/** Lets work of one tab take turns, where the browser has no locks. */
export function createTurns(): Lock {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
