import { isIP } from 'node:net'
import { isNetworkId } from 'latchkey/protocol'
import { historySettings } from '../blockchain/history/settings.js'
import { blockchainSettings } from '../blockchain/settings.js'
import { type Project, readProjects } from './projects.js'
import { integer, list, oneOf, optionalText, type Setting, text } from './setting.js'

/** The services that one process can run. */
export const serviceNames = ['explorer', 'relay', 'analytics', 'auth', 'blockchain'] as const
export type ServiceName = (typeof serviceNames)[number]

const kilobyte = 1024
const megabyte = 1024 * 1024

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

  // Auth
  databaseUrl: optionalText({
    variable: 'LATCHKEY_DATABASE_URL',
    meaning:
      'PostgreSQL database that keeps who is signed in, like postgres://user:password@host/name, so that several processes can share it. None: a file in the data directory.',
  }),
  authSessionSeconds: integer({
    variable: 'LATCHKEY_AUTH_SESSION_SECONDS',
    fallback: 7 * 86_400,
    minimum: 60,
    maximum: 400 * 86_400,
    meaning: 'Seconds for which a visitor stays signed in.',
  }),
  authChains: list({
    variable: 'LATCHKEY_AUTH_CHAINS',
    fallback: [],
    of: 'CAIP-2 ids',
    isItem: isNetworkId,
    meaning: 'Chains that visitors may sign in on. None: any.',
  }),
  authRpcUrls: list({
    variable: 'LATCHKEY_AUTH_RPC_URLS',
    fallback: [],
    of: 'chains and their RPC address, like eip155:1=https://rpc.example',
    isItem: (value): value is string => /^eip155:\d+=https?:\/\/\S+$/.test(value),
    meaning:
      'Where accounts that are contracts are asked whether they signed; of several for a chain the majority counts.',
  }),

  // Blockchain
  ...blockchainSettings,
  ...historySettings,

  // Analytics
  analyticsPassword: optionalText({
    variable: 'LATCHKEY_ANALYTICS_PASSWORD',
    meaning: 'Password of the page `/analytics`. None: the page answers on this machine only.',
  }),
  analyticsDays: integer({
    variable: 'LATCHKEY_ANALYTICS_DAYS',
    fallback: 400,
    minimum: 1,
    maximum: 4_000,
    meaning: 'Days for which counts are kept.',
  }),

  // Relay
  relayStore: oneOf({
    variable: 'LATCHKEY_RELAY_STORE',
    fallback: 'sqlite',
    values: ['sqlite', 'memory'],
    meaning: 'Where mailboxes live: `sqlite` survives a crash, `memory` is lost with the process.',
  }),
  relayStoreSize: integer({
    variable: 'LATCHKEY_RELAY_STORE_SIZE',
    fallback: 8_192 * megabyte,
    minimum: megabyte,
    maximum: 1_000_000 * megabyte,
    meaning:
      'Most bytes the mailboxes may take on disk. Beyond it acknowledged messages go first, then publishes are refused.',
  }),
  relayAudiences: list({
    variable: 'LATCHKEY_RELAY_AUDIENCES',
    fallback: [],
    of: 'host names',
    isItem: (value): value is string => /^[\w.:[\]-]+$/.test(value),
    meaning: "Hosts that a client's token may be made out to (`aud`). None: any.",
  }),
  relayFrameSize: integer({
    variable: 'LATCHKEY_RELAY_FRAME_SIZE',
    fallback: megabyte,
    minimum: kilobyte,
    maximum: 64 * megabyte,
    meaning:
      'Largest WebSocket frame in bytes; a larger one is answered with an error and never read as JSON.',
  }),
  relayMessageSize: integer({
    variable: 'LATCHKEY_RELAY_MESSAGE_SIZE',
    fallback: 256 * kilobyte,
    minimum: kilobyte,
    maximum: 32 * megabyte,
    meaning: 'Largest published message in bytes.',
  }),
  relayTopics: integer({
    variable: 'LATCHKEY_RELAY_TOPICS',
    fallback: 1_000,
    minimum: 1,
    maximum: 1_000_000,
    meaning: 'Topics a client may be subscribed to at once.',
  }),
  relayMailboxMessages: integer({
    variable: 'LATCHKEY_RELAY_MAILBOX_MESSAGES',
    fallback: 5_000,
    minimum: 1,
    maximum: 1_000_000,
    meaning: 'Messages that may wait on a topic for a first acknowledgement.',
  }),
  relayMailboxSize: integer({
    variable: 'LATCHKEY_RELAY_MAILBOX_SIZE',
    fallback: 16 * megabyte,
    minimum: kilobyte,
    maximum: 4_096 * megabyte,
    meaning: 'Bytes that may wait on a topic for a first acknowledgement.',
  }),
  relayTtlMinimum: integer({
    variable: 'LATCHKEY_RELAY_TTL_MIN',
    fallback: 30,
    minimum: 1,
    maximum: 86_400,
    meaning: 'Shortest life of a message in seconds.',
  }),
  relayTtlMaximum: integer({
    variable: 'LATCHKEY_RELAY_TTL_MAX',
    fallback: 30 * 86_400,
    minimum: 300,
    maximum: 365 * 86_400,
    meaning: 'Longest life of a message in seconds.',
  }),
  relayPublishRate: integer({
    variable: 'LATCHKEY_RELAY_PUBLISH_RATE',
    fallback: 50,
    minimum: 1,
    maximum: 1_000_000,
    meaning: 'Messages a client may publish per second.',
  }),
  relayPublishBurst: integer({
    variable: 'LATCHKEY_RELAY_PUBLISH_BURST',
    fallback: 200,
    minimum: 1,
    maximum: 1_000_000,
    meaning: 'Messages a client may publish at once before the rate counts.',
  }),
  relayByteRate: integer({
    variable: 'LATCHKEY_RELAY_BYTE_RATE',
    fallback: 256 * kilobyte,
    minimum: kilobyte,
    maximum: 1_024 * megabyte,
    meaning: 'Bytes of messages that a client may publish per second, and likewise an address.',
  }),
  relayByteBurst: integer({
    variable: 'LATCHKEY_RELAY_BYTE_BURST',
    fallback: 32 * megabyte,
    minimum: kilobyte,
    maximum: 4_096 * megabyte,
    meaning: 'Bytes of messages that may be published at once before the rate counts.',
  }),
  relayRequestRate: integer({
    variable: 'LATCHKEY_RELAY_REQUEST_RATE',
    fallback: 100,
    minimum: 1,
    maximum: 1_000_000,
    meaning: 'Requests of any kind a client may send per second; ten times as many at once.',
  }),
  relayConnectRate: integer({
    variable: 'LATCHKEY_RELAY_CONNECT_RATE',
    fallback: 100,
    minimum: 1,
    maximum: 10_000_000,
    meaning: 'New sockets per minute from one address; this machine is exempt.',
  }),
  relaySocketsPerAddress: integer({
    variable: 'LATCHKEY_RELAY_SOCKETS_PER_ADDRESS',
    fallback: 1_000,
    minimum: 1,
    maximum: 10_000_000,
    meaning: 'Open sockets from one address; this machine is exempt.',
  }),
  relaySocketsPerClient: integer({
    variable: 'LATCHKEY_RELAY_SOCKETS_PER_CLIENT',
    fallback: 20,
    minimum: 1,
    maximum: 10_000,
    meaning: 'Open sockets of one client id: the tabs of one browser.',
  }),
  relaySockets: integer({
    variable: 'LATCHKEY_RELAY_SOCKETS',
    fallback: 50_000,
    minimum: 1,
    maximum: 10_000_000,
    meaning: 'Open sockets of the whole process.',
  }),
  relayIdleSeconds: integer({
    variable: 'LATCHKEY_RELAY_IDLE_SECONDS',
    fallback: 60,
    minimum: 1,
    maximum: 86_400,
    meaning: 'After so many silent seconds without a subscription a socket is closed (4008).',
  }),
  relayPingSeconds: integer({
    variable: 'LATCHKEY_RELAY_PING_SECONDS',
    fallback: 25,
    minimum: 1,
    maximum: 30,
    meaning: 'Seconds between pings. Clients count the connection as dead after 30 without one.',
  }),
  relayHandshakeSeconds: integer({
    variable: 'LATCHKEY_RELAY_HANDSHAKE_SECONDS',
    fallback: 10,
    minimum: 1,
    maximum: 120,
    meaning: 'Seconds a connection may take to send its request; also the patience for a closing handshake.',
  }),
  relayBufferSize: integer({
    variable: 'LATCHKEY_RELAY_BUFFER_SIZE',
    fallback: megabyte,
    minimum: 16 * kilobyte,
    maximum: 256 * megabyte,
    meaning: 'Bytes waiting for a slow reader above which its mailbox keeps the rest.',
  }),
  relayBufferLimit: integer({
    variable: 'LATCHKEY_RELAY_BUFFER_LIMIT',
    fallback: 4 * megabyte,
    minimum: 64 * kilobyte,
    maximum: 1_024 * megabyte,
    meaning: 'Bytes waiting for a slow reader above which it is cut off (1013).',
  }),
  relaySlowSeconds: integer({
    variable: 'LATCHKEY_RELAY_SLOW_SECONDS',
    fallback: 30,
    minimum: 1,
    maximum: 600,
    meaning: 'Seconds a reader may stay above LATCHKEY_RELAY_BUFFER_SIZE before it is cut off (1013).',
  }),
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
