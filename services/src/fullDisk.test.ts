import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectRelay } from './testing/connectRelay.js'
import { buildProgram, type Program, type ServicesProcess, startProcess } from './testing/startProcess.js'
import { type PublicNode, startPublicNode } from './testing/startPublicNode.js'
import { newTopic, publish, subscribe } from './testing/startTestRelay.js'
import { account } from './testing/syntheticChain.js'

// The services on a small disk of their own that is really full. Only root may mount one, and only Linux has it.

const megabyte = Buffer.alloc(1024 * 1024)
/** More than `/health` wants free. */
const size = '64m'

/** Where the disk is; `undefined` if none can be mounted. */
let directory: string | undefined
let program: Program
let node: PublicNode
let services: ServicesProcess

function mount(): string | undefined {
  const path = mkdtempSync(join(tmpdir(), 'latchkey-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path], { stdio: 'ignore' })
    return path
  } catch {
    rmdirSync(path)
    return undefined
  }
}

const ballast = () => join(directory ?? '', 'ballast')

/** Writes until there is no room, for the last bytes too. */
function fill() {
  const file = openSync(ballast(), 'a')
  for (let length = megabyte.length; length >= 1; length = Math.floor(length / 2)) {
    try {
      for (;;) writeSync(file, megabyte, 0, length)
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    }
  }
  closeSync(file)
}

const event = {
  eventId: randomUUID(),
  url: 'https://app.example/',
  domain: 'app.example',
  timestamp: 0,
  props: { type: 'track', event: 'FULL_DISK' },
}

type Told = { readonly status: number; readonly body: { readonly [name: string]: unknown } }

async function ask(path: string, options?: RequestInit): Promise<Told> {
  const response = await fetch(`${services.url}${path}`, options)
  return { status: response.status, body: (await response.json()) as Told['body'] }
}

const isRead = ({ status, body }: Told) => status === 200 && body.reading === undefined
const historyOf = (owner: string) => ask(`/v1/account/${owner}/history?chainId=eip155:1`)

/** Asks until an answer is as expected; what it remembers of its health counts for two seconds. */
async function until(work: () => Promise<Told>, isDone: (told: Told) => boolean): Promise<Told> {
  for (let round = 0; ; round++) {
    const told = await work()
    if (isDone(told) || round === 60) return told
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const start = () =>
  startProcess(program, {
    args: ['--port', '0', '--data', directory ?? ''],
    environment: { LATCHKEY_CHAINS: `eip155:1=${node.url}`, LATCHKEY_LOG: 'error' },
  })

beforeAll(async () => {
  directory = mount()
  if (directory === undefined) return
  program = await buildProgram()
  node = await startPublicNode({ hasTraces: true, logRange: 1_000_000 })
  services = await start()
}, 120_000)

afterAll(async () => {
  if (directory === undefined) return
  services.child.kill('SIGTERM')
  await services.exited
  node.stop()
  program.remove()
  execFileSync('umount', [directory])
  rmdirSync(directory)
})

beforeEach(({ skip }) => skip(directory === undefined, 'no disk can be mounted here'))

test('a full disk: typed answers, the health check names it, and all is well by itself with room again', {
  timeout: 180_000,
}, async () => {
  const first = await until(() => historyOf(account), isRead)
  expect(first).toMatchObject({ status: 200, body: { data: { length: 50 } } })
  expect(await ask('/health')).toMatchObject({ status: 200, body: { status: 'ok' } })
  const [reader, writer] = [await connectRelay(services.relayUrl), await connectRelay(services.relayUrl)]
  const topic = newTopic()
  await subscribe(reader, topic)
  await publish(writer, topic, 'before')

  fill()
  const health = await until(
    () => ask('/health'),
    ({ status }) => status !== 200,
  )
  expect(health).toMatchObject({ status: 503, body: { status: 'failing', failing: ['disk'] } })
  // What is stored is still shown, and what has to be stored is refused as documented.
  expect(await historyOf(account)).toEqual(first)
  const other = `0x${'0b'.repeat(20)}`
  const refused = await until(
    () => historyOf(other),
    ({ status }) => status !== 200,
  )
  const isFull = { status: 503, body: { error: { code: 'DATABASE_UNREACHABLE' } } }
  expect(refused).toMatchObject(isFull)
  await expect(publish(writer, topic, 'x'.repeat(200_000))).rejects.toMatchObject({ code: -32603 })
  expect(await ask('/e', { method: 'POST', body: JSON.stringify(event) })).toMatchObject({ status: 200 })
  expect(await ask('/analytics')).toMatchObject(isFull)
  expect(services.errors()).toContain('disk is full')

  rmSync(ballast())
  const well = await until(
    () => ask('/health'),
    ({ status }) => status === 200,
  )
  expect(well).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await historyOf(other)).toMatchObject({ status: 200 })
  expect(await until(() => historyOf(account), isRead)).toEqual(first)
  await publish(writer, topic, 'after')
  expect(await reader.untilPushed(2)).toEqual(['before', 'after'])
  expect(await (await fetch(`${services.url}/analytics`)).text()).toContain('FULL_DISK')
  await Promise.all([reader.close(), writer.close()])
})

test('the services stop on a full disk without an error, and start again with what they stored', {
  timeout: 180_000,
}, async () => {
  const first = await until(() => historyOf(account), isRead)
  fill()
  await ask('/e', { method: 'POST', body: JSON.stringify({ ...event, eventId: randomUUID() }) })
  services.child.kill('SIGTERM')
  expect(await services.exited).toBe(0)
  rmSync(ballast())
  services = await start()
  expect(await until(() => historyOf(account), isRead)).toEqual(first)
})
