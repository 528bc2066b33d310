import { isIP } from 'node:net'
import { analyticsSettings } from '../analytics/settings.js'
import { loginSettings } from '../auth/login/settings.js'
import { authSettings } from '../auth/settings.js'
import { budgetSettings } from '../blockchain/budget/settings.js'
import { historySettings } from '../blockchain/history/settings.js'
import { blockchainSettings } from '../blockchain/settings.js'
import { socketSettings } from '../blockchain/sockets/settings.js'
import { frameSettings } from '../frame/settings.js'
import { keysSettings } from '../keys/settings.js'
import { relaySettings } from '../relay/settings.js'
import { type Project, readProjects } from './projects.js'
import { integer, list, oneOf, optionalText, type Setting, text } from './setting.js'

/** The services that one process can run. */
const serviceNames = ['explorer', 'relay', 'analytics', 'auth', 'blockchain', 'frame'] as const
export type ServiceName = (typeof serviceNames)[number]

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/**
 * All settings in one table: `--help`, the README's table and the reading of the environment are generated from it.
 * Sizes are bytes and durations seconds, as operators expect; an unset or empty variable takes the fallback.
 */
export const settingsTable = {
  port: integer({
    variable: 'LATCHKEY_PORT',
    fallback: 8787,
    minimum: 0,
    maximum: 65_535,
    meaning: 'Port for all services, HTTP and WebSocket. 0 picks a free port.',
  }),
  host: text({
    variable: 'LATCHKEY_HOST',
    fallback: '127.0.0.1',
    meaning:
      'Address to listen on. `0.0.0.0` opens the services to the network: put a TLS proxy in front of them.',
  }),
  data: text({
    variable: 'LATCHKEY_DATA',
    fallback: '.latchkey',
    meaning: 'Directory for all data that must survive a restart; created if missing.',
  }),
  services: list({
    variable: 'LATCHKEY_SERVICES',
    fallback: serviceNames,
    of: serviceNames.join(', '),
    isItem: (value): value is ServiceName => serviceNames.some((name) => name === value),
    meaning: 'The services to run. `frame` runs only with LATCHKEY_FRAME_URL.',
  }),
  projects: {
    variable: 'LATCHKEY_PROJECTS',
    fallback: [] as readonly Project[],
    read: readProjects,
    meaning:
      'Projects that may use the services: a JSON list, or the path of a file that contains one. If unset, the services accept every `projectId`.',
  } satisfies Setting<readonly Project[]>,
  trustedProxies: list({
    variable: 'LATCHKEY_TRUSTED_PROXIES',
    fallback: [],
    of: 'IP addresses',
    isItem: (value): value is string => isIP(value) !== 0,
    meaning:
      'Proxies whose `X-Forwarded-For` the services trust. If unset, they use the address of the connection.',
  }),
  publicOrigins: list({
    variable: 'LATCHKEY_PUBLIC_ORIGINS',
    fallback: [],
    of: 'origins, like https://app.example',
    isItem: isOrigin,
    meaning:
      'Origins that clients use to reach the services, in addition to `localhost`. Pages of these origins can make same-origin calls, and relay tokens may name these origins as their audience.',
  }),
  logLevel: oneOf({
    variable: 'LATCHKEY_LOG',
    fallback: 'info',
    values: ['debug', 'info', 'warn', 'error', 'silent'],
    meaning: 'Lowest level of log lines to write (JSON, on standard error).',
  }),
  drainSeconds: integer({
    variable: 'LATCHKEY_DRAIN_SECONDS',
    fallback: 20,
    minimum: 0,
    maximum: 600,
    meaning: 'Seconds over which the relay closes open sockets when the process is asked to stop.',
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
    meaning: 'HTTP requests allowed at once before the rate applies.',
  }),
  httpConnections: integer({
    variable: 'LATCHKEY_HTTP_CONNECTIONS',
    fallback: 1_000,
    minimum: 1,
    maximum: 10_000_000,
    meaning:
      'Open HTTP connections from one address (from one /64 network for IPv6); this machine and the proxies in LATCHKEY_TRUSTED_PROXIES are exempt. WebSockets have limits of their own.',
  }),
  httpBodySize: integer({
    variable: 'LATCHKEY_HTTP_BODY_SIZE',
    fallback: 64 * kilobyte,
    minimum: kilobyte,
    maximum: 64 * megabyte,
    meaning: 'Largest accepted HTTP body in bytes.',
  }),

  // Explorer
  wallets: optionalText({
    variable: 'LATCHKEY_WALLETS',
    meaning: 'Path of a JSON list of wallets that extends or overrides the built-in catalogue.',
  }),

  // Auth, blockchain
  databaseUrl: {
    variable: 'LATCHKEY_DATABASE_URL',
    fallback: undefined,
    isSecret: true,
    read: readDatabaseUrl,
    meaning:
      'PostgreSQL database for sign-in sessions, the embedded wallet, account permissions and account histories, like postgres://user:password@host/name. Several processes can share it. If unset, the services use files in the data directory.',
  } satisfies Setting<string | undefined> as Setting<string | undefined>,

  // Auth
  ...authSettings,

  // The embedded wallet
  ...frameSettings,
  ...loginSettings,
  // Keys of embedded wallets
  ...keysSettings,

  // Blockchain
  ...blockchainSettings,
  ...budgetSettings,
  ...socketSettings,
  ...historySettings,

  // Analytics
  ...analyticsSettings,

  // Relay
  ...relaySettings,
} as const

type Table = typeof settingsTable

/** The values of the settings. Sizes are bytes; names that end in `Seconds`, and the relay's TTLs, are seconds. */
export type Settings = { readonly [name in keyof Table]: Table[name]['fallback'] }

/** Lists every invalid setting, one line each: `LATCHKEY_PORT must be …, but is "x"`. */
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
 * @throws {SettingsError} with all problems at once.
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
      const given = setting.isSecret === true ? '' : `, but is ${JSON.stringify(value.slice(0, 80))}`
      problems.push(`${setting.variable} ${advice}${given}`)
      return [name, setting.fallback]
    }
  })
  const settings = Object.fromEntries(entries) as Settings
  problems.push(...contradictions(settings))
  if (problems.length > 0) throw new SettingsError(problems)
  return settings
}

/** Returns variables that look like settings but are unknown: a misspelt limit must not go unnoticed. */
export function unknownVariables(environment: Environment): readonly string[] {
  const known = new Set<string>(Object.values(settingsTable).map((setting) => setting.variable))
  return Object.keys(environment).filter((name) => name.startsWith('LATCHKEY_') && !known.has(name))
}

function readDatabaseUrl(value: string): string {
  if (!/^postgres(ql)?:\/\/./.test(value) || !URL.canParse(value))
    throw new Error('must be an address like postgres://user:password@host/name')
  return value
}

function isOrigin(value: string): value is string {
  return /^https?:\/\//.test(value) && URL.canParse(value) && new URL(value).origin === value
}

function contradictions(settings: Settings): readonly string[] {
  const pairs = [
    ['relayTtlMinimum', 'relayTtlMaximum'],
    ['relayMessageSize', 'relayFrameSize'],
    ['relayBufferSize', 'relayBufferLimit'],
  ] as const
  const others = [
    ...(settings.frameUrl !== undefined && settings.publicOrigins.includes(settings.frameUrl)
      ? [
          'LATCHKEY_FRAME_URL must not be among LATCHKEY_PUBLIC_ORIGINS: the wallet needs an origin of its own',
        ]
      : []),
    ...((settings.mailUrl === undefined) === (settings.mailFrom === undefined)
      ? []
      : ['LATCHKEY_MAIL_URL and LATCHKEY_MAIL_FROM must be set together']),
  ]
  const swapped = pairs
    .filter(([lower, upper]) => settings[lower] > settings[upper])
    .map(([lower, upper]) => {
      const [low, high] = [settingsTable[lower].variable, settingsTable[upper].variable]
      return `${low} must not be greater than ${high}, but is ${settings[lower]} (${high} is ${settings[upper]})`
    })
  return [...swapped, ...others]
}

/** Returns a setting's fallback as an operator would write it. */
export function fallbackText({ fallback }: Pick<Setting<unknown>, 'fallback'>): string {
  const text = Array.isArray(fallback) ? fallback.join(',') : String(fallback ?? '')
  return text === '' ? 'none' : text
}
