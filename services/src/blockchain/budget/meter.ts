import { AsyncLocalStorage } from 'node:async_hooks'

/** Counts the calls to nodes that one request causes. */
export type Meter = {
  /** Throws `RATE_LIMITED` if the request's client has no calls left. A request that was let in once stays so. */
  require(): void
  /** Returns whether `require` would let the request in. */
  has(): boolean
  /** Counts calls. It never refuses: work that has begun is finished, and its client then owes the calls. */
  spend(weight: number): void
  /** Takes a call to an indexer, whose plan all clients share. Returns `false` if the client has none left. */
  takeIndexerCall(): boolean
  /** Returns how many calls to indexers the client has left. */
  indexerCallsLeft(): number
  /** For reading histories: a client whose account has a long history still reads balances meanwhile. */
  readonly reading: Readings
}

/** The calls that reading histories may cause. */
export type Readings = {
  /** Takes one. Throws `RATE_LIMITED` if none is left. */
  require(): void
  /** Returns how many calls are left; less than 1 if none is. */
  left(): number
  spend(calls: number): void
}

/** Follows a request through every `await`, so that each call deep inside it counts. */
const meters = new AsyncLocalStorage<Meter | undefined>()

/** Runs a request's work; the calls that it causes count by the meter. */
export function metered<value>(meter: Meter, work: () => value): value {
  return meters.run(meter, work)
}

/**
 * Runs work that many requests share. Its calls count for nobody, so charge a fixed share for it where it starts, by
 * {@link spendCalls}.
 */
export function inBackground<value>(work: () => value): value {
  return meters.run(undefined, work)
}

/**
 * Throws `RATE_LIMITED` if the client of the current request has no calls left. Call it before work that calls a node,
 * and only if no stored answer serves.
 */
export function requireCalls(): void {
  meters.getStore()?.require()
}

/** Returns whether the client of the current request has calls left; true outside of a request. */
export function hasCalls(): boolean {
  return meters.getStore()?.has() ?? true
}

/** Takes a call to an indexer for the client of the current request. Returns `false` if it has none left. */
export function takeIndexerCall(): boolean {
  return meters.getStore()?.takeIndexerCall() ?? true
}

/** Returns how many calls to indexers the client of the current request has left; without end outside of a request. */
export function indexerCallsLeft(): number {
  return meters.getStore()?.indexerCallsLeft() ?? Number.POSITIVE_INFINITY
}

/** Returns what the client of the current request may read of histories; `undefined` outside of a request. */
export function currentReadings(): Readings | undefined {
  return meters.getStore()?.reading
}

/** Counts calls for the client of the current request, if any. */
export function spendCalls(weight: number): void {
  meters.getStore()?.spend(weight)
}
