import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import * as protocol from 'latchkey/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeys, type Keys } from '../keys/createKeys.js'
import { type OpenedDataKeys, openDataKeys } from '../keys/data/openDataKeys.js'
import { createMemoryWrapper } from '../keys/wrapper/createMemoryWrapper.js'
import { createContext } from '../shared/context.js'
import { createProver } from '../testing/createProver.js'
import { createTestClock } from '../testing/createTestClock.js'
import { openTables } from '../testing/keys/readTables.js'
import { frameUrl, type Prover, page, startLogin, type TestSession } from '../testing/startLogin.js'
import { startPostgres } from '../testing/startPostgres.js'
import { silentLog } from '../testing/startTestRelay.js'

// Whom the calls that need a session refuse, with the login as it runs. Those of the login itself: `auth/login/refusals.test.ts`.

type Endpoint = { readonly method: string; readonly path: string }
const isKeyCall = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && String(value.path).startsWith('/keys/v1/')
/** Every call of the key service: a new one is in the table by itself. */
const exported: readonly unknown[] = Object.values(protocol)
const paths = exported.filter(isKeyCall).map(({ path }) => path)
const operationCalls = ['/rpc', '/rpc/bundler', '/rpc/paymaster']

/** A body that does what it can if the call is admitted: it begins a wallet, or deletes the account. */
const bodies: { readonly [path: string]: object } = {
  '/keys/v1/half': {
    ...{ slot: Buffer.alloc(16, 1).toString('base64url'), type: 'kit' },
    key: Buffer.alloc(65, 4).toString('base64url'),
  },
  '/keys/v1/rendezvous/put': { place: Buffer.alloc(16, 2).toString('base64url'), seq: 0, text: 'AAAA' },
  '/keys/v1/rendezvous/take': { place: Buffer.alloc(16, 2).toString('base64url'), from: 0 },
}

type Owned = TestSession & { readonly prover: Prover }
type Sent = {
  readonly token?: string | undefined
  readonly scheme?: string | undefined
  readonly project?: string | undefined
  readonly query?: string | undefined
  readonly proof?: string | undefined
  readonly method?: string | undefined
  readonly headers?: { readonly [name: string]: string } | undefined
}

const nobody = [401, 'Nobody is logged in']
const noProof = [401, 'The proof of the key (header `DPoP`) does not count']

describe.each(['SQLite', 'PostgreSQL'])('%s', (kind) => {
  let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
  let directory = ''
  let dataKeys: OpenedDataKeys
  let keys: Keys
  let tables: Awaited<ReturnType<typeof openTables>>
  let started: Awaited<ReturnType<typeof startLogin>>
  let mine: Owned
  let expired: Owned
  let foreign: Owned
  /** What has reached the blockchain service. */
  const passedOn: string[] = []

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'latchkey-refusals-'))
    postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
    const place = { directory, databaseUrl: postgres?.url }
    const clock = createTestClock()
    dataKeys = await openDataKeys(place, { wrapper: createMemoryWrapper(), now: () => clock.now() })
    const context = createContext({ settings: { databaseUrl: place.databaseUrl }, log: silentLog, clock })
    keys = await createKeys(context, {
      ...{ directory, siteUrl: frameUrl, dataKeys, tell: () => undefined },
      checkLogin: (input, endpoint) => started.login.checkLogin(input, endpoint),
      forgetUser: (user) => started.login.forget(user),
      endSessions: (...of) => started.login.endSessions(...of),
    })
    const blockchain = new Hono().post('*', (c) => {
      passedOn.push(c.req.url)
      return c.json({})
    })
    started = await startLogin({
      ...place,
      ...{ clock, keys: dataKeys, blockchain: blockchain as never },
      routeKeys: (app) => keys.route(app),
    })
    tables = await openTables(place)
    expired = await logIn('expired@mail.example')
    clock.advance(900_000)
  }, 60_000)
  afterAll(async () => {
    await tables.close()
    await started.login.close()
    await keys.close()
    await dataKeys.close()
    await postgres?.stop()
    rmSync(directory, { recursive: true })
  })

  async function logIn(email: string, project = 'acme'): Promise<Owned> {
    const prover = await createProver()
    return { ...(await started.logIn(email, { prover, project })), prover }
  }

  const textOf = (path: string) => JSON.stringify(bodies[path] ?? {})

  /** A proof for a call, or for another one. */
  async function prove(
    path: string,
    { token, prover }: Pick<Owned, 'prover'> & { token?: string },
    claims = {},
  ) {
    const lkb = createHash('sha256').update(textOf(path)).digest('base64url')
    const request = { method: 'POST', url: `${frameUrl}${path}`, now: started.clock.now(), token }
    return prover({ ...request, claims: { lkb, ...claims } })
  }

  async function send(path: string, sent: Sent) {
    const { token, scheme = 'DPoP', project = 'acme', query = '', proof, method = 'POST' } = sent
    const answer = await started.app.request(`${frameUrl}${path}?projectId=${project}${query}`, {
      method,
      ...(method === 'GET' ? {} : { body: textOf(path) }),
      headers: {
        ...{ origin: frameUrl, host: 'wallet.example' },
        ...(token === undefined ? {} : { authorization: `${scheme} ${token}` }),
        ...(proof === undefined ? {} : { dpop: proof }),
        ...sent.headers,
      },
    })
    const body = (await answer.json()) as { readonly error?: { readonly message: string } }
    return [answer.status, body.error?.message]
  }

  test('the table has every call of the key service', () => {
    expect(paths).toHaveLength(11)
  })

  describe.each(paths)('%s refuses', (path) => {
    beforeAll(async () => {
      mine = await logIn(`mine${path.replaceAll('/', '-')}@mail.example`)
      foreign = await logIn(`foreign${path.replaceAll('/', '-')}@mail.example`, 'other')
    })

    const elsewhere = paths.find((other) => other !== path) ?? ''
    const rows: [string, unknown, () => Promise<Sent>][] = [
      ['no token', nobody, async () => ({ proof: await prove(path, { prover: mine.prover }) })],
      ['a token in the URL', nobody, async () => inUrl('access_token')],
      ['a token in the URL by the name of the header', nobody, async () => inUrl('authorization')],
      ['an unknown token', nobody, async () => withToken('x'.repeat(43))],
      ['a refresh token', nobody, async () => withToken(mine.refreshToken)],
      ['a token with another scheme', nobody, async () => ({ ...(await withToken()), scheme: 'Bearer' })],
      ['a token of another time', nobody, async () => ownOf(expired)],
      ['a token of another project', nobody, async () => ownOf(foreign)],
      ['a token in another project', nobody, async () => ({ ...(await withToken()), project: 'other' })],
      ['a token in no project', [401, 'Unauthorized: invalid key'], async () => inProject('nowhere')],
      ['a page of another origin', [403, expect.any(String)], async () => withHeader('origin', page)],
      ['a script that stays', [403, expect.any(String)], async () => withHeader('service-worker', 'script')],
      ['another method', [405, expect.any(String)], async () => ({ ...(await withToken()), method: 'GET' })],
      ['no proof', noProof, async () => ({ token: mine.token })],
      ['a proof for another call', noProof, async () => withClaims({ htu: `${frameUrl}${elsewhere}` })],
      ['a proof for another host', noProof, async () => withClaims({ htu: `https://evil.example${path}` })],
      ['a proof for another method', noProof, async () => withClaims({ htm: 'GET' })],
      ['a proof for another body', noProof, async () => withClaims({ lkb: 'x'.repeat(43) })],
      ['a proof for no body', noProof, async () => withClaims({ lkb: undefined })],
      ['a proof for another token', noProof, async () => withClaims({ ath: 'x'.repeat(43) })],
      ['a proof for no token', noProof, async () => withClaims({ ath: undefined })],
      ['a proof from before', noProof, async () => withClaims({ iat: seconds() - 121 })],
      ['a proof for later', noProof, async () => withClaims({ iat: seconds() + 121 })],
      ['a proof that came before', noProof, replayed],
    ]

    const seconds = () => Math.floor(started.clock.now() / 1_000)
    const ownOf = async ({ token, prover }: Owned) => ({ token, proof: await prove(path, { token, prover }) })
    const withToken = (token = mine.token) => ownOf({ ...mine, token })
    const inProject = async (project: string) => ({ ...(await withToken()), project })
    const withHeader = async (name: string, value: string) => ({
      ...(await withToken()),
      headers: { [name]: value },
    })
    const withClaims = async (claims: object) => ({
      token: mine.token,
      proof: await prove(path, mine, claims),
    })
    const inUrl = async (name: string) => ({
      proof: await prove(path, mine),
      query: `&${name}=${encodeURIComponent(mine.token)}`,
    })
    /** A proof that another call of the same path has used, and that changed nothing. */
    async function replayed(): Promise<Sent> {
      const sent = await withToken('y'.repeat(43))
      expect(await send(path, sent)).toEqual(nobody)
      return sent
    }

    test.each(rows)('%s', async (_, refusal, make) => {
      const counts = await countRows()
      expect(await send(path, await make())).toEqual(refusal)
      expect(await countRows()).toEqual(counts)
    })

    test('another user’s token and a wrong key: the session that it is of ends', async () => {
      // The session was refused much, and is still good.
      expect((await send('/keys/v1/wallet', await ownOfWallet()))[0]).toBe(200)
      const thief = await createProver()
      const counts = await countRows()
      const stolen = { token: mine.token, proof: await prove(path, { token: mine.token, prover: thief }) }
      expect(await send(path, stolen)).toEqual(nobody)
      expect(await send(path, await withToken())).toEqual(nobody)
      expect(await countRows()).toEqual(counts)
    })

    test('nothing that its owner may ask', async () => {
      const own = await logIn(`own${path.replaceAll('/', '-')}@mail.example`)
      // There is no wallet yet, and the bodies are no change of one.
      expect([200, 400, 404]).toContain((await send(path, await ownOf(own)))[0])
    })
    const ownOfWallet = async () => ({ token: mine.token, proof: await prove('/keys/v1/wallet', mine) })
  })

  /** How much the key service has stored. */
  function countRows() {
    return Promise.all(
      (['keys_wallets', 'keys_slots', 'keys_rendezvous', 'keys_budgets', 'keys_tombstones'] as const).map(
        async (table) => (await tables.wallets.selectFrom(table).selectAll().execute()).length,
      ),
    )
  }

  // What the site asks nodes and bundlers is public: it needs no session, so there is no token that could be of another project.
  describe.each(operationCalls)('%s refuses', (path) => {
    test.each<[string, number, Sent]>([
      ['a page of another origin', 403, { headers: { origin: page } }],
      ['a page without an origin', 403, { headers: { origin: 'null' } }],
      ['a script that stays', 403, { headers: { 'service-worker': 'script' } }],
    ])('%s', async (_, status, sent) => {
      expect((await send(path, { query: '&chainId=eip155:1', ...sent }))[0]).toBe(status)
      expect(passedOn).toEqual([])
    })
  })

  test.each(operationCalls.slice(1))('%s refuses a project that is not there', async (path) => {
    expect(await send(path, { project: 'nowhere' })).toEqual([401, 'Unauthorized: invalid key'])
  })
})
