import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProver } from '../../testing/createProver.js'
import { linkOf, otherThan, page, startLogin } from '../../testing/startLogin.js'
import { startPostgres, type TestPostgres } from '../../testing/startPostgres.js'

const directory = mkdtempSync(join(tmpdir(), 'latchkey-canaries-'))
let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(async () => {
  await postgres.stop()
  rmSync(directory, { recursive: true })
})

/** Returns all that a thief of the files has. */
async function readFiles(): Promise<string> {
  return readdirSync(directory)
    .map((name) => readFileSync(join(directory, name), 'latin1'))
    .join('\n')
}

/** Returns all that a thief of a dump has. */
async function readDump(): Promise<string> {
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE tablename LIKE 'login_%'")
  const tables: string[] = rows.map((row) => row.tablename)
  const dumps = []
  for (const table of tables) {
    const dump = await client.query(`SELECT row_to_json(t)::text AS row FROM ${table} t`)
    dumps.push(...dump.rows.map(({ row }) => row))
  }
  await client.end()
  // A time may contain the digits of a code.
  return dumps.join('\n').replace(/"(\w+_at|times)":[" \d]+/g, '')
}

describe.each<[string, () => { directory?: string; databaseUrl?: string }, () => Promise<string>]>([
  ['SQLite', () => ({ directory }), readFiles],
  ['PostgreSQL', () => ({ databaseUrl: postgres.url }), readDump],
])('%s', (_, place, readAll) => {
  test('no address, code, token or link is stored or logged as it is', async () => {
    const account = {
      addresses: { eip155: `0x${'1'.repeat(40)}`, solana: '1'.repeat(32) },
      custody: 'self',
    } as const
    const started = await startLogin({ ...place(), accounts: { read: async () => account } })
    const { call, begin, logIn, mailTo, clock, lines, login, context, app } = started
    const [email, next] = ['canary-one@mail.example', 'canary-two@mail.example']
    const canaries: unknown[] = [email, next, 'canary-one', 'canary-two', 'CaNaRy device']
    const keep = (...secrets: unknown[]) => canaries.push(...secrets)

    const session = await logIn(email)
    keep(session.token, session.refreshToken)
    const refreshed = (await call('refresh', { refreshToken: session.refreshToken })).body
    keep(refreshed.token, refreshed.refreshToken)
    const token = String(refreshed.token)
    const open = await begin(email)
    keep(open.flow, open.code)
    await call('code', { ...open, code: otherThan(open.code) })
    keep((await call('link', {}, { token })).body.code)
    const { ticket } = (await call('ticket', { host: page }, { token })).body
    keep(ticket)
    await call('ticket/read', { ticket, host: page })
    await call('ticket/read', { ticket: 'x'.repeat(40), host: page })
    await login.notify(
      { project: 'acme', user: session.user.id },
      { type: 'way-added', label: 'CaNaRy device' },
    )
    clock.advance(30_000)
    const { flow } = (await call('email/update', { email: next, host: page }, { token })).body
    keep(flow)
    const [code] = /^ {4}(\d{6})$/m.exec((await mailTo(email, 4)).text)?.slice(1) ?? []
    await call('email/code', { flow, code }, { token })
    keep(/^ {4}(\d{6})$/m.exec((await mailTo(next)).text)?.[1])
    Object.assign(context.settings, { loginDeviceLink: '1' })
    clock.advance(30_000)
    await call('email', { email, host: page }, { prover: await createProver() })
    const link = linkOf(await mailTo(email, 5))
    keep(new URL(link).searchParams.get('link'))
    await app.request(link)
    // A letter that cannot be sent stays in the outbox.
    await call('email', { email: 'not an address', host: page })
    await call('code', { flow: 'y'.repeat(43), code: '123456' })

    const stored = await readAll()
    await login.close()
    expect(canaries.filter((one) => typeof one !== 'string' || one.length < 6)).toEqual([])
    expect(stored.length).toBeGreaterThan(1_000)
    for (const canary of canaries) {
      expect(lines.filter((line) => line.includes(String(canary)))).toEqual([])
      expect([canary, stored.includes(String(canary))]).toEqual([canary, false])
    }
    // What is stored is there: the search would find it.
    expect(stored).toContain(session.user.id)
    expect(lines.length).toBeGreaterThan(10)
  })
})
