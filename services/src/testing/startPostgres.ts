import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'

export type TestPostgres = {
  /** `server` if PostgreSQL is installed, else `wasm`: the same database in this process. */
  readonly kind: 'server' | 'wasm'
  readonly url: string
  /** Drops all tables. */
  empty(): Promise<void>
  stop(): Promise<void>
}

/** Starts an empty PostgreSQL on a free port: the installed server, or PGlite if there is none. */
export async function startPostgres(): Promise<TestPostgres> {
  const programs = findPrograms()
  const port = await freePort()
  return programs === undefined ? startWasm(port) : startServer(programs, port)
}

async function startServer(programs: string, port: number): Promise<TestPostgres> {
  const data = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'))
  const remove = () => rmSync(data, { recursive: true, force: true })
  // PostgreSQL refuses to run as root.
  const identity = process.getuid?.() === 0 ? identityOf('postgres') : undefined
  if (identity !== undefined) chownSync(data, identity.uid, identity.gid)
  const options = { ...identity, cwd: data, encoding: 'utf8' } as const
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'],
    options,
  )
  if (made.status !== 0) {
    remove()
    throw new Error(`initdb: ${made.stderr}`)
  }
  const settings = [`listen_addresses=127.0.0.1`, `port=${port}`, `unix_socket_directories=`, 'fsync=off']
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((line) => ['-c', line])], {
    ...identity,
    stdio: 'ignore',
  })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  while (child.exitCode === null && !(await answers(url)));
  return {
    kind: 'server',
    url,
    empty: () => empty(url),
    async stop() {
      if (child.exitCode === null) {
        const ended = once(child, 'exit')
        // SIGINT closes all connections at once, like an operator's restart.
        child.kill('SIGINT')
        await ended
      }
      remove()
    },
  }
}

async function startWasm(port: number): Promise<TestPostgres> {
  const { PGlite } = await import('@electric-sql/pglite')
  const { PGLiteSocketServer } = await import('@electric-sql/pglite-socket')
  const database = await PGlite.create()
  const server = new PGLiteSocketServer({ db: database, port, host: '127.0.0.1', maxConnections: 100 })
  await server.start()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  return {
    kind: 'wasm',
    url,
    empty: () => empty(url),
    async stop() {
      await server.stop()
      await database.close()
    },
  }
}

/** Finds PostgreSQL's programs: on the path, or in Debian's directory. */
function findPrograms(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const installed = existsSync(versions)
    ? readdirSync(versions).map((name) => join(versions, name, 'bin'))
    : []
  const folders = [...(process.env.PATH ?? '').split(':'), ...installed]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

function identityOf(user: string): { readonly uid: number; readonly gid: number } {
  const ask = (flag: string) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout)
  return { uid: ask('-u'), gid: ask('-g') }
}

async function empty(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await client.end()
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    // Not started yet.
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
