import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Options, type Services, startServices } from '../index.js'
import { createLog, type Log } from '../shared/log.js'
import { type ConnectOptions, connectRelay, type RelayClient } from './connectRelay.js'
import type { TestClock } from './createTestClock.js'

export const silentLog: Log = createLog({ level: 'silent', now: () => 0, write: () => undefined })

export type TestRelayOptions = Omit<Options, 'clock'> & { readonly clock?: TestClock | undefined }

export type TestRelay = {
  readonly services: Services
  /** The directory of its mailboxes; `stop` removes it unless it existed before. */
  readonly directory: string
  connect(options?: ConnectOptions): Promise<RelayClient>
  stop(): Promise<void>
}

/** Starts a separate relay for one test, on a free port, with mailboxes on disk. */
export async function startTestRelay(options: TestRelayOptions = {}): Promise<TestRelay> {
  const directory = options.dataDir ?? mkdtempSync(join(tmpdir(), 'latchkey-relay-'))
  const services = await startServices({
    services: ['relay'],
    log: silentLog,
    ...options,
    dataDir: directory,
  })
  const clients: RelayClient[] = []
  return {
    services,
    directory,
    async connect(connection) {
      const client = await connectRelay(services.relayUrl, connection)
      clients.push(client)
      return client
    },
    async stop() {
      for (const { socket } of clients) socket.terminate()
      // With a stopped clock the relay would wait for closing handshakes for ever.
      const pump = setInterval(() => options.clock?.advance(100), 1)
      await services.close()
      clearInterval(pump)
      if (options.dataDir === undefined) rmSync(directory, { recursive: true })
    },
  }
}

/** Starts a relay that stops with the current test. */
export async function setUpRelay(options?: TestRelayOptions): Promise<TestRelay> {
  const relay = await startTestRelay(options)
  onTestFinished(relay.stop)
  return relay
}

export const newTopic = (): string => randomBytes(32).toString('hex')

export function publish(
  client: RelayClient,
  topic: string,
  message: string,
  more: object = {},
): Promise<unknown> {
  return client.request('irn_publish', { topic, message, ttl: 300, tag: 1108, ...more })
}

export function subscribe(client: RelayClient, topic: string): Promise<unknown> {
  return client.request('irn_subscribe', { topic })
}

/** Resolves when everything that the relay has sent this client so far has arrived; frames arrive in order. */
export function settle(client: RelayClient): Promise<unknown> {
  return client.request('irn_fetchMessages', { topic: newTopic() })
}
