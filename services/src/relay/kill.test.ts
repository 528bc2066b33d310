import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectRelay, type RelayClient } from '../testing/connectRelay.js'
import { createIdentity } from '../testing/createIdentity.js'
import { buildProgram, type Program, startProcess } from '../testing/startProcess.js'
import { newTopic, publish, settle, subscribe } from '../testing/startTestRelay.js'

/** How many times the relay is killed; more before a release: `npm run long -- --only kills`. */
const kills = Number(process.env.LONG_RUNS ?? 25)
/** The kill happens after a random number of acknowledgements, below this one: a slow machine gives as many. */
const mostAcknowledged = 200
/** How long one kill may take on a slow machine, in milliseconds: a process starts and loads the store. */
const patience = 60_000
/** In seconds: no message may expire before the last kill. */
const ttl = 86_400

const environment = {
  LATCHKEY_LOG: 'silent',
  LATCHKEY_RELAY_MAILBOX_MESSAGES: '1000000',
  LATCHKEY_RELAY_MAILBOX_SIZE: '1000000000',
  LATCHKEY_RELAY_PUBLISH_RATE: '1000000',
  LATCHKEY_RELAY_PUBLISH_BURST: '1000000',
  LATCHKEY_RELAY_REQUEST_RATE: '1000000',
}

let program: Program
const directory = mkdtempSync(join(tmpdir(), 'latchkey-kill-'))

beforeAll(async () => {
  program = await buildProgram()
})
afterAll(() => {
  program.remove()
  rmSync(directory, { recursive: true })
})

const start = () =>
  startProcess(program, { args: ['--port', '0', '--data', directory, '--only', 'relay'], environment })

describe('kill -9', () => {
  test(`loses no acknowledged message in ${kills} kills under load`, {
    timeout: 2 * patience + kills * patience,
  }, async () => {
    const publishers = Array.from({ length: 4 }, () => ({
      topic: newTopic(),
      identity: createIdentity(),
      sent: 0,
      acknowledged: [] as number[],
    }))
    const reader = {
      identity: createIdentity(),
      got: new Map(publishers.map(({ topic }) => [topic, [] as number[]])),
    }

    for (let round = 0; round < kills; round++) {
      const { child, relayUrl, exited } = await start()
      const receiving = await receive(relayUrl, reader.identity, reader.got)
      const clients = await Promise.all(
        publishers.map(async (publisher) => {
          const client = await connectRelay(relayUrl, { identity: publisher.identity })
          void load(client, publisher)
          return client
        }),
      )
      const count = () => publishers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
      const enough = count() + 1 + Math.floor(Math.random() * mostAcknowledged)
      // The kill falls into publishes that wait for their answers.
      while (count() < enough) await new Promise((resolve) => setTimeout(resolve, 1))
      child.kill('SIGKILL')
      await exited
      for (const client of [...clients, receiving]) await client.closed
    }

    const { child, relayUrl, exited } = await start()
    // A new client gets everything; an existing client gets what it has not acknowledged.
    const everything = new Map(publishers.map(({ topic }) => [topic, [] as number[]]))
    await untilEmpty(await receive(relayUrl, createIdentity(), everything))
    await untilEmpty(await receive(relayUrl, reader.identity, reader.got))
    child.kill('SIGKILL')
    await exited

    let total = 0
    for (const { topic, acknowledged } of publishers) {
      const got = everything.get(topic) ?? []
      total += acknowledged.length
      expect(missing(acknowledged, got)).toEqual([])
      expect(got).toEqual([...new Set(got)].sort((a, b) => a - b))
      expect(missing(acknowledged, reader.got.get(topic) ?? [])).toEqual([])
    }
    expect(total).toBeGreaterThan(kills)
  })
})

/** Publishes numbers concurrently and records which ones the relay acknowledged. */
async function load(
  client: RelayClient,
  publisher: { readonly topic: string; sent: number; readonly acknowledged: number[] },
): Promise<void> {
  let isOpen = true
  void client.closed.then(() => {
    isOpen = false
  })
  const next = async (): Promise<void> => {
    while (isOpen) {
      const number = publisher.sent++
      // A publish interrupted by the kill may or may not be stored, so only answered ones count.
      const isAcknowledged = await publish(client, publisher.topic, `${number}:${'x'.repeat(500)}`, {
        ttl,
      }).catch(() => false)
      if (isAcknowledged === true) publisher.acknowledged.push(number)
    }
  }
  await Promise.all([next(), next(), next(), next()])
}

/** Subscribes to all topics and records the pushes; the client acknowledges automatically. */
async function receive(
  relayUrl: string,
  identity: ReturnType<typeof createIdentity>,
  got: ReadonlyMap<string, number[]>,
): Promise<RelayClient> {
  const client = await connectRelay(relayUrl, { identity })
  client.socket.on('message', (data) => {
    const frame = JSON.parse(String(data))
    if (frame.method === undefined) return
    const { topic, message } = frame.params.data
    got.get(topic)?.push(Number.parseInt(message, 10))
  })
  for (const topic of got.keys()) await subscribe(client, topic)
  return client
}

/** Resolves when the relay's mailbox for this client is empty. */
async function untilEmpty(client: RelayClient): Promise<void> {
  for (let count = -1; count !== client.pushes.length; ) {
    count = client.pushes.length
    // Several round trips, because the relay reads one mailbox page between two of them.
    for (let turn = 0; turn < 20; turn++) await settle(client)
  }
  await client.close()
}

function missing(wanted: readonly number[], got: readonly number[]): readonly number[] {
  const known = new Set(got)
  return wanted.filter((number) => !known.has(number))
}
