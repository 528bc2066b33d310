import { mkdirSync } from 'node:fs'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { clientOf, truncateAddress } from '../shared/clientAddress.js'
import { repeat } from '../shared/clock.js'
import type { Context } from '../shared/context.js'
import { messageOf } from '../shared/log.js'
import { createTokenBuckets } from '../shared/tokenBucket.js'
import { type Admitted, createAdmission, type Refusal } from './admission.js'
import { type Connection, closeCodes, createConnection } from './connection.js'
import { limitsOf } from './limits.js'
import { findMethod } from './methods/methods.js'
import { createPublisher } from './publisher.js'
import { RelayError } from './rpc/RelayError.js'
import type { MailboxStore } from './store/MailboxStore.js'
import { createMemoryStore } from './store/memoryStore.js'
import { createSqliteStore } from './store/sqliteStore.js'
import { createSubscriptions } from './subscriptions.js'

/** How often sockets are looked at and expired messages removed. */
const checkInterval = 1_000
/** Sockets are sent away in waves so far apart, so that not all of them come back at once. */
const waveInterval = 250
/** Sockets per second that are sent away without hurry, when they are few. */
const leavingRate = 500

export type Relay = {
  /** Takes over a WebSocket upgrade. */
  handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void
  /** How many sockets are open. */
  count(): number
  /** Lets nobody in any more, sends everybody away (1001) over the time the settings give, and writes what is left. */
  drain(): Promise<void>
  /** As `drain`, at once. */
  close(): Promise<void>
}

/**
 * Opens the relay: WalletConnect's pub/sub with durable mailboxes.
 *
 * A publish is answered `true` when it is on disk; it is delivered to every other client that subscribes to its topic
 * before its time is over, at least once, until that client has acknowledged it.
 */
export async function createRelay(context: Context): Promise<Relay> {
  const { settings, clock, log } = context
  const store = await openStore(context)
  const subscriptions = createSubscriptions({
    store,
    onReadFailure: (error) => log.error('relay.storeFailed', { error: messageOf(error) }),
  })
  const publisher = createPublisher({ context, store, subscriptions })
  const admission = createAdmission(context)
  const requests = createTokenBuckets(() => clock.steadyNow())
  const connections = new Set<Connection>()
  let isDraining = false
  let isSweeping = false

  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Compression costs memory per socket, and inflates what an attacker sends; envelopes do not compress anyway.
    perMessageDeflate: false,
    // A frame that is a little too large still gets an error with its id; one far too large closes the socket (1009).
    maxPayload: 2 * settings.relayFrameSize,
  })

  const stopChecks = repeat(clock, check, checkInterval)

  function check(): void {
    for (const connection of connections) connection.check()
    if (!isSweeping) void sweep()
  }

  async function sweep(): Promise<void> {
    // A disk that stalls must not find a sweep of every second waiting for it.
    isSweeping = true
    try {
      await store.removeExpired()
    } catch (error) {
      log.error('relay.storeFailed', { error: messageOf(error) })
    } finally {
      isSweeping = false
    }
  }

  function handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const [, search] = (request.url ?? '').split('?', 2)
    const query = new URLSearchParams(search)
    const admitted = isDraining
      ? { refusal: { status: 503, code: closeCodes.goingAway, reason: 'Going away' } as const }
      : admission.admit(request, query)
    if ('refusal' in admitted) return refuse(request, stream, head, query, admitted.refusal)

    stream.once('close', admitted.release)
    server.handleUpgrade(request, stream, head, (socket) => {
      const connection = createConnection({
        socket,
        stream,
        ...connectionOptions(admitted),
        handlers: {
          onRequest: (caller, { method, params }) => answer(caller, method, params),
          onReceipt: (receipt) => store.acknowledge([receipt]),
          onFault: (error) => log.error('relay.failed', { error: messageOf(error) }),
          onCut: ({ project }, reason) => log.warn('relay.cut', { project: project.id, reason }),
          onClose(gone, code) {
            connections.delete(gone)
            subscriptions.removeAll(gone)
            log.debug('relay.closed', { project: gone.project.id, code })
          },
        },
      })
      connections.add(connection)
      log.debug('relay.opened', { project: connection.project.id, count: connections.size })
    })
  }

  function connectionOptions({ clientId, addressName, project }: Admitted) {
    return {
      clientId,
      addressName,
      project,
      clock,
      limits: limitsOf(settings, project),
      frameSize: settings.relayFrameSize,
      outbox: {
        size: settings.relayBufferSize,
        hardSize: settings.relayBufferLimit,
        patience: settings.relaySlowSeconds * 1000,
      },
      pingInterval: settings.relayPingSeconds * 1000,
      idleTime: settings.relayIdleSeconds * 1000,
    }
  }

  async function answer(connection: Connection, name: string, params: unknown) {
    if (!requests.take(connection.clientId, connection.limits.request))
      throw new RelayError('TooManyRequests')
    const found = findMethod(name)
    if (found === undefined) throw new RelayError('InvalidMethod', { detail: name })
    return found.method({ connection, store, subscriptions, publisher, prefix: found.prefix }, params)
  }

  function refuse(
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    query: URLSearchParams,
    refusal: Refusal,
  ): void {
    const client = truncateAddress(clientOf(request, settings.trustedProxies).address)
    log.info('relay.refused', { client, status: refusal.status, reason: refusal.reason })
    // A browser shows a page neither status nor body of a failed upgrade, so clients ask to be let in and sent away.
    if (query.get('useOnCloseEvent') !== 'true') return refuseByHttp(stream, refusal)
    server.handleUpgrade(request, stream, head, (socket) => {
      socket.on('error', () => undefined)
      socket.close(refusal.code, Buffer.from(refusal.reason).subarray(0, 123).toString())
      const cancel = clock.setTimeout(() => socket.terminate(), settings.relayHandshakeSeconds * 1000)
      socket.once('close', cancel)
    })
  }

  async function drain(duration: number): Promise<void> {
    isDraining = true
    const leaving = shuffled([...connections])
    const waves = Math.max(
      1,
      Math.ceil(Math.min(duration, (leaving.length / leavingRate) * 1000) / waveInterval),
    )
    const size = Math.ceil(leaving.length / waves)
    for (let wave = 0; wave < waves; wave++) {
      for (const connection of leaving.slice(wave * size, (wave + 1) * size)) {
        connection.close(closeCodes.goingAway, 'Going away')
      }
      // Random within the interval: several processes that stop together do not send their waves together.
      if (wave < waves - 1) await wait(waveInterval * (0.5 + Math.random()))
    }
    for (let turn = 0; connections.size > 0 && turn < 40; turn++) await wait(50)
    stopChecks()
    server.close()
    await store.close()
  }

  function wait(duration: number): Promise<void> {
    return new Promise((resolve) => clock.setTimeout(resolve, duration))
  }

  return {
    handleUpgrade,
    count: () => connections.size,
    drain: () => drain(settings.drainSeconds * 1000),
    close: () => drain(0),
  }
}

async function openStore({ settings, clock }: Context): Promise<MailboxStore> {
  const limits = { messages: settings.relayMailboxMessages, bytes: settings.relayMailboxSize }
  if (settings.relayStore === 'memory') return createMemoryStore({ limits, now: () => clock.steadyNow() })
  mkdirSync(settings.data, { recursive: true, mode: 0o700 })
  const path = join(settings.data, 'relay.db')
  return createSqliteStore({ path, limits, maximumBytes: settings.relayStoreSize, clock })
}

function refuseByHttp(stream: Duplex, { status, reason }: Refusal): void {
  const body = JSON.stringify({ error: { code: STATUS_CODES[status], message: reason } })
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'access-control-allow-origin: *',
    ...(status === 429 ? ['retry-after: 10'] : []),
    'connection: close',
  ]
  stream.on('error', () => undefined)
  stream.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

function shuffled<item>(items: item[]): item[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
}
