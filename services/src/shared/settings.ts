import { isIP } from 'node:net'
import { analyticsSettings } from '../analytics/settings.js'
import { authSettings } from '../auth/settings.js'
import { historySettings } from '../blockchain/history/settings.js'
import { blockchainSettings } from '../blockchain/settings.js'
import { relaySettings } from '../relay/settings.js'
import { type Project, readProjects } from './projects.js'
import { integer, list, oneOf, optionalText, type Setting, text } from './setting.js'

/** The services that one process can run. */
export const serviceNames = ['explorer', 'relay', 'analytics', 'auth', 'blockchain'] as const
export type ServiceName = (typeof serviceNames)[number]

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/**
 * Everything an operator can set, in one table: `--help`, the README's table and the reading of the environment all
 * come from it. Sizes are bytes and durations seconds, as operators think of them; a variable that is unset or empty
 * takes the fallback.
 */
export const settingsTable = {
  port: integer({
    variable: 'LATCHKEY_PORT',
    fallback: 8787,
    minimum: 0,
    maximum: 65_535,
    meaning: 'Port of all services, HTTP and WebSocket alike; 0 takes a free one.',
  }),
  host: text({
    variable: 'LATCHKEY_HOST',
    fallback: '127.0.0.1',
    meaning:
      'Address to listen on. `0.0.0.0` opens the services to the network: put a TLS proxy before them.',
  }),
  data: text({
    variable: 'LATCHKEY_DATA',
    fallback: '.latchkey',
    meaning: 'Directory of everything that must survive a restart; created when missing.',
  }),
  services: list({
    variable: 'LATCHKEY_SERVICES',
    fallback: serviceNames,
    of: serviceNames.join(', '),
    isItem: (value): value is ServiceName => serviceNames.some((name) => name === value),
    meaning: 'Which services to run.',
  }),
  projects: {
    variable: 'LATCHKEY_PROJECTS',
    fallback: [] as readonly Project[],
    read: readProjects,
    meaning:
      'Projects that may use the services: a JSON list, or the path of a file that holds one. None: every `projectId` is welcome.',
  } satisfies Setting<readonly Project[]>,
  trustedProxies: list({
    variable: 'LATCHKEY_TRUSTED_PROXIES',
    fallback: [],
    of: 'IP addresses',
    isItem: (value): value is string => isIP(value) !== 0,
    meaning: 'Proxies whose `X-Forwarded-For` is believed. None: the address of the connection counts.',
  }),
  logLevel: oneOf({
    variable: 'LATCHKEY_LOG',
    fallback: 'info',
    values: ['debug', 'info', 'warn', 'error', 'silent'],
    meaning: 'Least weight of the log lines that are written (JSON, on standard error).',
  }),
  drainSeconds: integer({
    variable: 'LATCHKEY_DRAIN_SECONDS',
    fallback: 20,
    minimum: 0,
    maximum: 600,
    meaning: 'Over how many seconds open sockets are sent away when the process is asked to stop.',
  }),
  stopWithInput: oneOf({
    variable: 'LATCHKEY_STOP_WITH_INPUT',
    fallback: '0',
    values: ['0', '1'],
    meaning:
      '`1`: stop when standard input ends, so that the process never outlives the script that started it.',
  }),

  // HTTP
  httpRate: integer({
    variable: 'LATCHKEY_HTTP_RATE',
    fallback: 100,
    minimum: 1,
    maximum: 1_000_000,
    meaning: 'HTTP requests per second for each project and client address.',
  }),
  httpBurst: integer({
    variable: 'LATCHKEY_HTTP_BURST',
    fallback: 1_000,
    minimum: 1,
    maximum: 1_000_000,
    meaning: 'HTTP requests that may come at once before the rate counts.',
  }),
  httpBodySize: integer({
    variable: 'LATCHKEY_HTTP_BODY_SIZE',
    fallback: 64 * kilobyte,
    minimum: kilobyte,
    maximum: 64 * megabyte,
    meaning: 'Largest HTTP body that is read, in bytes.',
  }),

  // Explorer
  wallets: optionalText({
    variable: 'LATCHKEY_WALLETS',
    meaning: 'Path of a JSON list of wallets to lay over the built-in catalogue.',
  }),

  // Auth, blockchain
  databaseUrl: optionalText({
    variable: 'LATCHKEY_DATABASE_URL',
    meaning:
      'PostgreSQL database that keeps who is signed in, the permissions that accounts gave, and their histories, like postgres://user:password@host/name, so that several processes can share it. None: files in the data directory.',
  }),

  // Auth
  ...authSettings,

  // Blockchain
  ...blockchainSettings,
  ...historySettings,

  // Analytics
  ...analyticsSettings,

  // Relay
  ...relaySettings,
} as const

type Table = typeof settingsTable

/** The settings in force. Sizes are bytes; names that end in `Seconds`, and the relay's TTLs, are seconds. */
export type Settings = { readonly [name in keyof Table]: Table[name]['fallback'] }

/** Says every setting that cannot be used, one line each: `LATCHKEY_PORT must be …, but is "x"`. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

type Environment = { readonly [variable: string]: string | undefined }

/**
 * Reads the settings from an environment.
 *
 * @throws {SettingsError} with all problems at once, so that an operator fixes them in one go.
 */
export function readSettings(environment: Environment): Settings {
  const problems: string[] = []
  const entries = Object.entries(settingsTable).map(([name, setting]: [string, Setting<unknown>]) => {
    const value = environment[setting.variable]
    if (value === undefined || value === '') return [name, setting.fallback]
    try {
      return [name, setting.read(value)]
    } catch (error) {
      const advice = error instanceof Error ? error.message : String(error)
      problems.push(`${setting.variable} ${advice}, but is ${JSON.stringify(value.slice(0, 80))}`)
      return [name, setting.fallback]
    }
  })
  const settings = Object.fromEntries(entries) as Settings
  problems.push(...contradictions(settings))
  if (problems.length > 0) throw new SettingsError(problems)
  return settings
}

/** Variables that look like settings and are none: a misspelt limit must not pass for a set one. */
export function unknownVariables(environment: Environment): readonly string[] {
  const known = new Set<string>(Object.values(settingsTable).map((setting) => setting.variable))
  return Object.keys(environment).filter((name) => name.startsWith('LATCHKEY_') && !known.has(name))
}

function contradictions(settings: Settings): readonly string[] {
  const pairs = [
    ['relayTtlMinimum', 'relayTtlMaximum'],
    ['relayMessageSize', 'relayFrameSize'],
    ['relayBufferSize', 'relayBufferLimit'],
  ] as const
  return pairs
    .filter(([lower, upper]) => settings[lower] > settings[upper])
    .map(([lower, upper]) => {
      const [low, high] = [settingsTable[lower].variable, settingsTable[upper].variable]
      return `${low} must not be greater than ${high}, but is ${settings[lower]} (${high} is ${settings[upper]})`
    })
}

/** A setting's fallback as an operator would write it. */
export function fallbackText({ fallback }: Pick<Setting<unknown>, 'fallback'>): string {
  const text = Array.isArray(fallback) ? fallback.join(',') : String(fallback ?? '')
  return text === '' ? 'none' : text
}
