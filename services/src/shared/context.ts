import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller } from './caller.js'
import { type Clock, createSystemClock } from './clock.js'
import { createHealth, type Health } from './health.js'
import { createLog, type Log } from './log.js'
import { createProjects, type Projects } from './projects.js'
import { readSettings, type Settings } from './settings.js'
import { createTokenBuckets, type TokenBuckets } from './tokenBucket.js'

/** The dependencies of every service: the settings and shared instances. */
export type Context = {
  readonly settings: Settings
  readonly projects: Projects
  readonly clock: Clock
  readonly log: Log
  /** HTTP request limits by project and client address, shared by all services. */
  readonly requests: TokenBuckets
  /**
   * Holds the client whose call causes the work in progress. It follows the work through every `await`, so that a shared
   * limit deep inside it can be divided between clients.
   */
  readonly callers: AsyncLocalStorage<Caller>
  /** What `/health` reports. */
  readonly health: Health
  /** Whether each answer is checked against its schema before it is sent. On in tests: an invalid one becomes a 500. */
  readonly checkAnswers: boolean
}

/**
 * Builds a context. Omitted parts take defaults: the settings' fallbacks, the machine's clock, a log on standard error.
 */
export function createContext(
  options: {
    readonly settings?: Partial<Settings> | undefined
    readonly clock?: Clock | undefined
    readonly log?: Log | undefined
    readonly checkAnswers?: boolean | undefined
  } = {},
): Context {
  const settings = { ...readSettings({}), ...options.settings }
  const clock = options.clock ?? createSystemClock()
  return {
    settings,
    clock,
    projects: createProjects(settings.projects),
    requests: createTokenBuckets(() => clock.steadyNow()),
    callers: new AsyncLocalStorage(),
    health: createHealth(clock),
    log:
      options.log ??
      createLog({
        level: settings.logLevel,
        now: () => clock.now(),
        write: (line) => process.stderr.write(line),
      }),
    checkAnswers: options.checkAnswers ?? false,
  }
}
