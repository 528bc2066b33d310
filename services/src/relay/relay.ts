import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { repeat } from '../shared/clock.js'
import type { Context } from '../shared/context.js'
import { messageOf } from '../shared/log.js'
import { type Admitted, createAdmission, type Refusal } from './admission.js'
import { type Connection, closeCodes, createConnection } from './connection.js'
import { createAnswer } from './createAnswer.js'
import { createSweep } from './createSweep.js'
import { createPublisher } from './publisher.js'
import { refuseUpgrade, type Upgrade } from './refuseUpgrade.js'
import { sendAway } from './sendAway.js'
import { socketOptions } from './socketOptions.js'
import { openMailboxStore } from './store/openMailboxStore.js'
import { createSubscriptions } from './subscriptions.js'

/** How often sockets are checked and expired messages removed, in milliseconds. */
const checkInterval = 1_000

export type Relay = {
  /** Answers a WebSocket upgrade; returns whether it admitted the client. */
  handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): boolean
  /** Returns the number of open sockets. */
  count(): number
  /** Accepts no new sockets, closes the open ones (1001) over the configured time, and writes pending data. */
  drain(): Promise<void>
  /** Like `drain`, but at once. */
  close(): Promise<void>
}

/**
 * Opens the relay: WalletConnect's pub/sub with durable mailboxes.
 *
 * A publish is answered `true` once it is on disk. The message is delivered at least once to every other client that
 * subscribes to its topic before it expires, until that client has acknowledged it.
 */
export async function createRelay(context: Context): Promise<Relay> {
  const { settings, clock, log } = context
  const store = await openMailboxStore(context)
  const subscriptions = createSubscriptions({
    store,
    onReadFailure: (error) => log.error('relay.storeFailed', { error: messageOf(error) }),
  })
  const publisher = createPublisher({ context, store, subscriptions })
  const answer = createAnswer(context, { store, subscriptions, publisher })
  const admission = createAdmission(context)
  const connections = new Set<Connection>()
  const backlog = { bytes: 0 }
  const sweep = createSweep(store, log)
  const server = createSocketServer(settings.relayFrameSize)
  let isDraining = false

  const stopChecks = repeat(clock, check, checkInterval)

  function check(): void {
    for (const connection of connections) connection.check()
    sweep()
  }

  function handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): boolean {
    const [, search] = (request.url ?? '').split('?', 2)
    const upgrade = { request, query: new URLSearchParams(search), stream, head }
    const admitted = isDraining ? leaving : admission.admit(request, upgrade.query)
    if ('refusal' in admitted) {
      refuseUpgrade(context, server, upgrade, admitted.refusal)
      return false
    }
    admit(upgrade, admitted)
    return true
  }

  function admit({ request, stream, head }: Upgrade, admitted: Admitted): void {
    stream.once('close', admitted.release)
    server.handleUpgrade(request, stream, head, (socket) => {
      const connection = createConnection({
        socket,
        stream,
        backlog,
        ...socketOptions(context, admitted),
        handlers: {
          onRequest: answer,
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

  async function drain(duration: number): Promise<void> {
    isDraining = true
    await sendAway(clock, connections, duration)
    stopChecks()
    server.close()
    await store.close()
  }

  return {
    handleUpgrade,
    count: () => connections.size,
    drain: () => drain(settings.drainSeconds * 1000),
    close: () => drain(0),
  }
}

const leaving: { readonly refusal: Refusal } = {
  refusal: { status: 503, code: closeCodes.goingAway, reason: 'Going away' },
}

function createSocketServer(frameSize: number): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Compression costs memory per socket and allows decompression bombs; encrypted envelopes do not compress anyway.
    perMessageDeflate: false,
    // A frame slightly above the limit still gets an error with its id; one far above closes the socket (1009).
    maxPayload: 2 * frameSize,
  })
}
