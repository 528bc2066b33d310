import type { Caller } from '../shared/caller.js'
import { createTally } from './createTally.js'

export type Places = {
  /** Runs `work` when a place is free for the caller. Throws {@link NoPlace} if the caller has too much waiting. */
  inTurn<value>(caller: Caller, work: () => Promise<value>): Promise<value>
}

/** Too much is waiting already. */
export class NoPlace extends Error {
  override readonly name = 'NoPlace'
}

/**
 * Shares a number of places between clients, so that slow work of one client never takes them all.
 *
 * A client may hold as many places as it leaves free: half of them if it is alone, then a second one half of the rest.
 * A project may hold three times as many. The same holds for the places in the line. Clients in the line take turns.
 */
export function createPlaces({
  atOnce,
  waiting,
}: {
  readonly atOnce: number
  readonly waiting: number
}): Places {
  const running = createTally(atOnce)
  const queued = createTally(waiting)
  /** The clients in the line. The one that has waited longest for its turn is first. */
  const lines = new Map<string, { readonly caller: Caller; readonly starts: (() => void)[] }>()

  function enter(caller: Caller): Promise<void> | undefined {
    const line = lines.get(caller.client)
    if (line === undefined && running.hasRoom(caller)) {
      running.add(caller)
      return undefined
    }
    if (!queued.hasRoom(caller)) throw new NoPlace('too much at once')
    queued.add(caller)
    return new Promise((start) => {
      if (line === undefined) lines.set(caller.client, { caller, starts: [start] })
      else line.starts.push(start)
    })
  }

  function startNext(): boolean {
    const line = [...lines.values()].find(({ caller }) => running.hasRoom(caller))
    const start = line?.starts.shift()
    if (line === undefined || start === undefined) return false
    const { caller, starts } = line
    lines.delete(caller.client)
    if (starts.length > 0) lines.set(caller.client, line)
    queued.remove(caller)
    running.add(caller)
    start()
    return true
  }

  return {
    async inTurn(caller, work) {
      await enter(caller)
      try {
        return await work()
      } finally {
        running.remove(caller)
        while (startNext());
      }
    },
  }
}
