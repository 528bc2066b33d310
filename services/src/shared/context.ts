import { type Clock, createSystemClock } from './clock.js'
import { createLog, type Log } from './log.js'
import { createProjects, type Projects } from './projects.js'
import { readSettings, type Settings } from './settings.js'
import { createTokenBuckets, type TokenBuckets } from './tokenBucket.js'

/** What every service is given: the settings in force, and the few things that must not be global. */
export type Context = {
  readonly settings: Settings
  readonly projects: Projects
  readonly clock: Clock
  readonly log: Log
  /** HTTP requests by project and client address: one count for all services. */
  readonly requests: TokenBuckets
  /** Whether each answer is held against its schema before it leaves. On in tests: a wrong one becomes a 500. */
  readonly checkAnswers: boolean
}

/**
 * Builds a context. Whatever is left out is the system's own: settings at their fallbacks, the machine's clock, a log
 * on standard error.
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
