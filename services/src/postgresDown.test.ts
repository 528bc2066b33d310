import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Line, startLine } from './testing/startLine.js'
import { startPostgres, type TestPostgres } from './testing/startPostgres.js'
import { buildProgram, type Program, runToEnd, startProcess } from './testing/startProcess.js'
import { type PublicNode, startPublicNode } from './testing/startPublicNode.js'
import { account } from './testing/syntheticChain.js'

// The services as a process on a real PostgreSQL, whose line to it is cut.

const directory = mkdtempSync(join(tmpdir(), 'latchkey-postgres-down-'))
let program: Program
let postgres: TestPostgres
let node: PublicNode
let line: Line

beforeAll(async () => {
  program = await buildProgram()
  postgres = await startPostgres()
  node = await startPublicNode({ hasTraces: true, logRange: 1_000_000 })
}, 120_000)
afterEach(() => line.cut())
afterAll(async () => {
  node.stop()
  await postgres.stop()
  program.remove()
  rmSync(directory, { recursive: true })
})

const lay = async (on?: number) => {
  line = await startLine(Number(new URL(postgres.url).port), on)
  return line
}

const options = () => ({
  args: ['--port', '0', '--data', directory],
  environment: {
    LATCHKEY_CHAINS: `eip155:1=${node.url}`,
    LATCHKEY_DATABASE_URL: `postgres://postgres@127.0.0.1:${line.port}/postgres`,
    LATCHKEY_LOG: 'error',
  },
})

type Told = { readonly status: number; readonly body: { readonly [name: string]: unknown } }

/** Asks until an answer is as expected; what the services remember of their health counts for two seconds. */
async function until(work: () => Promise<Told>, isDone: (told: Told) => boolean): Promise<Told> {
  for (let round = 0; ; round++) {
    const told = await work()
    if (isDone(told) || round === 60) return told
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

test('a process that starts without its database ends, and one line names the setting', async () => {
  await lay()
  line.cut()
  const { code, stdout, stderr } = await runToEnd(program, options())
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^The database of LATCHKEY_DATABASE_URL does not answer: .*ECONNREFUSED.*\n$/)
}, 60_000)

test('a database that goes away: typed answers, the health check names it, and all is well by itself when it is back', {
  timeout: 180_000,
}, async () => {
  const { port } = await lay()
  const services = await startProcess(program, options())
  const ask = async (path: string): Promise<Told> => {
    const response = await fetch(`${services.url}${path}`, { headers: { origin: 'https://app.example' } })
    const { status, headers } = response
    const body = (await response.json()) as Told['body']
    return { status, body: status === 503 ? { ...body, retryAfter: headers.get('retry-after') } : body }
  }
  const history = () => ask(`/v1/account/${account}/history?chainId=eip155:1`)
  const nonce = () => ask('/auth/v1/nonce')
  const isRead = ({ status, body }: Told) => status === 200 && body.reading === undefined
  const first = await until(history, isRead)
  expect(first).toMatchObject({ status: 200, body: { data: { length: 50 } } })
  expect(await nonce()).toMatchObject({ status: 200, body: { nonce: expect.any(String) } })
  expect(await ask('/health')).toMatchObject({ status: 200, body: { status: 'ok' } })

  line.cut()
  const health = await until(
    () => ask('/health'),
    ({ status }) => status !== 200,
  )
  expect(health).toMatchObject({ status: 503, body: { status: 'failing', failing: ['database'] } })
  const isGone = { status: 503, body: { error: { code: 'DATABASE_UNREACHABLE' }, retryAfter: '5' } }
  expect(await history()).toMatchObject(isGone)
  expect(await nonce()).toMatchObject(isGone)
  // What needs no database goes on.
  expect(await ask('/v1/supported-chains')).toMatchObject({ status: 200 })
  expect(services.errors()).toContain('LATCHKEY_DATABASE_URL')

  await lay(port)
  const well = await until(
    () => ask('/health'),
    ({ status }) => status === 200,
  )
  expect(well).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await until(history, isRead)).toEqual(first)
  expect(await nonce()).toMatchObject({ status: 200, body: { nonce: expect.any(String) } })
  services.child.kill('SIGTERM')
  expect(await services.exited).toBe(0)
})
