import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SmartSession } from 'latchkey/protocol'
import Database from 'libsql'
import { encodeErrorResult, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createContext } from '../../shared/context.js'
import type { openDatabase } from '../../shared/database/openDatabase.js'
import { createLog } from '../../shared/log.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { type Artifact, compileSolidity, deployContract } from '../../testing/deployContract.js'
import { startChain, type TestChain } from '../../testing/startChain.js'
import { startPostgres, type TestPostgres } from '../../testing/startPostgres.js'
import { startUpstream } from '../../testing/startUpstream.js'
import { createBlockchain } from '../blockchain.js'
import { openSessionStore } from './sessionStore.js'

const owner = privateKeyToAccount(`0x${'41'.repeat(32)}`)
const stranger = privateKeyToAccount(`0x${'42'.repeat(32)}`)
const account = `eip155:31337:${owner.address}`
const session: SmartSession = {
  pci: 'a-1',
  project: { id: 'shop', name: 'Shop', url: 'https://shop.example/', iconUrl: undefined },
  expiry: 1_800_000_000,
  createdAt: 1_700_000_000,
  permissions: [{ type: 'contract-call' }],
  policies: [],
  context: '0x',
}
const wallet = compileSolidity(`
  pragma solidity ^0.8.30;
  contract Wallet {
    function isValidSignature(bytes32, bytes calldata signature) external pure returns (bytes4) {
      return signature.length == 40 ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
  }`).Wallet as Artifact

let chain: TestChain
const cleanups: (() => unknown)[] = []
beforeAll(async () => {
  chain = await startChain()
}, 60_000)
afterAll(() => chain.stop())
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function setUp(url = chain.url) {
  const sessions = await openSessionStore({})
  cleanups.push(() => sessions.close())
  await sessions.add(account.toLowerCase(), session)
  const clock = createTestClock()
  const context = createContext({
    settings: { chains: [`eip155:31337=${url}`], httpBurst: 100_000 },
    log: createLog({ level: 'silent', now: () => 0, write: () => {} }),
    clock,
    checkAnswers: true,
  })
  const app = createBlockchain(context, undefined, sessions)
  const read = async (response: Response): Promise<[status: number, body: object]> => [
    response.status,
    await response.json(),
  ]
  return {
    clock,
    sessions,
    list: async (id: string = account) => read(await app.request(`/v1/sessions/${id}`)),
    revoke: async (body: unknown, id: string = account) =>
      read(
        await app.request(`/v1/sessions/${id}/revoke?projectId=acme`, {
          method: 'POST',
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      ),
  }
}

const signed = async (pci = 'a-1', by = owner) => ({
  pci,
  signature: await by.signMessage({ message: `Revoke session ${pci}` }),
})

describe('sessions', { timeout: 30_000 }, () => {
  test('lists the newest first, whatever the letter case of the address', async () => {
    const { sessions, list } = await setUp()
    sessions.add(account.toLowerCase(), { ...session, pci: 'b-2', createdAt: session.createdAt + 1 })
    sessions.add(account.toLowerCase(), { ...session, context: 'changed' })
    const [status, body] = await list(`eip155:31337:${owner.address.toLowerCase()}`)
    expect([status, body]).toMatchObject([200, { pcis: [{ pci: 'b-2' }, { pci: 'a-1', context: '0x' }] }])
  })

  test('is empty for an account without permissions, and for another chain', async () => {
    const { list } = await setUp()
    expect(await list(`eip155:31337:${stranger.address}`)).toEqual([200, { pcis: [] }])
    expect(await list(`eip155:1:${owner.address}`)).toEqual([200, { pcis: [] }])
  })

  test.each([[owner.address], ['eip155:x:0x'], ['solana:a:b'], ['%00'], [`eip155:1:${'a'.repeat(200)}`]])(
    'error: %s',
    async (id) => {
      expect((await (await setUp()).list(id))[0]).toBe(400)
    },
  )
})

describe('revoke', { timeout: 30_000 }, () => {
  test('revokes once and keeps the first time', async () => {
    const { revoke, list, clock } = await setUp()
    const revokedAt = Math.floor(clock.now() / 1_000)
    expect(await revoke(await signed())).toEqual([200, { pci: 'a-1', revokedAt }])
    clock.advance(60_000)
    expect(await revoke(await signed())).toEqual([200, { pci: 'a-1', revokedAt }])
    expect((await list())[1]).toMatchObject({ pcis: [{ pci: 'a-1', revokedAt }] })
  })

  test('asks a contract account to verify its signature', async () => {
    const address = await deployContract(chain, wallet)
    const { sessions, revoke } = await setUp()
    const id = `eip155:31337:${address}`
    await sessions.add(id.toLowerCase(), session)
    expect((await revoke({ pci: 'a-1', signature: `0x${'01'.repeat(41)}` }, id))[0]).toBe(401)
    expect((await revoke({ pci: 'a-1', signature: `0x${'01'.repeat(40)}` }, id))[0]).toBe(200)
  })

  test('calls a contract once, with a gas limit, and follows no off-chain lookup (EIP-3668)', async () => {
    const elsewhere = await startUpstream(() => ({ body: '{"data":"0x"}' }))
    cleanups.push(elsewhere.stop)
    const data = encodeErrorResult({
      abi: parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)']),
      args: [owner.address, [`${elsewhere.url}/{sender}/{data}`], '0x', '0x00000000', '0x'],
    })
    const calls: [method: string, gas: unknown][] = []
    const node = await startUpstream((_, body) => {
      const answer = ({ id, method, params }: { id: number; method: string; params: { gas?: string }[] }) => {
        // The service checks the chain id before it uses a node.
        if (method === 'eth_chainId') return { jsonrpc: '2.0', id, result: '0x7a69' }
        calls.push([method, params[0]?.gas])
        return method === 'eth_call'
          ? { jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted', data } }
          : { jsonrpc: '2.0', id, result: '0x60' }
      }
      const asked = JSON.parse(body)
      return { body: JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)) }
    })
    cleanups.push(node.stop)
    const { revoke } = await setUp(node.url)
    expect((await revoke({ pci: 'a-1', signature: `0x${'01'.repeat(40)}` }))[0]).toBe(401)
    expect(calls).toEqual([
      ['eth_getCode', undefined],
      ['eth_call', '0x989680'],
    ])
    expect(elsewhere.asked).toEqual([])
  })

  test('error: signed by another account, for another permission, or unsigned', async () => {
    const { revoke, list } = await setUp()
    expect((await revoke(await signed('a-1', stranger)))[0]).toBe(401)
    expect((await revoke({ ...(await signed('b-2')), pci: 'a-1' }))[0]).toBe(401)
    expect((await revoke({ pci: 'a-1', signature: `0x${'00'.repeat(65)}` }))[0]).toBe(401)
    expect((await list())[1]).not.toHaveProperty('pcis.0.revokedAt')
  })

  test('error: an unknown permission', async () => {
    expect(await (await setUp()).revoke(await signed('c-3'))).toMatchObject([
      404,
      { error: { code: 'NOT_FOUND' } },
    ])
  })

  test('error: an unreachable chain is not reported as an invalid signature, and is not asked about a key signature', async () => {
    const node = await startUpstream(() => ({ status: 502, body: '<html>' }))
    cleanups.push(node.stop)
    const { revoke } = await setUp(node.url)
    expect((await revoke(await signed('a-1', stranger)))[0]).toBe(502)
    expect((await revoke(await signed()))[0]).toBe(200)
  })

  test.each<[string, unknown]>([
    ['no JSON', '{"pci"'],
    ['nothing', {}],
    ['a number', { pci: 1e30, signature: '0x01' }],
    ['markup', { pci: '<b>', signature: '0x01' }],
    ['a malformed signature', { pci: 'a-1', signature: '0xzz' }],
    ['a signature of 1 MB', { pci: 'a-1', signature: `0x${'00'.repeat(20_000)}` }],
    ['10 MB', `"${'x'.repeat(10_000_000)}"`],
  ])('error: %s', async (_name, body) => {
    const [status] = await (await setUp()).revoke(body)
    expect([400, 413]).toContain(status)
  })

  test('error: a chain that is not served', async () => {
    expect((await (await setUp()).revoke(await signed(), `eip155:5:${owner.address}`))[0]).toBe(400)
  })
})

describe('openSessionStore', { timeout: 60_000 }, () => {
  let postgres: TestPostgres
  let directory: string
  beforeAll(async () => {
    postgres = await startPostgres()
    directory = mkdtempSync(join(tmpdir(), 'latchkey-permissions-'))
  }, 60_000)
  afterAll(async () => {
    await postgres.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  test.each<[string, () => openDatabase.Place]>([
    ['SQLite', () => ({ directory })],
    ['PostgreSQL', () => ({ databaseUrl: postgres.url })],
  ])('%s: what was kept and taken back survives a restart', async (_name, place) => {
    const first = await openSessionStore(place())
    await first.add('a', session)
    await first.add('a', { ...session, expiry: session.expiry + 1 })
    await first.add('a', { ...session, pci: 'b-2', createdAt: session.createdAt + 1 })
    expect(await first.revoke('a', 'a-1', 7)).toBe(7)
    expect(await first.revoke('a', 'a-1', 8)).toBe(7)
    expect(await first.revoke('b', 'a-1', 8)).toBeUndefined()
    await first.close()
    const second = await openSessionStore(place())
    expect(await second.of('a')).toEqual([
      { ...session, pci: 'b-2', createdAt: session.createdAt + 1 },
      { ...session, revokedAt: 7 },
    ])
    await second.close()
  })

  test('takes over a file from before version tracking', async () => {
    const old = mkdtempSync(join(directory, 'old-'))
    const database = new Database(join(old, 'permissions.db'))
    // The table as the code created it then.
    database.exec(`
      CREATE TABLE IF NOT EXISTS session (
        account TEXT NOT NULL, pci TEXT NOT NULL, created_at INTEGER NOT NULL, revoked_at INTEGER, data TEXT NOT NULL,
        PRIMARY KEY (account, pci)
      ) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS session_by_time ON session (account, created_at);`)
    database
      .prepare('INSERT INTO session VALUES (?, ?, ?, ?, ?)')
      .run('a', session.pci, session.createdAt, 9, JSON.stringify(session))
    database.close()
    for (let time = 0; time < 2; time++) {
      const store = await openSessionStore({ directory: old })
      expect(await store.of('a')).toEqual([{ ...session, revokedAt: 9 }])
      await store.close()
    }
  })
})
