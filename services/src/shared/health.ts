import { statfs } from 'node:fs/promises'
import type { Clock } from './clock.js'

/** A part whose failure makes the services answer errors: the database, or the disk with the data. */
type HealthPart = 'database' | 'disk'

/** A configured server that does not answer as it should. It has neither an address nor a key. */
export type Trouble = {
  /** A CAIP-2 id. */
  readonly chain: string
  /** Its kind, or a node's position: `etherscan`, `node 1`. */
  readonly source: string
  /** A server that rests is not asked. */
  readonly state: 'slow' | 'resting'
  /** An ISO date. */
  readonly since: string
}

/** What the services need in order to work, for `/health`. */
export type Health = {
  /** Adds a check of a part; it rejects while the part does not work. */
  add(part: HealthPart, check: () => Promise<unknown>): void
  /** Returns the parts that do not work now. Never rejects. */
  failing(): Promise<readonly HealthPart[]>
  /** Adds a server; `read` returns nothing while it is well. */
  watch(read: () => Trouble | undefined): void
  /** Returns the servers that are not well. The services work without them. */
  troubles(): readonly Trouble[]
}

/** How long a check may take, and how long its result counts, in milliseconds: anybody may ask. */
const patience = 3_000
const maxAge = 2_000

export function createHealth(clock: Clock): Health {
  const watched: (() => Trouble | undefined)[] = []
  const checks: { readonly part: HealthPart; readonly check: () => Promise<unknown> }[] = []
  let last: { readonly at: number; readonly failing: Promise<readonly HealthPart[]> } | undefined

  async function run(): Promise<readonly HealthPart[]> {
    const results = await Promise.all(
      checks.map(async ({ part, check }) => ((await works(check)) ? [] : [part])),
    )
    return [...new Set(results.flat())]
  }

  function works(check: () => Promise<unknown>): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = clock.setTimeout(() => resolve(false), patience)
      const end = (isWorking: boolean) => {
        cancel()
        resolve(isWorking)
      }
      check().then(
        () => end(true),
        () => end(false),
      )
    })
  }

  return {
    add: (part, check) => void checks.push({ part, check }),
    failing() {
      if (last === undefined || clock.steadyNow() - last.at >= maxAge)
        last = { at: clock.steadyNow(), failing: run() }
      return last.failing
    },
    watch: (read) => void watched.push(read),
    troubles: () => watched.flatMap((read) => read() ?? []),
  }
}

/** Below this many free bytes SQLite may fail at any write. */
const leastFree = 16 * 1024 * 1024

/** Rejects if the disk of a directory is nearly full. */
export async function checkDisk(directory: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory)
  if (bavail * bsize < leastFree) throw new Error('the disk is full')
}
