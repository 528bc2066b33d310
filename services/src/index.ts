import { mkdirSync } from 'node:fs'
import { type Analytics, createAnalytics } from './analytics/analytics.js'
import { type Auth, createAuth } from './auth/auth.js'
import { createBlockchain } from './blockchain/blockchain.js'
import { createHistory, type History } from './blockchain/history/history.js'
import { openSessionStore, type SessionStore } from './blockchain/sessions/sessionStore.js'
import { createRpcSockets, type RpcSockets } from './blockchain/sockets/createRpcSockets.js'
import { loadTokenLists } from './blockchain/tokenLists.js'
import { createExplorer } from './explorer/explorer.js'
import { type ServedFrame, serveFrame } from './frame/serveFrame.js'
import { createRelay, type Relay } from './relay/relay.js'
import { type App, createOpenApp } from './shared/app.js'
import type { Clock } from './shared/clock.js'
import { type Context, createContext } from './shared/context.js'
import { lockData } from './shared/dataLock.js'
import { refuseUpgrade } from './shared/endStream.js'
import { HttpError } from './shared/HttpError.js'
import { listen } from './shared/host.js'
import type { Log } from './shared/log.js'
import type { Project } from './shared/projects.js'
import type { ServiceName, Settings } from './shared/settings.js'
import { readVersion } from './shared/version.js'

export type { Clock } from './shared/clock.js'
export { DataInUseError } from './shared/dataLock.js'
export { PortInUseError } from './shared/host.js'
export type { Log, LogFields } from './shared/log.js'
export type { Project } from './shared/projects.js'
export { readSettings, type ServiceName, type Settings, SettingsError } from './shared/settings.js'

export type Options = {
  /** 0, the default, picks a free port. */
  readonly port?: number | undefined
  readonly host?: string | undefined
  /**
   * The directory for stored data. Without it the services write nothing, and the relay loses all messages when it
   * closes.
   */
  readonly dataDir?: string | undefined
  /** The services to run; by default all. */
  readonly services?: readonly ServiceName[] | undefined
  readonly projects?: readonly Project[] | undefined
  /** The folder of the embedded wallet's built site; by default the one in this package. */
  readonly siteDirectory?: string | undefined
  /** Any other settings of the table. */
  readonly settings?: Partial<Settings> | undefined
  readonly clock?: Clock | undefined
  readonly log?: Log | undefined
  /** Checks every answer against its schema; for tests. */
  readonly checkAnswers?: boolean | undefined
}

export type Services = {
  /** The base URL of all HTTP services: `http://localhost:8787`. */
  readonly url: string
  /** The relay's URL: `ws://localhost:8787`. */
  readonly relayUrl: string
  readonly port: number
  /** The names of the services that run. */
  readonly services: readonly ServiceName[]
  /** The port of the embedded wallet's site, if it runs. */
  readonly framePort: number | undefined
  /** Disconnects clients in waves, over the configured time, and stops. */
  drain(): Promise<void>
  /** Stops at once; acknowledged messages are on disk. */
  close(): Promise<void>
}

/**
 * Starts the services in this process, on one port, and the embedded wallet's site on another. Resolves when they accept
 * requests.
 *
 * @throws `PortInUseError`, `DataInUseError`, `SiteMissingError`
 *
 * @example
 * ```ts
 * const services = await startServices({ dataDir: './data', services: ['relay'] })
 * console.log(services.relayUrl)
 * await services.close()
 * ```
 */
export async function startServices(options: Options = {}): Promise<Services> {
  const context = contextOf(options)
  const { settings, log, clock } = context
  const startedAt = clock.steadyNow()
  const version = readVersion()
  const services = settings.services.filter((name) => name !== 'frame' || settings.frameUrl !== undefined)
  const inFiles =
    settings.databaseUrl === undefined && services.some((name) => name === 'auth' || name === 'frame')
  const isKept = inFiles || services.includes('relay') || services.includes('blockchain')
  const isPersistent = isKept && settings.relayStore === 'sqlite'
  const unlock = isPersistent ? takeData(settings.data) : () => undefined
  let isDraining = false

  const app = createOpenApp(context)
  app.get('/health', async (c) => {
    const uptime = Math.round((clock.steadyNow() - startedAt) / 1000)
    const failing = await context.health.failing()
    const status = isDraining ? 'draining' : failing.length > 0 ? 'failing' : 'ok'
    c.header('cache-control', 'no-store')
    const troubles = context.health.troubles()
    const about = {
      status,
      services,
      version,
      uptime,
      ...(troubles.length === 0 ? {} : { upstreams: troubles }),
    }
    return c.json(failing.length === 0 ? about : { ...about, failing }, status === 'ok' ? 200 : 503)
  })
  app.get('/', (c) => c.json({ name: '@latchkey/services', version, services }))
  let relay: Relay | undefined
  let analytics: Analytics | undefined
  let auth: Auth | undefined
  let history: History | undefined
  let permissions: SessionStore | undefined
  let rpcSockets: RpcSockets | undefined
  let blockchain: App | undefined
  let listedTokens = settings.tokens
  let frame: ServedFrame | undefined
  try {
    relay = services.includes('relay') ? await createRelay(context) : undefined
    if (relay !== undefined) app.get('/relay', refuseHttp)
    if (services.includes('analytics')) {
      analytics = await createAnalytics(context, isPersistent ? settings.data : undefined)
      app.route('/', analytics.app)
    }
    if (services.includes('auth')) {
      auth = await createAuth(context, isPersistent ? settings.data : undefined)
      app.route('/', auth.app)
    }
    if (services.includes('explorer')) app.route('/', createExplorer(context))
    if (services.includes('blockchain')) {
      const directory = isPersistent ? settings.data : undefined
      const { tokens, familyTokens } = await loadTokenLists(context, directory)
      listedTokens = tokens
      const listed = { ...context, settings: { ...settings, tokens }, familyTokens }
      history = await createHistory(listed, directory)
      permissions = await openSessionStore({
        databaseUrl: settings.databaseUrl,
        directory,
        onTrouble: ({ message }) => log.warn('blockchain.database', { reason: message }),
        health: context.health,
      })
      blockchain = createBlockchain(listed, history, permissions)
      app.route('/', blockchain)
      if (settings.rpcSockets > 0) rpcSockets = createRpcSockets(listed)
    }
    const { frameUrl } = settings
    if (services.includes('frame') && frameUrl !== undefined) {
      const directory = isPersistent ? settings.data : undefined
      const { siteDirectory } = options
      frame = await serveFrame(context, {
        ...{ frameUrl, directory, blockchain, siteDirectory, tokens: listedTokens },
      })
    }
    const host = await listen(context, {
      app: frame?.before(app) ?? app,
      onUpgrade(request, stream, head) {
        if (frame?.isHost(request.headers.host)) return refuseUpgrade(clock, stream)
        const path = (request.url ?? '/').replace(/\?.*$/s, '').replace(/(?<!\/)\/+$/, '')
        if (relay !== undefined && (path === '' || path === '/relay')) {
          return relay.handleUpgrade(request, stream, head)
        }
        if (rpcSockets !== undefined && path === '/v1') return rpcSockets.handleUpgrade(request, stream, head)
        return refuseUpgrade(clock, stream)
      },
    })
    const url = `http://${nameOf(settings.host)}:${host.port}`
    log.info('services.started', { url, version, service: services.join(',') })

    const stop = once(async (way: 'drain' | 'close') => {
      isDraining = true
      log.info('services.stopping', { count: relay?.count() ?? 0 })
      // HTTP stays up meanwhile, so that a load balancer sees the shutdown in `/health`.
      await Promise.all([relay?.[way](), rpcSockets?.close()])
      await Promise.all([host.close(), frame?.close()])
      await history?.close()
      await permissions?.close()
      analytics?.close()
      await auth?.close()
      unlock()
      log.info('services.stopped')
    })
    return {
      url,
      relayUrl: url.replace('http', 'ws'),
      port: host.port,
      services,
      framePort: frame?.port,
      drain: () => stop('drain'),
      close: () => stop('close'),
    }
  } catch (error) {
    await relay?.close()
    await rpcSockets?.close()
    await frame?.close()
    await history?.close()
    await permissions?.close()
    analytics?.close()
    await auth?.close()
    unlock()
    throw error
  }
}

function contextOf({
  port = 0,
  host,
  dataDir,
  services,
  projects,
  settings,
  siteDirectory: _,
  ...rest
}: Options): Context {
  const given = {
    port,
    host,
    services,
    projects,
    ...(dataDir === undefined ? { relayStore: 'memory' as const } : {}),
    ...settings,
    // What is named for itself counts, also beside the settings.
    ...(dataDir === undefined ? {} : { data: dataDir }),
  }
  const defined = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return createContext({ settings: defined, ...rest })
}

function takeData(directory: string): () => void {
  // Other users of the machine must not read who talked to whom and when.
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  return lockData(directory)
}

function refuseHttp(): never {
  // Without `close`, this header would keep a connection open that the client wants closed.
  throw new HttpError('UPGRADE_REQUIRED', { headers: { upgrade: 'websocket', connection: 'upgrade, close' } })
}

/** Returns the host name for browsers: pages on `localhost` count as secure, pages on an IP address may not. */
function nameOf(host: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Shares one shutdown between both ways to stop: a second call waits for the first. */
function once<argument>(work: (argument: argument) => Promise<void>): (argument: argument) => Promise<void> {
  let running: Promise<void> | undefined
  return (argument) => {
    running ??= work(argument)
    return running
  }
}
